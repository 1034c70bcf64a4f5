"""The table in the browser: people and bots at one table, each seeing what their seat may know."""
