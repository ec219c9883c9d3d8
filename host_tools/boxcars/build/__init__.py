"""From Debian's sources to the image: what is fetched, built and kept."""
