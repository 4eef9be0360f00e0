# loop: next() and iter() of an instance are frames of its methods
class Count:
    def __init__(self):
        self.k = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.k += 1
        return self.k

c, s = Count(), 0
for j in range(3000):
    s += next(iter(c))
