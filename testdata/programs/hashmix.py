"""64-bit hash mixers: ints past 2**63, masked back after every step."""
import sys
import time

MASK = 0xFFFFFFFFFFFFFFFF


def mix(x):
    x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD & MASK
    x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53 & MASK
    return x ^ (x >> 33)


def hash_range(n, seed):
    h = seed
    for i in range(n):
        h = (h + 0x9E3779B97F4A7C15) & MASK
        h ^= mix(h + i & MASK)
    return h


def xorshift(n, x):
    for i in range(n):
        x ^= x << 13 & MASK
        x ^= x >> 7
        x ^= x << 17 & MASK
    return x


def fnv(data):
    h = 0xCBF29CE484222325
    for c in data:
        h = (h ^ c) * 0x100000001B3 & MASK
    return h


def bench():
    return hash_range(100000, 1), xorshift(100000, 88172645463325252)


def main(size=20000):
    print("%016x" % hash_range(size, 1), hash_range(1, 0))
    print(xorshift(size, 88172645463325252), -1 & MASK, 1 << 63, -(1 << 63) >> 3)
    print(hex(fnv(b"tier two" * (size // 10))), mix(MASK), mix(1 << 63))


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
