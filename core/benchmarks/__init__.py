"""Table-search benchmarks: formats in and out, construction, audit."""
