# loop: names of a module are entries of its dict of globals; what it does not bind is a builtin
total = 0
for k in range(3000):
    total = total + abs(k)
