"""What `bench/server.py` is made of: servers on one core, a load for all of them on the other."""
