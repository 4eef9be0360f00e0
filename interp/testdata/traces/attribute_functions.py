# loop: reading an attribute goes on in the function in Python that returns it
class Data:
    def __get__(self, obj, cls): return obj.v
    def __set__(self, obj, v): obj.v = v
class C:
    d = Data()
    def __init__(self): self.v = 1
    def __getattr__(self, name): return 2
class D:
    d = Data()
    def __init__(self): self.v = 1
def count(c, d, n):
    x = 0
    for i in range(n):
        x += d.d + c.other
    return x
count(C(), D(), 3000)
