"""From a folder to read tables: files found, read in processes, stored, entered in the catalog."""
