"""The club over HTTP, and what counts finished matches for it."""
