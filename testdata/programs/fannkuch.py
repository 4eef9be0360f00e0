"""Pancake flips over all permutations: small lists, slices, integer loops."""
import sys
import time


def fannkuch(n):
    perm = list(range(n))
    count = [0] * n
    flips_max = 0
    checksum = 0
    sign = 1
    r = n
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        first = perm[0]
        if first:
            work = perm[:]
            flips = 0
            while first:
                work[:first + 1] = work[first::-1]
                flips += 1
                first = work[0]
            if flips > flips_max:
                flips_max = flips
            checksum += sign * flips
        sign = -sign
        while True:
            if r == n:
                return checksum, flips_max
            head = perm[0]
            for i in range(r):
                perm[i] = perm[i + 1]
            perm[r] = head
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1
        r = max(r, 1)


def bench():
    return fannkuch(9)


def main(size=8):
    for n in range(2, size + 1):
        print(n, fannkuch(n))


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
