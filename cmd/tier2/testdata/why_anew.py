def grows(n):
    k = 0
    for i in range(n):
        if i % 50 == 0:
            k += 2
        else:
            k -= 1
    return k


def phases(n, turn):
    k = 0
    for i in range(n):
        if i < turn:
            k += 3
        else:
            k ^= 1
    return k


def truths(values, n):
    k = 0
    for i in range(n):
        for v in values:
            if v:
                k += 1
    return k


print(grows(100000), phases(100000, 60000), truths([7, "ab", [1], None, True, len] * 100, 200))
