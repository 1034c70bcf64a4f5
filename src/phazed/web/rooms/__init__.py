"""Tables that are being played: connections, what is sent to each, requests, bots' turns and the clock."""
