"""Many rounds: simulated by threads here, or by Dask across machines."""
