"""Planets under their mutual gravity: floats in nested lists."""
import sys
import time

SOLAR_MASS = 39.47841760435743
DAYS = 365.24


def planets():
    sun = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], SOLAR_MASS]
    jupiter = [[4.84143144246472090, -1.16032004402742839, -0.103622044471123109],
               [0.00166007664274403694 * DAYS, 0.00769901118419740425 * DAYS, -0.0000690460016972063023 * DAYS],
               0.000954791938424326609 * SOLAR_MASS]
    saturn = [[8.34336671824457987, 4.12479856412430479, -0.403523417114321381],
              [-0.00276742510726411149 * DAYS, 0.00499852801234917238 * DAYS, 0.0000230417297573763929 * DAYS],
              0.000285885980666130812 * SOLAR_MASS]
    uranus = [[12.8943695621391310, -15.1111514016986312, -0.223307578892655734],
              [0.00296460137564761618 * DAYS, 0.00237847173959480950 * DAYS, -0.0000296589568540237556 * DAYS],
              0.0000436624404335156298 * SOLAR_MASS]
    neptune = [[15.3796971148509165, -25.9193146099879641, 0.179258772950371181],
               [0.00268067772490389322 * DAYS, 0.00162824170038242295 * DAYS, -0.0000951592254519715870 * DAYS],
               0.0000515138902046611451 * SOLAR_MASS]
    bodies = [sun, jupiter, saturn, uranus, neptune]
    for axis in range(3):
        p = 0.0
        for r, v, m in bodies:
            p += v[axis] * m
        sun[1][axis] = -p / SOLAR_MASS
    return bodies


def pairs_of(bodies):
    pairs = []
    for i in range(len(bodies)):
        for j in range(i + 1, len(bodies)):
            pairs.append((bodies[i], bodies[j]))
    return pairs


def advance(bodies, pairs, dt, steps):
    for step in range(steps):
        for (r1, v1, m1), (r2, v2, m2) in pairs:
            x1, y1, z1 = r1
            x2, y2, z2 = r2
            dx = x1 - x2
            dy = y1 - y2
            dz = z1 - z2
            mag = dt * (dx * dx + dy * dy + dz * dz) ** -1.5
            f1 = m1 * mag
            f2 = m2 * mag
            v1[0] -= dx * f2
            v1[1] -= dy * f2
            v1[2] -= dz * f2
            v2[0] += dx * f1
            v2[1] += dy * f1
            v2[2] += dz * f1
        for r, (vx, vy, vz), m in bodies:
            r[0] += dt * vx
            r[1] += dt * vy
            r[2] += dt * vz


def energy(bodies, pairs):
    e = 0.0
    for (r1, v1, m1), (r2, v2, m2) in pairs:
        dx = r1[0] - r2[0]
        dy = r1[1] - r2[1]
        dz = r1[2] - r2[2]
        e -= m1 * m2 / (dx * dx + dy * dy + dz * dz) ** 0.5
    for r, (vx, vy, vz), m in bodies:
        e += 0.5 * m * (vx * vx + vy * vy + vz * vz)
    return e


def run(steps):
    bodies = planets()
    pairs = pairs_of(bodies)
    advance(bodies, pairs, 0.01, steps)
    return energy(bodies, pairs)


def bench():
    return run(12000)


def main(size=4000):
    for steps in (0, size // 4, size):
        print("%.9f" % run(steps), run(steps))


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
