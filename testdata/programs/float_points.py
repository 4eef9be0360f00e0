"""Points on a curve, normalized and maximized: instances with three floats."""
import sys
import time
from math import cos, sin, sqrt


class Point:
    def __init__(self, i):
        x = sin(i)
        self.x = x
        self.y = cos(i) * 3.0
        self.z = x * x * 0.5

    def normalize(self):
        norm = sqrt(self.x * self.x + self.y * self.y + self.z * self.z)
        self.x /= norm
        self.y /= norm
        self.z /= norm

    def maximize(self, other):
        self.x = self.x if self.x > other.x else other.x
        self.y = self.y if self.y > other.y else other.y
        self.z = self.z if self.z > other.z else other.z
        return self

    def __repr__(self):
        return "<%.9f %.9f %.9f>" % (self.x, self.y, self.z)


def maximum(points):
    most = points[0]
    for p in points[1:]:
        most = most.maximize(p)
    return most


def run(n):
    points = [Point(i * 0.25) for i in range(n)]
    for p in points:
        p.normalize()
    return maximum(points)


def bench():
    return repr(run(40000))


def main(size=6000):
    for n in (1, size // 3, size):
        print(run(n))


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
