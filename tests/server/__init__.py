"""The preview as a real server."""
