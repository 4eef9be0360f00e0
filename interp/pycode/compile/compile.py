# Compile the source on stdin: python -c THIS FILENAME MODE FLAGS MEMORY. The answer on
# stdout is a magic, a kind (C: code, E: it does not compile), and marshal's bytes,
# or the exception's type, arguments and place as JSON: what is set behind the exception's
# making is none of its arguments. Warnings go to stderr as JSON: the text that CPython prints,
# and a list of what warned() makes. With a fifth argument, what CPython prints goes to
# stderr instead, the exception too. Two kinds of modes are none of compile's:
# tokenize and ast:MODE. Their answer is code whose constants are what has been found.
import sys


def tokens(source, extra):
    """The tokens of a source, and the exception that ends them, or None."""
    import _tokenize

    lines = source.decode("utf-8", "surrogatepass").split("\n")
    lines[:-1] = [line + "\n" for line in lines[:-1]]
    found, failed = [], None
    try:
        found.extend(_tokenize.TokenizerIter(iter(lines).__next__, extra_tokens=extra))
    except SyntaxError as error:
        failed = type(error).__name__, error.args
    return tuple(found), failed


def tree(node):
    """A node, list or constant as tuples."""
    import _ast

    if isinstance(node, _ast.AST):
        parts = [0, type(node).__name__]
        for name in node._fields + node._attributes:
            if hasattr(node, name):
                parts += name, tree(getattr(node, name))
        return tuple(parts)
    if isinstance(node, list):
        return 1, *map(tree, node)
    return 2, node


def displays(*compiled):
    """The elements of the set displays of what compile takes, in the order of the source, by
    their places."""
    import ast
    import warnings

    source, filename, mode, flags = compiled
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they have been given
        tree = compile(source, filename, mode, flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Set):
            found[node.lineno, node.end_lineno, node.col_offset, node.end_col_offset] = node.elts
    return found


def frozensets(code):
    """The constants of code that are frozensets, each with the places where it is loaded."""
    for const in code.co_consts:
        if hasattr(const, "co_consts"):
            yield from frozensets(const)
    if not any(isinstance(const, frozenset) for const in code.co_consts):
        return
    import opcode

    wide = 0
    for i, at in enumerate(code.co_positions()):
        op, arg = code.co_code[2 * i], wide << 8 | code.co_code[2 * i + 1]
        wide = arg if op == opcode.opmap["EXTENDED_ARG"] else 0
        if op == opcode.opmap["LOAD_CONST"] and isinstance(code.co_consts[arg], frozenset):
            yield code.co_consts[arg], at


def inserted(found, places, elements):
    """The order in which elements make the same frozenset when they are inserted.

    The compiler makes one in the order of the source, and another one in the order of the
    first. marshal sorts them, which is a third order where hashes collide.
    """
    import ast

    want = list(found)
    if list(frozenset(want)) == want:
        return want
    for at in places:
        order = [eval(compile(ast.Expression(e), "", "eval"), {}) for e in elements().get(at, ())]
        for _ in range(3):
            if list(frozenset(order)) == want:
                return order
            order = list(frozenset(order))
    return want


def ordered(code, *compiled):
    """Code whose frozensets are tuples of a code object, which no tuple in a source has,
    and the elements in the order in which they are to be inserted."""
    places, kept = {}, []
    for const, at in frozensets(code):
        places.setdefault(id(const), []).append(at)
        kept.append(const)
    if not kept:
        return code
    import functools

    elements = functools.cache(lambda: displays(*compiled))
    mark = compile("", "", "exec")

    def replaced(code):
        consts = []
        for const in code.co_consts:
            if hasattr(const, "co_consts"):
                const = replaced(const)
            elif isinstance(const, frozenset):
                const = mark, *inserted(const, places.get(id(const), ()), elements)
            consts.append(const)
        return code.replace(co_consts=tuple(consts))

    return replaced(code)


def answer(source, filename, mode, flags):
    kind, _, rest = mode.partition(":")
    if kind == "tokenize":
        return compile("", "", "exec").replace(co_consts=tokens(source, bool(flags)))
    if kind == "ast":
        found = compile(source, filename, rest, flags | 0x400, dont_inherit=True, optimize=0)
        return compile("", "", "exec").replace(co_consts=(tree(found),))
    return ordered(compile(source, filename, mode, flags, dont_inherit=True, optimize=0), source, filename, mode, flags)


class Printed:
    """What stands in for stderr while something is compiled: what is printed are warnings."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def failure(error):
    """An exception's type, arguments and place."""
    names = ("filename", "lineno", "offset", "text", "end_lineno", "end_offset") if isinstance(error, SyntaxError) else ()
    return type(error).__name__, error.args, {name: getattr(error, name) for name in names}


def warned(*compiled):
    """The warnings of what compile takes: the category, text, file and line of each, and the exception
    that stands in for it where a filter makes it an error."""
    import re
    import warnings

    def compiles():
        try:
            answer(*compiled)
        except BaseException as error:
            return failure(error)

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        compiles()
    for w in found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.filterwarnings("error", re.escape(str(w.message)) + r"\Z", w.category, lineno=w.lineno)
            yield w.category.__name__, str(w.message), w.filename, w.lineno, compiles()


def bound(memory):
    """Lets the process take so many bytes more than it has, if that is to be had."""
    try:
        import resource
    except ImportError:
        return
    try:
        with open("/proc/self/statm") as f:
            memory += int(f.read().split()[0]) * resource.getpagesize()
    except OSError:
        memory += 64 << 20
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most))


import json, marshal

try:
    if int(sys.argv[4]):
        bound(int(sys.argv[4]))
    compiled = sys.stdin.buffer.read(), sys.argv[1], sys.argv[2], int(sys.argv[3])
    if len(sys.argv) <= 5:
        sys.stderr = Printed()
    kind, data = b"C", marshal.dumps(answer(*compiled))
except BaseException as error:
    if len(sys.argv) > 5:
        # As for `python FILE`: there is no frame yet for a traceback to show.
        error.__traceback__ = None
        sys.excepthook(type(error), error, None)
    kind, data = b"E", json.dumps(failure(error), default=repr).encode()
printed, sys.stderr = sys.stderr, sys.__stderr__
if isinstance(printed, Printed) and printed.text:
    json.dump((printed.text, list(warned(*compiled))), sys.stderr, default=repr)
sys.stdout.buffer.write(b"tier2py1" + kind + data)
