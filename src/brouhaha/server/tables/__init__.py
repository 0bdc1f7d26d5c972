"""The tables of this process: opened, written, woken, read again after a fault, expired."""
