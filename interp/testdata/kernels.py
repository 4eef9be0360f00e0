"""The times of kernels: what the programs beside this one print.

PROGRAM.py KERNEL COUNT ROUNDS prints the median time of an iteration."""
import sys
import time


def measure(kernels, make):
    """Measures the kernel that the arguments name. It runs over make(COUNT), as often as its second
    argument says: ROUNDS times for 600 elements, more often for fewer."""
    name, count, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    kernel = kernels[name]
    v = make(count)
    rounds = rounds * 600 // len(v)
    for i in range(5):
        kernel(v, rounds)
    times = []
    for i in range(7):
        start = time.process_time()
        kernel(v, rounds)
        times.append((time.process_time() - start) / (rounds * len(v)) * 1e9)
    times.sort()
    print("%s %d %.1f ns" % (name, count, times[3]))
