"""The commands that need a server or its store, one file each."""
