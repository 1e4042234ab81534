"""Ask one judge one question: a language model within a purse, or a rule."""
