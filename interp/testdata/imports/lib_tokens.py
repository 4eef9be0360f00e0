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
