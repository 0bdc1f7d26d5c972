"""How does somebody begin a game of their own? `brouhaha new` writes one that works at once."""
