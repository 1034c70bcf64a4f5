"""Executors that play matches: worker processes on this machine, or a Dask cluster."""
