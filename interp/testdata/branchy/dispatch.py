"""A loop that dispatches over six kinds of operations."""


def work(ops, n):
    acc = 1
    for r in range(n):
        for op in ops:
            if op == 0:
                acc += 3
            elif op == 1:
                acc = acc * 5 & 1048575
            elif op == 2:
                acc ^= 21845
            elif op == 3:
                acc -= 7
            elif op == 4:
                acc = acc >> 1
            else:
                acc |= 64
    return acc


def bench():
    return work([(i * 7 + i // 5) % 6 for i in range(200)], 8000)


if __name__ == "__main__":
    print(bench())
