"""What ships as plug-ins: helpers, tags, filters and generators."""
