# loop: the likely side of a branch is followed, and guarded
def f(n):
    s = 0
    for i in range(n):
        if i == 1999:
            s = -1
        if s is None:
            s = 0
        s += 1
    return s
f(2000)
