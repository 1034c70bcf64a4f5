"""The sandbox: an untrusted bot runs in its own process, confined by the kernel, and is called over pipes."""
