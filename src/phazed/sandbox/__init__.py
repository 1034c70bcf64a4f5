"""The sandbox: runs an untrusted bot in its own process, confined by the kernel, and calls it over pipes."""
