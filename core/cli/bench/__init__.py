"""Commands of ``bench``, a file each or a few that belong together."""
