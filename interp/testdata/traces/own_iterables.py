# loop: a builtin function over an instance is a driver that asks its __iter__
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __iter__(self):
        yield self.x
        yield self.y

p, s = Point(1, 2), 0
for j in range(3000):
    s += sum(p)
