"""The Mandelbrot set, counted: float arithmetic in a while loop."""
import sys
import time


def mandelbrot(width, height, limit):
    inside = 0
    steps = 0
    for py in range(height):
        ci = 2.0 * py / height - 1.0
        for px in range(width):
            cr = 3.0 * px / width - 2.0
            zr = zi = 0.0
            n = 0
            while n < limit:
                zr2 = zr * zr
                zi2 = zi * zi
                if zr2 + zi2 > 4.0:
                    break
                zi = 2.0 * zr * zi + ci
                zr = zr2 - zi2 + cr
                n += 1
            else:
                inside += 1
            steps += n
    return inside, steps


def picture(width, height, limit):
    rows = []
    for py in range(height):
        ci = 2.2 * py / height - 1.1
        row = ""
        for px in range(width):
            cr = 3.0 * px / width - 2.1
            zr = zi = 0.0
            n = 0
            while n < limit and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                n += 1
            row += " .:-=+*#%@"[n * 9 // limit]
        rows.append(row.rstrip())
    return rows


def bench():
    return mandelbrot(240, 160, 50)


def main(size=120):
    for row in picture(size * 3 // 5, 28, 45):
        print(row)
    print(mandelbrot(size, size * 2 // 3, 100))


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
