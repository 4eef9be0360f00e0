# What stands outside the heap is bounded by its limit too, each object for itself.
import _io
import array


def attempt(name, f):
    try:
        f()
        print(name, "done")
    except MemoryError:
        print(name, "MemoryError")


def seek_and_write(f, text):
    f.seek(2**46)
    f.write(text)


attempt("bytes", lambda: seek_and_write(_io.BytesIO(), b"x"))
attempt("text", lambda: seek_and_write(_io.StringIO(), "x"))
a = array.array("b", [1, 2, 3, 4, 5])
a[1:4:2] = array.array("b")
print(a)
a[::2] = array.array("b", [9, 9])
print(a)
try:
    a[::2] = array.array("b", [1])
except ValueError as e:
    print(e)
for i in range(3000):
    f = _io.StringIO()
    f.write("ab\ncd")
    f.seek(0)
    line = f.readline() + f.read(1) + str(list(f))
    g = _io.BytesIO(b"ab\ncd")
    data = g.readline() + g.read1(1) + b"".join(g)
print(line, data)
