"""Digits of pi by a spigot: integers without bound."""
import sys
import time


def pidigits(n):
    digits = []
    k = 1
    num, den, acc = 1, 1, 0
    while len(digits) < n:
        odd = 2 * k + 1
        acc = (2 * num + acc) * odd
        num *= k
        den *= odd
        k += 1
        if num > acc:
            continue
        d = (3 * num + acc) // den
        if d != (4 * num + acc) // den:
            continue
        digits.append(d)
        acc = (acc - den * d) * 10
        num *= 10
    return digits


def bench():
    return sum(pidigits(1500))


def main(size=1200):
    digits = pidigits(size)
    for i in range(0, len(digits), 50):
        print("".join([str(d) for d in digits[i:i + 50]]), i + 50)


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
