"""What faces strangers: connections, what they may still do, and the socket at a table."""
