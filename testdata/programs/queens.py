"""The n queens problem without recursion: backtracking over lists of flags."""
import sys
import time


def queens(n):
    row = [-1] * n
    columns = [False] * n
    up = [False] * (2 * n)
    down = [False] * (2 * n)
    solutions = 0
    checksum = 0
    c = 0
    while c >= 0:
        r = row[c]
        if r >= 0:
            columns[r] = up[r + c] = down[r - c + n] = False
        r += 1
        while r < n and (columns[r] or up[r + c] or down[r - c + n]):
            r += 1
        if r == n:
            row[c] = -1
            c -= 1
            continue
        row[c] = r
        columns[r] = up[r + c] = down[r - c + n] = True
        if c == n - 1:
            solutions += 1
            for i, r in enumerate(row):
                checksum = (checksum * 31 + i * r) % 1000003
        else:
            c += 1
            row[c] = -1
    return solutions, checksum


def bench():
    return queens(10)


def main(size=9):
    for n in range(1, size + 1):
        print(n, queens(n))


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
