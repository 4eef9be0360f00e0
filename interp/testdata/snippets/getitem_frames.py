# __getitem__ in Python where the operand stack has no room for the method beside
# the object and the index, as it is in `return a[k]`.


class Row:
    def __init__(self, n):
        self.items = [i * 1.5 for i in range(n)]

    def __getitem__(self, i):
        if i >= len(self.items):
            raise IndexError(i)
        return self.items[i]


class Grid:
    def __init__(self, n):
        self.rows = [Row(n) for _ in range(n)]

    def __getitem__(self, at):
        x, y = at
        return self.rows[x][y]


def item(a, k):
    return a[k]


def total(a, keys, rounds):
    s = 0
    for _ in range(rounds):
        for k in keys:
            s += item(a, k)
    return s


print(total(Row(20), list(range(20)), 200))
print(total(Grid(5), [(i, j) for i in range(5) for j in range(5)], 200))
print(total([1, 2, 3], [0, 1, 2], 50), total({0: 1, 1: 5}, [0, 1], 50))
try:
    total(Row(20), list(range(21)), 200)
except IndexError as e:
    print("IndexError", e)
