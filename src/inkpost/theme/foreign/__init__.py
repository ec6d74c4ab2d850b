"""Settings of the themes that people come from."""
