# Calls of dumps and loads within others, and behind those that failed: what a call keeps
# for the next one is not what another one still uses, and keeps no object alive.
import gc
import pickle
import weakref


class Nested:
    def __init__(self, inner):
        self.inner = inner

    def __reduce__(self):
        text = "a%d" % len(self.inner)
        data = pickle.dumps([text, self.inner, text])
        return rebuild, (data, text, text)


def rebuild(data, first, second):
    inner = pickle.loads(data)
    return inner, first, first is second, inner[0] is inner[2]


def deep(n):
    return Nested([n, "x" * n, deep(n - 1) if n else ()])


for _ in range(3):
    print(pickle.loads(pickle.dumps((deep(4), "tail", "tail"))))


class Fails:
    def __reduce__(self):
        raise ValueError("no")


shared = ["shared"] * 3
for bad in ([shared, Fails()], {"k": Fails()}):
    try:
        pickle.dumps(bad)
    except ValueError as e:
        print(type(e).__name__, e)
    again = pickle.loads(pickle.dumps([shared, shared]))
    print(again, again[0] is again[1])

good = pickle.dumps([shared, shared, {"a": 1000, "b": -70000, "c": 5}])
for cut in range(len(good)):
    try:
        pickle.loads(good[:cut])
    except Exception as e:
        error = type(e).__name__
    else:
        error = None
    if pickle.loads(good) != [shared, shared, {"a": 1000, "b": -70000, "c": 5}]:
        print("differs behind", cut)
    if cut < 4 or error is None:
        print(cut, error)

# An index of the memo that an earlier call has used is not in that of a later one.
for data in (b"h\x00.", b"h\x05."):
    try:
        print(pickle.loads(data))
    except pickle.UnpicklingError as e:
        print(e)

# An index of the memo far above the others, then none.
print(pickle.loads(b"\x80\x02K\x07r\xff\xff\xff\x00j\xff\xff\xff\x00\x86."))
try:
    pickle.loads(b"j\xff\xff\xff\x00.")
except pickle.UnpicklingError as e:
    print(e)

# Arguments of one call are not those of the next.
print(pickle.loads(b"U\x02\xc3\xa9.", encoding="utf-8"), pickle.loads(b"U\x02ab.", encoding="bytes"))
try:
    pickle.loads(b"U\x02\xc3\xa9.")
except UnicodeDecodeError as e:
    print(e.encoding, e.reason)


class Plain:
    pass


x = Plain()
x.self = [x]
alive = weakref.ref(x)
pickle.dumps(x)
y = pickle.loads(pickle.dumps(x))
loaded = weakref.ref(y)
del x, y
gc.collect()
print(alive(), loaded())

for n in (0, 1, 255, 256, 65535, 65536, 2**31 - 1, -1, -2**31, 2**31):
    for protocol in range(6):
        if pickle.loads(pickle.dumps([n, n], protocol)) != [n, n]:
            print("differs", n, protocol)
for data in (b"K.", b"M\x01.", b"J\x01\x02\x03.", b"K"):
    try:
        print(pickle.loads(data))
    except Exception as e:
        print(type(e).__name__, e)
print(len(pickle.loads(pickle.dumps(list(range(3000))))))
