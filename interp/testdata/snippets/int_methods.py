print((1).__eq__(1.0), (1).__lt__(2.5), (1.0).__eq__(1), (True).__eq__(1.0), (1).__add__(1.0), (2).__pow__(1.5), "a".__eq__(1), (1).__ne__(1.0), [].__eq__(()), (1).__rsub__(2.0), (1).__divmod__(1.0),(1).__and__(1.0))
print((1).__eq__("a"), int.__eq__(1, 1.0), (1).__hash__(), (1j).__eq__(1), (1.5).__lt__(2), {}.__eq__([]), set().__eq__([]), b"".__eq__(""), None.__eq__(1), (1).__ge__(True))
for c in (Exception, BaseException, OSError, int, list, dict, object, type):
    print(c.__init__.__qualname__, c.__new__.__qualname__, c.__repr__.__qualname__)
import io
s = io.StringIO("a\nb\r\n", newline=None); print(s.newlines); s.read(); print(s.newlines)
s.__init__("a\rb", newline=None); print(s.newlines)
s = io.StringIO("x\r\udc80\ny\r", newline=None); print(ascii(s.getvalue()), s.newlines); s.write("\r\n"); print(s.newlines, ascii(s.getvalue()))
s = io.StringIO("x\r\ny\r", newline=""); print(ascii(s.getvalue()), s.newlines)
s = io.StringIO("x\r\ny\r"); print(ascii(s.getvalue()), s.newlines)
class I(int): pass
class F(float): pass
print(I(2).__mul__(F(2.5)), (2).__mul__(F(1.5)), I(2)*2.5, 2*F(2.5), I(3) == 3.0, 3 == F(3), I(3) < F(4), (3).__lt__(F(4)), True.__and__(1), int.__add__(1, 2.0), sum([I(1), 2.5]), divmod(I(7), 2.5), I(2)**0.5, pow(I(2), 2.5))
for e in (ValueError, KeyError, OSError, StopIteration, SystemExit, UnicodeError, ExceptionGroup):
    print(e.__name__, "__init__" in e.__dict__, e.__init__.__qualname__)
class E2(ValueError):
    def __init__(self, a): super().__init__(a, 1)
print(E2(3).args, Exception(1, 2).args, E2.__mro__[1].__init__(E2(1), 5))
