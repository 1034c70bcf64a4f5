"""The browser code: components, pages, and pages exported as files that open without a server."""
