"""The n queens problem with generators: each row's places come from one, the
solutions of the rows below through yield from, their number by a generator
expression."""
import sys
import time


def free(n, row, columns, up, down):
    for c in range(n):
        if not (columns >> c & 1 or up >> (row + c) & 1 or down >> (row - c + n) & 1):
            yield c


def place(n, row, columns, up, down, board):
    if row == n:
        yield tuple(board)
        return
    for c in free(n, row, columns, up, down):
        board[row] = c
        yield from place(n, row + 1, columns | 1 << c, up | 1 << (row + c), down | 1 << (row - c + n), board)


def weights(solutions):
    for s in solutions:
        yield sum(i * c for i, c in enumerate(s))


def queens(n):
    found = list(place(n, 0, 0, 0, 0, [0] * n))
    return len(found), sum(w % 97 for w in weights(found)), max(found, default=())


def bench():
    return queens(8)


def main(size=7):
    for n in range(1, size + 1):
        print(n, *queens(n))


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
