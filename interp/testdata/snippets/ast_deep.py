# Deep trees: ast.parse and compile of them, and the errors of those that are too deep.
import ast
def t(label, f):
    try: r = f()
    except BaseException as e: r = type(e).__name__, str(e)[:14]
    print(label, r)
for n in (10, 900, 3000):
    tree = ast.parse('1' + '+1' * n, mode='eval')
    t((n, 'parse'), lambda: eval(compile(tree, 'x', 'eval')))
    t((n, 'nested'), lambda: type(ast.parse('-' * n + '1')))
    depth = 0
    node = tree.body
    while isinstance(node, ast.BinOp): node = node.left; depth += 1
    print(depth, node.value)
t('trees', lambda: ast.dump(ast.parse('def f(a, *b, c=[1, (2, 3)], **d) -> int:\n    """doc"""\n    return {1: [], **{}}, f"{a!r:>{b}}"\nx: int\nmatch y:\n    case [1, *_]: pass')))
place = dict(lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
def unary(n):
    e = ast.Constant(1, **place)
    for i in range(n): e = ast.UnaryOp(ast.USub(), e, **place)
    return ast.Expression(e)
for n in (10, 3000): t((n, 'made'), lambda: eval(compile(unary(n), 'x', 'eval')))
u = ast.UnaryOp(ast.USub(), None, **place); u.operand = u
t('cycle', lambda: compile(ast.Expression(u), 'x', 'eval'))
