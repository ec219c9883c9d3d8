"""The controller itself: what happens in which order, and what it tells the world."""
