# return: a function's trace ends where it returns
def g(x):
    return x + 1
i = 0
while i < 700:
    i = g(g(i)) - 1
