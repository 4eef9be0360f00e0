"""Writes tracebacks.json: programs that end in an exception, and what CPython 3.14
prints of it, without the lines of carets; DIR stands for the program's folder.

    PYTHONHASHSEED=0 python3.14 -P -s -S testdata/gen_tracebacks.py > testdata/tracebacks.json

Each record is [program, standard error, exit status].
"""
import json
import os
import re
import subprocess
import sys
import tempfile

programs = []


def add(*texts):
    programs.extend(t.lstrip("\n") for t in texts)


# Names
add(
    "x = 1\ny\n", "value = 1\nprint(valeu)\n", "def f():\n    count = 1\n    return coutn\nf()\n",
    "def f(a, b):\n    c = 1\n    del c\n    return cc\nf(1, 2)\n", "prnt(1)\n", "pirnt(1)\n", "math.sqrt(2)\n", "sys\n", "maths\n",
    "import math\nmth.pi\n", "matth = 1\nmath\n", "maht = 3\nmath.pi\n", "exit\n", "quit()\n", "foo_bar_baz = 1\nfoo_bar_bax_y\n", "ABC = 1\nabc\n", "abC = 1\nabc\n",
    "ab = 1\nax = 2\nay\n", "lenght([1])\n", "Flase\n", "a = 1\nb\n", "def f():\n    g = 1\n    def h():\n        return gg\n    return h()\nf()\n",
    "def f():\n    def h():\n        return counter\n    h()\n    counter = 1\nf()\n", "def f():\n    def h():\n        return counter\n    countre = 1\n    h()\n    counter = 1\nf()\n",
    "def f():\n    print(x)\n    x = 1\nf()\n", "del zzz\n", "def f():\n    del zzz\nf()\n", "\u00e9t\u00e9 = 1\n\u00e9te\n", "x" * 50 + "\n", "def self_test(self):\n    return upper\nself_test('a')\n",
    "def self_test(self):\n    return uper\nself_test('a')\n", "def f():\n    global q\n    return q\nf()\n", "list1 = [1]\nlis1t\n", "[i for i in range(3)]\ni\n", "tme = 1\ntime\n",
    "raise NameError('plain')\n", "os.path\n", "collections\n", "print(_x)\n", "_xy = 1\nprint(xy)\n",
)
# Attributes
add(
    "'a'.uper()\n", "[].appendd(1)\n", "{}.itms()\n", "import math\nmath.sqr\n", "import math\nmath.sqrt_(2)\n", "import math\nmath.foo\n", "(1).rael\n", "int.frombytes\n",
    "def f(): pass\nf.__nam__\n", "def f(): pass\nf.foo\n", "len.nme\n", "None.foo\n", "''._foo\n", "''.__len\n", "import sys\nsys.versoin\n", "import sys\nsys.stdout.wirte('a')\n",
    "x = 1\nx.foo = 3\n", "[].append = 3\n", "[].apend = 3\n", "del (1).foo\n", "def f(self):\n    self.__ad\nf(1)\n", "def f(self):\n    self.__addd__\nf(1)\n", "def f(self):\n    self.add__\nf(1)\n",
    "def f(x):\n    x.add__\nf(1)\n", "import random\nrandom.rnadint(1, 2)\n", "raise AttributeError('x')\n", "raise AttributeError\n", "int.foo = 1\n",
)
# Imports
add(
    "import foo_bar\n", "import foo_bar.baz\n", "from foo_bar import x\n", "from math import sqr\n", "from math import foo\n", "from math import sqrt, csos\n", "from sys import verion\n",
    "from math import _sin\n", "raise ImportError('x')\n", "raise ModuleNotFoundError\n",
)
# Calls
add(
    "def f(a, bb): pass\nf(1, b=2)\n", "def f(alpha, beta): pass\nf(alpah=2)\n", "def f(a, /, b): pass\nf(a=2, b=3)\n", "def f(a, /, b): pass\nf(1, c=3)\n", "def f(): pass\nf(x=1)\n",
    "def f(a): pass\nf()\n", "def f(a, b, c): pass\nf()\n", "def f(a, b): pass\nf(1, 2, 3)\n", "def f(*, key): pass\nf()\n", "def f(*, key): pass\nf(kye=1)\n", "def f(a): pass\nf(1, a=2)\n",
    "print(seq=1)\n", "int('x')\n", "sorted([1], kye=3)\n", "max([1], defualt=2)\n", "open('/no/such')\n", "one = 1\none()\n", "f = lambda x: x.foo\nf(3)\n",
)
# Frames
add(
    "def f(n):\n    if n:\n        f(n - 1)\n    1 / 0\nf(0)\n", "def f(n):\n    if n == 0:\n        1 / 0\n    f(n - 1)\nf(1)\n", "def f(n):\n    if n == 0:\n        1 / 0\n    f(n - 1)\nf(3)\n",
    "def f(n):\n    if n == 0:\n        1 / 0\n    f(n - 1)\nf(4)\n", "def f(n):\n    if n == 0:\n        1 / 0\n    f(n - 1)\nf(5)\n", "def f(n):\n    if n == 0:\n        1 / 0\n    f(n - 1)\nf(50)\n",
    "def f(n):\n    return f(n + 1)\nf(0)\n", "def a(n):\n    b(n)\ndef b(n):\n    if n == 0: raise KeyError('k')\n    a(n - 1)\na(6)\n",
    "def f(x):\n    return 1 / x\nprint(list(map(f, [1, 0])))\n", "sorted([3, 1], key=lambda x: x.foo)\n", "x = [1 / i for i in (1, 0)]\n", "def g():\n    return {k: v / 0 for k, v in [(1, 2)]}\ng()\n",
    "def outer():\n    def inner():\n        raise ValueError('deep')\n    inner()\nouter()\n", "f = lambda: 1 / 0\nf()\n", "def f():\n\treturn 1 / 0\nf()\n",
    "x = 1; y = x / 0\n", "x = 'caf\u00e9' + 1\n", "\n\n   \nx = 1 / 0 # comment  \n", "assert 1 == 2\n", "assert 1 == 2, 'message'\n", "x = {}\nx['a']['b']\n", "a, b = 1\n", "a, b = 1, 2, 3\n", "for i in 3: pass\n",
    "def f():\n    for x in [1]:\n        x.y\nf()\n", "raise ValueError\n", "raise ValueError('a', 'b')\n", "raise ValueError('two\\nlines')\n", "raise KeyError('x') from ValueError('y')\n", "raise KeyError('x') from None\n",
    "def f():\n    return ValueError('made')\nraise KeyError('x') from f()\n", "raise 3\n", "raise SyntaxError('x')\n", "raise OSError(2, 'No such', 'file')\n", "raise StopIteration\n", "raise KeyboardInterrupt\n",
    "raise SystemExit\n", "raise SystemExit(3)\n", "raise SystemExit('bye')\n", "raise SystemExit(None)\n", "raise SystemExit(1, 2)\n", "raise SystemExit(300)\n", "raise SystemExit(-1)\n", "raise SystemExit(2**70)\n", "raise SystemExit(True)\n",
    "import sys\nsys.exit('bye')\n", "import sys\nsys.exit([1])\n", "raise UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'bad')\n", "b'\\xff'.decode()\n", "raise Exception('\u20ac')\n", "raise RecursionError\n", "x = 1\nx()\r\n", "def f():\r\n    1/0\r\nf()\r\n",
    "from builtins import open\nopen(3.5)\n", "import math\nmath.sqrt(-1)\n", "import math\nmath.log(0)\n", "import sys\nsys.setrecursionlimit(0)\n", "import sys\nsys.setrecursionlimit(30)\ndef f(): f()\nf()\n",
    "'%d' % 'a'\n", "f'{1:q}'\n", "[1][5]\n", "next(iter([]))\n", "'a' < 1\n", "hash([])\n", "{[]: 1}\n", "int('1' * 5000)\n",
)
# Lines of statements that span lines
add(
    "print(1,\n      2 / 0,\n      3)\n", "x = foo(\n    1,\n    2,\n)\n", "def f(*a):\n    raise ValueError(\n        'x'\n    )\nf(\n    1,\n    2,\n    3,\n    4,\n)\n", "def f(*a): 1 / 0\nf(1,\n  2)\n", "def f(*a): 1 / 0\nx = [f(\n  1,\n  2\n)]\n",
    "x = (1\n     + 2\n     + 'a'\n     + 3)\n", "x = (1 +\n     2 +\n     'a' +\n     3\n    )\n", "x = (\n    1\n    *\n    ('a' /\n     2)\n)\n", "x = [1, 2, 3]\ny = x[\n    0\n    + 5\n]\n", "x = [1]\ny = (x\n   [\n   1,\n   2\n   ])\n",
    "y = {\n  'a': 1,\n  'b': 2,\n  'c': 1 / 0,\n}\n", "raise ValueError(\n    'a'\n    'b'\n    'c'\n)\n", "raise ValueError('''a\nb\nc''')\n", "assert (\n  1 ==\n  2\n), (\n 'msg'\n)\n", "class_ = 1\nif (class_ and\n    class_.foo):\n    pass\n",
    "x = 'abc'.replace(\n    'a', 1\n)\n", "x = ('abc'\n     .upper()\n     .foo()\n     .lower())\n", "x = ('abc'\n     .upper(\n     1\n     ))\n", "def f(a, b): 1 / 0\nf(\n    # comment\n    1, # (\n    b='''x\n)'''\n)\n", "for x in (\n    1\n    / 0,\n    2\n): pass\n",
    "def f(*a): 1 / 0\nfor x in f(\n    1,\n    2,\n    3\n): pass\n", "def f(*a): 1 / 0\nreturn_ = f(\n\n    1,\n\n    2\n)\n", "x = -(\n  'a'\n)\n", "x = not (\n  1 /\n  0\n)\n", "x = 1 if (\n 1 /\n 0) else 2\n", "x = (1 <\n  'a')\n",
    "x = (2 **\n     -1 **\n     'a')\n", "x = 1\nx += (\n  'a'\n)\n", "x = lambda: (\n  1 /\n  0\n)\nx()\n", "def f(*a): 1 / 0\nif 1:\n    x = f(\n  1,\n2,\n    3)\n", "def f(*a): 1 / 0\nf('''\nline\n''',\n 2)\n", "def f(*a):\n    return g(\n        *a,\n        k=f'{a}{\"x\"}',\n        m=1\n    )\nf(1)\n",
    "def f(*a): 1 / 0\nf(1)(\n  2\n)\n", "def f(*a): 1 / 0\nf(\n  f(\n    1\n  )\n)\n", "x = [\n  i.foo\n  for i in\n  range(3)\n]\n", "x = sum(\n  a\n  for a in 3\n)\n" if 0 else "x = sum(\n  3\n)\n", "x = (1\n  /0)\n", "x = 1 / \\\n  0\n",
    "def f(*a): 1 / 0\nx = f(1) + \\\n    2\n", "def f(*a): 1 / 0\nif True:\n    if True:\n        x = f(\n            1,\n        ) + f(\n            2,\n        )\n", "x = 'a' + (\n    3\n) + 'b'\n", "x = ('a') + \\\n  ((3))\n", "x = {1:\n 2}[\n 3\n ]\n",
    "print('%d %d'\n      % (1,\n         'a'))\n", "del {}[\n  1\n]\n", "x = {}\nx[\n  []\n] = 1\n", "x = 3\nx[\n  1\n] = 2\n", "a, b = (\n  1,\n  2,\n  3\n)\n", "import math\nmath.sqrt(\n    -1\n)\n", "from math import (\n  sin,\n  sni,\n  cos\n)\n",
    "raise KeyError(\n  1\n) from ValueError(\n  2\n)\n", "def f(a=1,\n      b=1/0): pass\n", "@int\ndef f(): pass\n", "@(lambda f:\n  f / 0)\ndef f():\n    pass\n", "x = f'''{\n  1/0\n}'''\n", "x = f'a{1}' f'''\n{2 + 'a'}'''\n",
)
# Handlers: chains, frames that exceptions pass through, and what they leave out.
H = "def f(x):\n    return 1 // x\n"
add(
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    [][1]\n", "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError(1) from e\n", "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError(1) from None\n",
    "try:\n    1 / 0\nexcept ValueError:\n    pass\n", "try:\n    1 / 0\nfinally:\n    [][1]\n", "try:\n    1 / 0\nfinally:\n    print()\n", H + "try:\n    f(0)\nexcept ZeroDivisionError:\n    raise\n", H + "try:\n    f(0)\nexcept ZeroDivisionError as e:\n    raise e\n",
    H + "def g():\n    try:\n        f(0)\n    except KeyError:\n        pass\n    finally:\n        x = 1\ng()\n", H + "def g():\n    try:\n        f(0)\n    except ZeroDivisionError as e:\n        return e\ne = g()\nraise e\n", H + "def g():\n    try:\n        f(0)\n    except ZeroDivisionError as e:\n        return e\nraise g().with_traceback(None)\n",
    H + "def g():\n    try:\n        f(0)\n    except ZeroDivisionError as e:\n        h()\ndef h():\n    raise\ng()\n", "e = ValueError(1)\nfor i in range(3):\n    try:\n        raise e\n    except ValueError:\n        pass\nraise e\n",
    H + "try:\n    try:\n        f(0)\n    except ZeroDivisionError:\n        [][1]\nexcept IndexError as e:\n    {}[e]\n", H + "try:\n    try:\n        f(0)\n    except ZeroDivisionError as e:\n        raise IndexError from e\nexcept IndexError as e:\n    {}[2]\n",
    "a = ValueError('a')\na.__context__ = KeyError('b')\nraise a\n", "a = ValueError('a')\na.__cause__ = KeyError('b')\na.__suppress_context__ = False\nraise a\n", "a = ValueError('a')\nb = KeyError('b')\na.__context__ = b\nb.__context__ = a\nraise a\n",
    "a = ValueError('a')\na.__cause__ = a\nraise a\n", "e = ValueError('x')\ne.add_note('one')\ne.add_note('two\\nlines')\nraise e\n", "e = ValueError()\ne.__notes__ = 5\nraise e\n", "e = ValueError()\ne.__notes__ = [1, None]\nraise e\n", "e = ValueError()\ne.__notes__ = 'text'\nraise e\n",
    "try:\n    1 / 0\nexcept 5:\n    pass\n", "try:\n    1 / 0\nexcept nosuch:\n    pass\n", "with 5:\n    pass\n", "with open(__file__) as f:\n    1 / 0\n", "import sys\ntry:\n    sys.exit(4)\nfinally:\n    print()\n", "import sys\ntry:\n    sys.exit(4)\nfinally:\n    1 / 0\n",
    "def f(n):\n    try:\n        if n == 0:\n            raise ValueError(n)\n        f(n - 1)\n    except ValueError as e:\n        raise ValueError(n) from e\nf(3)\n", "def f(n):\n    try:\n        f(n + 1)\n    finally:\n        n += 1\nimport sys\nsys.setrecursionlimit(40)\nf(0)\n",
    "e = SystemExit(3)\ne.code = 5\nraise e\n", "try:\n    raise ValueError\nexcept ValueError:\n    raise SystemExit(2)\n", "def f():\n    valeu = 1\n    try:\n        value\n    except NameError:\n        raise\nf()\n", "try:\n    [].appendd\nexcept AttributeError as e:\n    x = e\nraise x\n",
    "def f():\n    return [\n        10 // x\n        for x in (2, 1, 0)\n    ]\nf()\n", "try:\n    int('a')\nexcept ValueError:\n    try:\n        int('b')\n    except ValueError:\n        int('c')\n",
)

# Groups of exceptions.
add(
    "raise ExceptionGroup('a', [ValueError(1), TypeError('two\\nlines')])\n", "def f(n):\n    raise ValueError(n)\nlist_ = []\nfor i in range(17):\n    try:\n        f(i)\n    except ValueError as e:\n        list_.append(e)\nraise ExceptionGroup('many', list_)\n",
    "try:\n    1 / 0\nexcept* ZeroDivisionError:\n    raise KeyError('k')\n", "try:\n    1 / 0\nexcept* ValueError:\n    pass\n", "e = ValueError()\nfor i in range(12):\n    e = ExceptionGroup(str(i), [e])\nraise e\n",
    "e = ExceptionGroup('in', [KeyError(1), ExceptionGroup('deep', [OSError(2, 'x')])])\ne.add_note('one\\ntwo')\ntry:\n    raise e\nexcept ExceptionGroup:\n    raise ExceptionGroup('out', [e, ValueError('last')]) from TypeError('cause')\n",
    "try:\n    raise ExceptionGroup('g', [ValueError(1), KeyError(2)])\nexcept* ValueError as e:\n    raise\n", "try:\n    raise ExceptionGroup('g', [ValueError(1), KeyError(2)])\nexcept* ValueError as e:\n    1 / 0\n",
    "a = ValueError('a')\ntry:\n    raise a\nexcept ValueError:\n    try:\n        raise TypeError('b')\n    except TypeError as b:\n        raise BaseExceptionGroup('both', [a, b, KeyboardInterrupt()])\n",
)

CARETS = re.compile(r"^[\s|]+[\^~][\s^~]*$")


def run(program):
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "prog.py")
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(program)
        p = subprocess.run([sys.executable, "-P", "-s", "-S", path], capture_output=True, stdin=subprocess.DEVNULL, cwd=d,
                           env={"PYTHONHASHSEED": "0"})
        lines = [line for line in p.stderr.decode().split("\n") if not CARETS.match(line)]
        return "\n".join(lines).replace(d, "DIR"), p.returncode


out = []
for p in programs:
    err, status = run(p)
    out.append(json.dumps([p, err, status]))
sys.stdout.write("[\n" + ",\n".join(out) + "\n]\n")
