"""The same steps as the commands, for clients that are programs."""
