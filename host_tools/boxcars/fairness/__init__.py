"""Are the dice fair? Rolls from a verified log, tests, and what they could have seen."""
