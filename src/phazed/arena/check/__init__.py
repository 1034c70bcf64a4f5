"""What a tournament would say of a bot, found out beforehand by its author."""
