"""Values that are nearly the same: how alike, cut short, written without accents."""
