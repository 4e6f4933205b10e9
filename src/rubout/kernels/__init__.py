"""Hot loops in the pure Python mode of Cython."""
