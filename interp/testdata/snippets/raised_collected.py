# an exception of a helper lives while what the handler's code makes first makes a collection
class R:
    def __eq__(s, o): raise ValueError('cmp')
def inside(a, b): return b in [a, a]
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
def rounds(n):
    bad = 0
    for i in range(n):
        if run(inside, i, R()) != ('ValueError', 'cmp'): bad += 1
        if run(inside, R(), R()) != ('ValueError', 'cmp'): bad += 1
    return bad
print(rounds(20000))
