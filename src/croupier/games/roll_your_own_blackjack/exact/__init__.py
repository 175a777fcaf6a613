"""The counting behind `worth.py`."""
