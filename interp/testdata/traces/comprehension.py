# inner_loop: a comprehension is a loop in its function
def f(n):
    s = 0
    i = 0
    while i < n:
        s += sum([i for _ in (1, 2)])
        i += 1
    return s
f(2000)
