# Tuples of tuples and instances of classes derived from tuple are keys by their elements, unless the class says otherwise.
class Plain(tuple):
    pass


class Loud(tuple):
    def __hash__(self):
        global hashed
        hashed += 1
        return tuple.__hash__(self)


class Other(tuple):
    __hash__ = tuple.__hash__

    def __eq__(self, other):
        return False


def rounds(d, key, n):
    found = 0
    for i in range(n):
        if key(i & 3) in d:
            found += 1
    return found


hashed = 0
KEYS = [lambda i: (i, (i, True), None), lambda i: Plain((i, (1.5, i))), lambda i: ((((((i,),),),),),), lambda i: (float(i), (i,)),
        lambda i: Loud((i, i)), lambda i: Other((i, i)), lambda i: (1, Loud((i,))), lambda i: (-0.0, (i, float("inf"))), lambda i: (i, (i, [].__len__()))]
for key in KEYS:
    d = {key(i): i for i in range(3)}
    s = set(d)
    print(rounds(d, key, 2000), rounds(s, key, 2000), hashed)
print(rounds({(1, (True, 2)): 1}, lambda i: (True, (1.0, i)), 400))
print({Plain((1, (2,))): 1}[1, (2,)], {(1, (2,)): 1}[Plain((1, (2.0,)))])
print(rounds({Plain((1, 2)): 1}, lambda i: Plain((1, i)), 400))
Plain.__hash__ = lambda self: 3
print(rounds({Plain((1, 2)): 1}, lambda i: Plain((1, i)), 400), rounds({(1, 2): 1}, lambda i: Plain((1, i)), 400))
