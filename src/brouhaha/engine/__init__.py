"""What is a match? Pure: no asyncio, clock, global random or I/O."""
