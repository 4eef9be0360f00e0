# loop: a float is compared with an int as ever once the program has looked at what the classes have
vars(int), vars(float)
def count(n):
    x, m = 0.0, 0
    while x < n:
        x += 0.5
        if -x < 0:
            m += 1
    return m
count(2000)
