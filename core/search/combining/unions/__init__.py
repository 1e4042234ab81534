"""Unions made: which column goes where, the rows written, a look before."""
