"""One untrusted process: a bot that runs apart, confined by the kernel, and is asked over a channel."""
