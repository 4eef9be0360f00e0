# Constants before a starred element of a set display become one frozenset, whose order is the source's.
x = {1024, 32, 64, 0, *(c * 32 for c in range(3, 7)), 7, 8, 9}
print(list(x))
y = {"AUX", "CON", "CONIN$", "CONOUT$", *(f"COM{c}" for c in "123456789¹²³"), "NUL"}
print(len(y), sorted(y))
print(list({0, 8, 16, *[], 24, 32, 40, *()}))
print(5 in {0, 8, 5, *()}, [v for v in {16, 8, 0, *"a"} if v != "a"])
