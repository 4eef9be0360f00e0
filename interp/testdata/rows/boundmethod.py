# function py.room: a bound method that is called with defaults, or with keywords, is taken apart
class Sum:
    def add(self, x, y=10):
        return x
def f(add, n):
    for i in range(n):
        x = add(i)
        y = add(x=i)
    return x, y
f(Sum().add, 2000)
