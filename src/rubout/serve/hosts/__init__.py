"""What each agent host sends and reads; one module a shape."""
