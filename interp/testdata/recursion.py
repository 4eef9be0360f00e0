"""Calls of functions that call themselves, or, where count is 2, each other, which have frames
of different sizes.

recursion.py KERNEL COUNT ROUNDS prints the median time of a call and its return."""
import sys
import time


def tree1(n):
    if n < 1:
        return 1
    return tree1(n - 1) + tree1(n - 1) + 1


def tree2(n):
    if n < 1:
        return 1
    return other2(n - 1) + other2(n - 1) + 1


def other2(n):
    below, one, more = n - 1, 1, 0
    if below < 0:
        return one
    more = tree2(below)
    return more + tree2(below) + one


def line1(n):
    if n < 1:
        return 1
    return line1(n - 1) + 1


def line2(n):
    if n < 1:
        return 1
    return next2(n - 1) + 1


def next2(n):
    below, one, more = n - 1, 1, 0
    if below < 0:
        return one
    more = line2(below)
    return more + one


def tree(count, n):
    f = (tree1, tree2)[count - 1]
    calls = 0
    while calls < n:
        calls += f(9)
    return calls


def line(count, n):
    f = (line1, line2)[count - 1]
    calls = 0
    while calls < n:
        calls += f(500)
    return calls


KERNELS = {"tree": tree, "line": line}


if __name__ == "__main__":
    kernel, count = KERNELS[sys.argv[1]], int(sys.argv[2])
    times = []
    for i in range(int(sys.argv[3])):
        start = time.perf_counter()
        calls = kernel(count, 20000)
        times.append((time.perf_counter() - start) / calls)
    print("%s %d %.2f ns" % (sys.argv[1], count, sorted(times)[len(times) // 2] * 1e9))
