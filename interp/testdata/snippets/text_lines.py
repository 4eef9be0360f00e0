# Lines of files and of StringIO, whatever ends them, and what is read at once.
import io
import os
import tempfile

texts = ["", "a", "a\n", "\n\n", "a\r\nb\rc\nd", "\r", "\r\n", "\r\r\n\n", "x" * 9000 + "\r\n" + "y" * 9000, "é\nß\r\n\U0001f600\n", "\n".join("l%d" % i for i in range(3000)) + "\n"]
folder = tempfile.mkdtemp()
name = os.path.join(folder, "f")


def short(v):
    return repr(v) if len(repr(v)) < 100 else (len(v), repr(v[:2])[:40], repr(v[-2:])[:40])


for t in texts:
    for newline in (None, "", "\n", "\r", "\r\n"):
        f = io.StringIO(t, newline)
        lines = list(f)
        f.seek(0)
        some = [f.readline(), f.readline(2), f.read(1), f.readline(-1)]
        print("memory", repr(newline), short(lines), short(some), f.tell(), f.newlines)
        with open(name, "w", newline=newline, encoding="utf-8") as f:
            f.write(t)
        with open(name, "rb") as f:
            data = f.read()
            print("bytes", short(data), f.read(), len(data) == os.stat(name).st_size)
            f.seek(1)
            print(short(f.read()), short(f.read(5)))
            f.seek(0)
            print(short(list(f)))
        for back in (None, "", "\n", "\r", "\r\n"):
            with open(name, newline=back, encoding="utf-8") as f:
                lines = []
                for line in f:
                    lines.append(line)
                print("file", repr(back), short(lines), repr(f.readline()), f.newlines)
            with open(name, newline=back, encoding="utf-8") as f:
                first = f.readline()
                rest = f.read()
                print(short(first), short(rest), f.read() == "")
                f.seek(0)
                assert f.read() == first + rest

with open(name, "w") as f:
    f.write("one\ntwo\nthree\n")
f = open(name)
print(next(f), end="")
try:
    f.tell()
except OSError as e:
    print("OSError", e)
print(f.readline(), end="")
f.close()
try:
    next(f)
except ValueError as e:
    print("ValueError", e)
with open(name, "r+") as f:
    print(f.readline(), end="")
    f.seek(0, 2)
    f.write("four\n")
    f.seek(0)
    print(f.read(), end="")
    f.write("five\n")
    f.flush()
    print(repr(f.read()))
with open(name, "rb") as f, open(name, "ab") as g:
    print(f.read())
    g.write(b"more")
    g.flush()
    print(f.read(), f.read())
    g.write(b"x" * 20000)
    g.flush()
    print(len(f.read(15000)), len(f.read()), f.read())
f = open(name)
print(next(f), end="")
f.detach()
try:
    next(f)
except ValueError as e:
    print("ValueError", e)


class Upper(io.TextIOWrapper):
    def readline(self, *a):
        return super().readline(*a).upper()


with Upper(open(name, "rb")) as f:
    print([line[:5] for line in f][:3])
with open("/dev/null", "rb") as f:
    print(f.read(), f.read(10))
os.remove(name)
os.rmdir(folder)
