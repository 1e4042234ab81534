"""Whether a workspace is whole, and whether what it needs is here."""

from core.doctor.check import Check, State
from core.doctor.examining import examine

__all__ = ["Check", "State", "examine"]
