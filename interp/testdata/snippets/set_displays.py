# Set displays of constants are in the order of their insertion where hashes collide, which marshal does not keep.
print({-281474976710656, 256, 2}, {2, 256, -281474976710656})
def f(x):
    return x in {8, 0, 16}, {16, 8, 0, 24}, {0, 8, 16}, [y for y in {32, 0, 64, -1, -2}]
print(f(8), f.__code__.co_consts)
print({1 + 7, 0, 2 * 8}, {"a", "b", "c", (1, 2), None, 1.5}, {-1, -2, -3, 5, 13, 21}, {'x' * 3, 'abc'[0], 1})
for x in {40, 8, 16, 24, 32, 0}: print(x, end=' ')
print(eval('{48, 8, 16, 24, 32, 0}'), compile('{48, 0, 8}', 'f', 'eval').co_consts)
class C:
    s = {8, 16, 0, 64, 128, 32, 256, 1024}
    def g(self): return {128, 64, 32, 16, 8, 0}
print(C.s, C().g(), {8, 16, 0, 64, 128, 32, 256, 1024, 24, 48, 40, 56})
