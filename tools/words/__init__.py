"""Builds the data that the judge of words ships with, from their free sources."""
