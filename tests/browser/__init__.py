"""What readers see, in Chromium."""
