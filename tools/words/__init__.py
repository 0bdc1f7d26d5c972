"""Builds the tables that the judge of words ships with, from their free sources."""
