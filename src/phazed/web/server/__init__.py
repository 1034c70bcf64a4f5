"""The web server: addresses, requests, WebSocket connections and pages."""
