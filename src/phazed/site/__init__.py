"""The browser code: components, pages, and pages exported as files that can be opened without a server."""
