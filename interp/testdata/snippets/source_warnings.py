# Warnings of the compiler go through the module warnings.
import ast, warnings

sources = ("'\\d'", "1 is 1", "assert (1, 2)", "(1)(2)", "1 is 1; 2 is 2\n(", "def f():\n try: pass\n finally: return 1", "1or 2")
for action in ('error', 'always', 'ignore', 'default', 'once', 'module'):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter(action)
        for source in sources:
            for again in range(2):
                try:
                    compile(source, 'f.py', 'exec')
                except SyntaxError as e:
                    print(action, repr(source), e.args, e.lineno, e.offset, e.end_lineno, e.end_offset, e.__context__)
        print(action, [(w.category.__name__, str(w.message), w.filename, w.lineno) for w in found])
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter('always')
    ast.parse("'\\d'")
    eval("1 is 1")
    exec("\n1 is 2")
    print([(str(w.message)[:20], w.filename, w.lineno) for w in found])

def show(message, category, filename, lineno, file=None, line=None):
    print('shown', message, category, filename, lineno)

warnings.showwarning = show
eval("1 is 1")
