"""Formulas as text: TeX, MathML and what a reader sees, pure."""
