"""The web server, where people and bots play at tables in the browser."""
