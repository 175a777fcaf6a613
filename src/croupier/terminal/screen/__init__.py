"""The table on the full screen, with Textual."""
