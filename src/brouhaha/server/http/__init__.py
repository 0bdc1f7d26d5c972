"""Requests and answers: the list of addresses, their handlers and types, and the page's files."""
