"""A state machine with five states, over a text of digits."""


def work(text, n):
    state = count = total = 0
    for r in range(n):
        for c in text:
            if state == 0:
                state = 1 if c & 1 else 2
            elif state == 1:
                count += 1
                state = 3 if c > 4 else 0
            elif state == 2:
                total += c
                state = 4 if c & 2 else 1
            elif state == 3:
                total ^= c
                state = 0 if c & 1 else 4
            else:
                count += 2
                state = 2 if c > 6 else 0
        total &= 1048575
    return state, count, total


def bench():
    return work([(i * 37 + i // 3) % 10 for i in range(300)], 5000)


if __name__ == "__main__":
    print(bench())
