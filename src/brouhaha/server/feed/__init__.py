"""What other programs are told as it happens."""
