# loop: a loop over a range closes at its back edge
def f(n):
    s = 0
    for i in range(n):
        s = s + i
    return s
f(2000)
