"""Tournaments over HTTP, and what happens in them by itself."""
