"""The tests; a package, so that no other package's `tests` is taken for it in a child process."""
