"""The chaos game on a B-spline: points are mapped by randomly chosen pieces of a curve,
drawn into a grid."""
import sys
import time
from math import sqrt


class Random:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n

    def unit(self):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return self.state / 2147483648.0


class Vector:
    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x = x
        self.y = y
        self.z = z

    def length(self):
        return sqrt(self.x * self.x + self.y * self.y + self.z * self.z)

    def distance(self, other):
        return (self - other).length()

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def blend(self, other, t):
        u = 1.0 - t
        return Vector(self.x * t + other.x * u, self.y * t + other.y * u, self.z * t + other.z * u)

    def __repr__(self):
        return "(%.6f %.6f %.6f)" % (self.x, self.y, self.z)


class Spline:
    """A B-spline by de Boor's algorithm."""

    def __init__(self, points, degree, knots=None):
        self.points = points
        self.degree = degree
        if knots is None:
            inner = len(points) - degree
            knots = [0] * degree + list(range(inner + 1)) + [inner] * degree
        if len(knots) != len(points) + degree + 1:
            raise ValueError("knots")
        self.knots = knots
        self.hits = 0

    def domain(self):
        return self.knots[self.degree], self.knots[len(self.knots) - self.degree - 1]

    def interval(self, u):
        low, high = self.domain()
        for i in range(self.degree, len(self.knots) - self.degree - 1):
            if self.knots[i] <= u < self.knots[i + 1]:
                return i
        return len(self.knots) - self.degree - 2

    def __call__(self, u):
        self.hits += 1
        low, high = self.domain()
        if u < low or u > high:
            raise ValueError("out of the curve")
        if u == low:
            return self.points[0]
        if u == high:
            return self.points[-1]
        i = self.interval(u)
        work = [self.points[i - self.degree + j] for j in range(self.degree + 1)]
        knots = self.knots
        for r in range(1, self.degree + 1):
            for j in range(self.degree, r - 1, -1):
                left = knots[i - self.degree + j]
                right = knots[i + 1 + j - r]
                if left != right:
                    a = (u - left) / (right - left)
                    work[j] = work[j].blend(work[j - 1], a)
        return work[self.degree]

    def __len__(self):
        return len(self.points)


class Game:
    def __init__(self, splines, thickness, seed):
        self.splines = splines
        self.thickness = thickness
        self.random = Random(seed)
        self.low = Vector(min(p.x for s in splines for p in s.points), min(p.y for s in splines for p in s.points))
        self.high = Vector(max(p.x for s in splines for p in s.points), max(p.y for s in splines for p in s.points))
        size = self.high - self.low
        self.width = size.x
        self.height = size.y
        self.shares = []
        most = 0.0
        for s in splines:
            length = self.measure(s)
            self.shares.append(max(1, int(length * 3)))
            most += length
        self.total = sum(self.shares)
        self.length = most

    def measure(self, spline):
        low, high = spline.domain()
        before = spline(low)
        length = 0.0
        for i in range(1, 31):
            here = spline(low + (high - low) * i / 30)
            length += here.distance(before)
            before = here
        return length

    def choose(self):
        r = self.random.below(self.total)
        for i, n in enumerate(self.shares):
            if r < n:
                return i, self.random.unit()
            r -= n
        return len(self.shares) - 1, 0.5

    def step(self, point):
        x = (point.x - self.low.x) / self.width
        y = (point.y - self.low.y) / self.height
        k, t = self.choose()
        spline = self.splines[k]
        low, high = spline.domain()
        u = low + (high - low) * x
        base = spline(u)
        if u + 1 / 50000 < high:
            tangent = spline(u + 1 / 50000) - base
        else:
            tangent = base - spline(u - 1 / 50000)
        length = tangent.length()
        if length > 0.0:
            shift = (y - 0.5) * self.thickness / length
            base = base + Vector(-tangent.y, tangent.x) * shift
        return self.clip(base)

    def clip(self, p):
        if p.x < self.low.x:
            p.x = self.low.x
        elif p.x > self.high.x:
            p.x = self.high.x
        if p.y < self.low.y:
            p.y = self.low.y
        elif p.y > self.high.y:
            p.y = self.high.y
        return p

    def draw(self, size, steps):
        grid = [[0] * size for _ in range(size)]
        point = Vector((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2)
        for _ in range(steps):
            point = self.step(point)
            col = int((point.x - self.low.x) / self.width * (size - 1))
            row = int((point.y - self.low.y) / self.height * (size - 1))
            grid[row][col] += 1
        return grid


CURVES = [
    [(1.5, 0.7), (2.9, 1.8), (1.1, 2.2), (0.7, 1.2), (2.4, 0.9), (3.1, 0.4)],
    [(2.6, 3.0), (0.9, 2.5), (1.8, 1.6), (3.2, 2.4), (2.2, 2.9)],
    [(0.4, 0.3), (0.8, 3.1), (1.9, 2.7), (2.7, 1.1)],
]


def make(seed):
    splines = [Spline([Vector(x, y) for x, y in curve], 3) for curve in CURVES]
    return Game(splines, 0.25, seed)


def run(size, steps):
    game = make(11)
    grid = game.draw(size, steps)
    check = 0
    for row in grid:
        for n in row:
            check = (check * 31 + n) % 1000003
    return check, sum(1 for row in grid for n in row if n), "%.6f" % game.length, [s.hits for s in game.splines]


def bench():
    return run(64, 3000)


def main(size=1500):
    for n in (1, size // 3, size):
        print(n, *run(24, n))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
