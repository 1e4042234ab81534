"""How values are written in cells: numbers, dates, magnitudes, and what stands for no value."""
