"""Writes streams.json: programs, what they read, and what CPython 3.14 prints.

    PYTHONHASHSEED=0 python3.14 -P -s -S testdata/gen_streams.py > testdata/streams.json

Each record is [program, standard input, standard output, standard error].
"""
import json
import subprocess
import sys

CASES = [
    ("print(input())", "hello\n"), ("print(repr(input('name? ')))", "bob"), ("input(); print(repr(input()))", "a\n\n"),
    ("print([input(), input()])", "a\r\nb\r\n"), ("import sys\nfor line in sys.stdin: print(repr(line))", "a\nb\r\nc\rd"),
    ("import sys\nprint(sys.stdin.read().split())", "1 2\n3\n"), ("import sys\nprint(input(), sys.stdin.readline(), sys.stdin.readlines())", "a\nb\nc\nd"),
    ("import sys\nprint(sys.stdin.buffer.read())", "a\u00e9\n"), ("import sys\nprint(sys.stdin.read(3), sys.stdin.read())", "h\u00e9llo"),
    ("print(list(map(int, input().split())))", "3 4 5\n"), ("import sys\ndata = sys.stdin.read().splitlines()\nprint(data)", "x\ny"),
    ("import sys\nprint(list(iter(sys.stdin.readline, '')))", "x\ny\n"), ("print('a', 'b', sep='')", ""), ("print()", ""), ("print('a', end='')", ""),
    ("print('a', end=None, sep=None)", ""), ("print(1, 2.5, None, 'x', [1], sep='--', end='!\\n')", ""), ("print('h\u00e9llo \u20ac \U0001f600')", ""),
    ("import sys\nprint('err', file=sys.stderr)\nprint('out')", ""), ("import sys\nprint('\\ud800', file=sys.stderr)", ""),
    ("import sys\nn = sys.stdout.write('abc\\n')\nprint(n)", ""), ("import sys\nsys.stdout.writelines(['a\\n', 'b\\n'])", ""),
    ("import sys\nsys.stdout.flush()\nsys.stdout.buffer.write(b'raw\\n')\nsys.stdout.buffer.flush()\nprint('text')", ""),
    ("import sys\nsys.stdout = sys.stderr\nprint('moved')", ""), ("import sys\nsys.stdout = None\nprint('nowhere')", ""),
    ("import sys\nprint(sys.stdin.isatty(), sys.stdout.isatty(), sys.stderr.fileno(), sys.stdin.readable(), sys.stdin.writable())", ""),
    ("print(*range(5))", ""), ("print(*'abc', sep='\\n')", ""), ("print('x' * 70000)", ""), ("import sys\nsys.stdout.write('h\u00e9\\n')\nprint(len, file=sys.stdout, flush=True)", ""),
    ("from math import sqrt, pi\nprint(sqrt(2), pi)", ""), ("import math as m, sys as s\nprint(m.pi, s.maxsize)", ""),
    ("print(globals()['__name__'])", ""), ("x = 1\nprint('x' in globals(), globals()['x'])", ""), ("import sys\nprint('math' in sys.modules)\nimport math\nprint(sys.modules['math'] is math)", ""),
    ("f = open('/dev/null')\nfor line in f: print(line)\nprint(f.readline() == '')", ""), ("print(sorted([3, 1, 2], key=lambda v: -v))", ""),
]

out = []
for program, stdin in CASES:
    p = subprocess.run([sys.executable, "-P", "-s", "-S", "-c", program], input=stdin.encode(), capture_output=True,
                       env={"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"})
    assert p.returncode == 0, (program, p.stderr)
    out.append(json.dumps([program, stdin, p.stdout.decode(), p.stderr.decode()]))
sys.stdout.write("[\n" + ",\n".join(out) + "\n]\n")
