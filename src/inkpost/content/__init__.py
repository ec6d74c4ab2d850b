"""From a document's text to its rendered content, pure."""
