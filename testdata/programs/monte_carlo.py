"""Random points, math functions, a shuffle: calls into builtin modules."""
import math
import random
import sys
import time


def pi(n):
    hits = 0
    for i in range(n):
        x = random.random()
        y = random.random()
        if x * x + y * y <= 1.0:
            hits += 1
    return 4.0 * hits / n


def gaussian(n):
    s = 0.0
    for i in range(n):
        r = math.sqrt(-2.0 * math.log(1.0 - random.random()))
        s += math.floor(r * 1000.0)
    return s / n


def deal(n):
    cards = list(range(52))
    best = 0
    for i in range(n):
        random.shuffle(cards)
        best = max(best, cards[0] * 100 + cards[-1])
    return best, random.choice(cards), random.randrange(10, 1000, 7), random.randint(-5, 5)


def bench():
    random.seed(1)
    return pi(400000), gaussian(200000)


def main(size=50000):
    random.seed(2024)
    print(pi(size))
    print(gaussian(size * 2 // 5))
    print(deal(size // 100))


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
