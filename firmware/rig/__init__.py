"""What runs on a rig's own board: it plays the cabinet to a board under test."""
