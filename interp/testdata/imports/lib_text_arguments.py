"""Names of encodings and error handlers with a NUL or a surrogate; readonly attributes of what shows bytes."""
import codecs, io
def t(f):
    try: print(ascii(f())[:60].split(" at 0x")[0])
    except Exception as e: print(type(e).__name__, ascii(str(e))[:150])
for bad in "utf-8\0", "\0", "\ud800", "utf-8\ud800", "a"*1000, "", "utf\x008":
    print("==", ascii(bad)[:20]); t(lambda: "a".encode(bad)); t(lambda: b"a".decode(bad)); t(lambda: str(b"a", bad)); t(lambda: bytes("a", bad)); t(lambda: bytearray("a", bad))
    t(lambda: "a\ud800".encode("utf-8", bad)); t(lambda: b"a\xff".decode("utf-8", bad)); t(lambda: "a".encode("utf-8", bad)); t(lambda: b"a".decode("ascii", bad))
    t(lambda: b"\xff".decode("ascii", bad)); t(lambda: "\xff".encode("ascii", bad)); t(lambda: "\u1234".encode("latin-1", bad))
    t(lambda: codecs.lookup(bad).name); t(lambda: codecs.lookup_error(bad)); t(lambda: codecs.encode("a", bad)); t(lambda: codecs.decode(b"a", bad))
    t(lambda: codecs.encode("a", "utf-8", bad)); t(lambda: codecs.decode(b"\xff", "utf-8", bad))
    t(lambda: io.TextIOWrapper(io.BytesIO(b"a\xff"), encoding=bad).read()); t(lambda: io.TextIOWrapper(io.BytesIO(b"a\xff"), encoding="utf-8", errors=bad).read())
    t(lambda: codecs.register_error(bad, lambda e: ("?", e.end)))
    t(lambda: "\ud800".encode("utf-8", bad))
    t(lambda: io.TextIOWrapper(io.BytesIO(b"a"), encoding="utf-8", newline=bad))
    t(lambda: open("/nonexistent", encoding=bad)); t(lambda: open("/nonexistent", errors=bad)); t(lambda: open("/nonexistent", bad))
    t(lambda: codecs.utf_8_decode(b"\xff", bad)); t(lambda: codecs.ascii_encode("é", bad)); t(lambda: codecs.charmap_encode("é", bad, {}))
    t(lambda: codecs.escape_decode(b"\\xz", bad)); t(lambda: codecs.unicode_escape_decode(b"\\xz", bad))
import array
class A(array.array):
    @property
    def readonly(self): print("asked"); return True
a = A('b', [1,2,3])
print(io.BytesIO(b"xyz").readinto(a), a)
class B(bytearray):
    readonly = True
b = B(3); print(io.BytesIO(b"xyz").readinto(b), b)
class C(bytes):
    readonly = False
    def __getattribute__(self, n): print("asked", n); raise ZeroDivisionError
try: io.BytesIO(b"xyz").readinto(C(b"abc"))
except Exception as e: print(type(e), e)
try: io.BytesIO(b"xyz").readinto(memoryview(b"abc"))
except Exception as e: print(type(e), e)
m=memoryview(bytearray(3)); print(io.BytesIO(b"xyz").readinto(m), bytes(m))
print(io.BytesIO(b"xyz").readinto(memoryview(a)), a)
try: print(io.BytesIO(b"xyz").readinto(memoryview(a).toreadonly()))
except Exception as e: print(type(e), e)
m.release()
try: io.BytesIO(b"xyz").readinto(m)
except Exception as e: print(type(e), e)
