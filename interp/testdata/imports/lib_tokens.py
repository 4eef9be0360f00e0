"""_tokenize, _ast and _opcode, which ask the front end."""
import _tokenize, _ast, _opcode
src = "def f(x):\n    return f'{x!r:>{3}}' + 'é'  # c\n\nif 1:\n  y = (1,\n 2)\n"
lines = iter(src.splitlines(True))
for t in _tokenize.TokenizerIter(lambda: next(lines, ""), extra_tokens=True): print(t)
it = iter(src.splitlines(True))
for t in _tokenize.TokenizerIter(it.__next__, extra_tokens=False): print(t)
for bad in ("x = 'abc\n", "(\n", "  a\n b\n", "'''", "1_", "$"):
    it = iter(bad.splitlines(True))
    try:
        for t in _tokenize.TokenizerIter(it.__next__, extra_tokens=True): print(t)
    except Exception as e: print(type(e).__name__, e.args)
it = iter([x.encode() for x in src.splitlines(True)])
print(len(list(_tokenize.TokenizerIter(it.__next__, encoding="utf-8", extra_tokens=True))))
tree = compile(src, "f", "exec", 0x400)
print(type(tree), tree.body[0].name, tree.body[0].args.args[0].arg, tree.body[0].lineno, tree.body[0].returns, tree.body[1].test.value)
n = _ast.Name("a")
print(type(n.ctx), n.id, n._fields, _ast.Name.__match_args__, isinstance(n, _ast.expr), _ast.FunctionDef("f", _ast.arguments()).body)
for f in (lambda: _ast.Name("a", 1, 2), lambda: _ast.Name("a", id=2)):
    try: f()
    except TypeError as e: print(e)
print(_ast.PyCF_ONLY_AST, _opcode.has_arg(90), _opcode.get_nb_ops()[0], _opcode.is_valid(3))
# A line is read when CPython reads it, and what ends the tokens counts from the first line.
def tokens(source, extra):
    lines, read = iter(source.splitlines(True)), 0
    def readline():
        nonlocal read
        read += 1
        return next(lines, "")
    try:
        for t in _tokenize.TokenizerIter(readline, extra_tokens=extra): print(read, t)
    except SyntaxError as e: print(read, type(e), e.args, e.lineno, e.offset, e.end_lineno, e.text, e.filename)
for source in (
    "if a:\n  if b:\n\n    # c\n    x = (1,\n  2)\n\n  y\nz", "def f():\n  '''doc\n  string'''\n  return 1\n", "f'''{\n1\n}\n'''\nz\n", "x\n\\\n  y\n", "\\\n\nx\n",
    "if a:\n  b\n  c(\n1\n", "if x:\n    y\n  z\n", "if x:\n\ty\n        z\n", "a\n\n'''abc\ndef", "a\nb\nx = 'abc\n", "a\n\f\nb\n]\n",
):
    for extra in True, False: tokens(source, extra)
def broken():
    yield "x = (1,\n"
    raise KeyError("lines")
try:
    for t in _tokenize.TokenizerIter(broken().__next__, extra_tokens=True): print(t[1])
except KeyError as e: print("KeyError", e)
# Many sources at once; what wants another line only once the string, f-string or bracket has ended.
texts = ["x%d = (\n" % i + "  [%d,\n" % i * 3 + "'''a\nb''', f'''{\ni\n}''' ]]])\n" + "\\\n\nif y:\n  z\n" for i in range(5)]  # one more than a VM talks about at once
its = [_tokenize.TokenizerIter(iter(t.splitlines(True)).__next__, extra_tokens=True) for t in texts]
print([[t[1] for t in row] for row in zip(*its)] == [[t[1] for t in row] for row in
    zip(*[list(_tokenize.TokenizerIter(iter(t.splitlines(True)).__next__, extra_tokens=True)) for t in texts])])
import warnings
for action in "always", "error":
    it = iter(["a\n", "f(\n", "1if 2else 3)\n", "'\\d'\n", "f'\\d{1}'\n", "b\n"])
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter(action)
        try: print([t[1] for t in _tokenize.TokenizerIter(it.__next__, extra_tokens=True)])
        except SyntaxError as e: print(e.args)
    print([(w.category, str(w.message), w.filename, w.lineno) for w in given], len(list(it)))
for line in "\ud800\n", "a\0b\n", "'\0'\n", b"x", 3:
    it = iter(["a\n", line, "b\n"])
    try: print([t[1] for t in _tokenize.TokenizerIter(it.__next__, extra_tokens=True)])
    except Exception as e: print(type(e), e)
    print(len(list(it)))
