# py.room: a class's __getattribute__ becomes part of the trace, with the attribute's name
class Known:
    def __getattribute__(self, name):
        return name
def f(k, n):
    for i in range(n):
        x = k.size
    return x
f(Known(), 2000)
