"""Where matches are played: in worker processes of this machine, or on a cluster."""
