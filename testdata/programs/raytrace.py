"""Spheres and a chequered floor, lit by two lamps, with shadows and reflections."""
import sys
import time
from math import sqrt

FAR = 1e30
TINY = 1e-7


class Vector:
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other):
        return Vector(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def magnitude(self):
        return sqrt(self.dot(self))

    def normalized(self):
        return self.scale(1.0 / self.magnitude())

    def scale(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    def negated(self):
        return self.scale(-1.0)

    def __add__(self, other):
        if isinstance(other, Point):
            return Point(self.x + other.x, self.y + other.y, self.z + other.z)
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def mirrored(self, normal):
        n = normal.normalized()
        return self - n.scale(2 * n.dot(self))

    def __repr__(self):
        return "%s(%.6f, %.6f, %.6f)" % (type(self).__name__, self.x, self.y, self.z)


class Point:
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, vector):
        return Point(self.x + vector.x, self.y + vector.y, self.z + vector.z)

    def __sub__(self, other):
        if isinstance(other, Point):
            return Vector(self.x - other.x, self.y - other.y, self.z - other.z)
        return Point(self.x - other.x, self.y - other.y, self.z - other.z)


class Ray:
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction.normalized()

    def at(self, t):
        return self.origin + self.direction.scale(t)


class Sphere:
    def __init__(self, centre, radius):
        self.centre = centre
        self.radius = radius

    def hit(self, ray):
        cp = self.centre - ray.origin
        v = cp.dot(ray.direction)
        d = self.radius * self.radius - (cp.dot(cp) - v * v)
        if d < 0:
            return None
        return v - sqrt(d)

    def normal(self, point):
        return (point - self.centre).normalized()


class Plane:
    def __init__(self, point, normal):
        self.point = point
        self.direction = normal.normalized()

    def hit(self, ray):
        v = ray.direction.dot(self.direction)
        if abs(v) < TINY:
            return None
        return (self.point - ray.origin).dot(self.direction) / v

    def normal(self, point):
        return self.direction


class Plain:
    """A surface of one colour."""

    def __init__(self, colour=(1.0, 1.0, 1.0), mirror=0.2, matt=0.6, ambient=0.2):
        self.colour = colour
        self.mirror = mirror
        self.matt = matt
        self.ambient = ambient

    def colour_at(self, point):
        return self.colour

    def shade(self, scene, ray, point, normal, depth):
        base = self.colour_at(point)
        result = (0.0, 0.0, 0.0)
        if self.mirror > 0:
            reflected = Ray(point, ray.direction.mirrored(normal))
            result = mix(result, self.mirror, scene.colour(reflected, depth + 1))
        if self.matt > 0:
            light = 0.0
            for lamp in scene.visible_lamps(point):
                share = (lamp - point).normalized().dot(normal)
                if share > 0:
                    light = light + share
            result = mix(result, self.matt * min(1.0, light), base)
        if self.ambient > 0:
            result = mix(result, self.ambient, base)
        return result


class Chequered(Plain):
    def __init__(self, other=(0.0, 0.0, 0.0), size=1.0):
        super().__init__(mirror=0.1)
        self.other = other
        self.size = size

    def colour_at(self, point):
        if (int(abs(point.x) / self.size + 0.5) + int(abs(point.z) / self.size + 0.5)) % 2:
            return self.other
        return self.colour


def mix(a, k, b):
    return (a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2])


class Scene:
    def __init__(self):
        self.things = []
        self.lamps = []
        self.eye = Point(0.0, 1.8, 10.0)
        self.target = Point(0.0, 0.0, 0.0)
        self.field = 0.6
        self.rays = 0

    def add(self, thing, surface):
        self.things.append((thing, surface))

    def colour(self, ray, depth):
        if depth > 3:
            return (0.0, 0.0, 0.0)
        self.rays += 1
        nearest = None
        best = FAR
        for thing, surface in self.things:
            t = thing.hit(ray)
            if t is not None and TINY < t < best:
                best = t
                nearest = (thing, surface)
        if nearest is None:
            return (0.1, 0.1, 0.3)
        thing, surface = nearest
        point = ray.at(best)
        return surface.shade(self, ray, point, thing.normal(point), depth)

    def is_lit(self, lamp, point):
        ray = Ray(point, lamp - point)
        for thing, _ in self.things:
            t = thing.hit(ray)
            if t is not None and t > TINY:
                return False
        return True

    def visible_lamps(self, point):
        found = []
        for lamp in self.lamps:
            if self.is_lit(lamp, point):
                found.append(lamp)
        return found

    def render(self, width, height):
        ahead = (self.target - self.eye).normalized()
        right = ahead.cross(Vector(0.0, 1.0, 0.0)).normalized()
        up = right.cross(ahead)
        check = 0
        total = (0.0, 0.0, 0.0)
        for y in range(height):
            for x in range(width):
                dx = right.scale((x / width - 0.5) * self.field * width / height)
                dy = up.scale((0.5 - y / height) * self.field)
                pixel = self.colour(Ray(self.eye, ahead + dx + dy), 0)
                total = mix(total, 1.0, pixel)
                for c in pixel:
                    check = (check * 31 + int(min(c, 1.0) * 255)) % 1000003
        return check, total


def run(width, height):
    scene = Scene()
    scene.lamps.append(Point(30.0, 30.0, 10.0))
    scene.lamps.append(Point(-10.0, 100.0, 30.0))
    scene.add(Sphere(Point(1.0, 1.2, -4.0), 1.6), Plain((1.0, 1.0, 0.2)))
    for i in range(5):
        scene.add(Sphere(Point(-3.0 + i * 1.3, 0.1, 1.5 - i * 0.7), 0.6), Plain((i / 6, 1.0 - i / 6, 0.5)))
    scene.add(Plane(Point(0.0, -0.6, 0.0), Vector(0.0, 1.0, 0.0)), Chequered())
    check, total = scene.render(width, height)
    return check, ["%.6f" % c for c in total], scene.rays


def bench():
    return run(64, 64)


def main(size=24):
    for n in (1, size // 3, size):
        print(n, *run(n, n))


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
