"""Where the server is found: addresses, names and certificates of the network it is on."""
