# Compile sources. Without arguments the requests come on stdin, one after the other. Those that are short and make code
# or a SyntaxError, and nothing else, are answered by one process. Any other is answered by a process of its own, forked for it:
# what one source does to the compiler, or to the memory's limit, no other sees. With arguments, python -c THIS
# FILENAME MODE FLAGS MEMORY, there is one source, on stdin, and the answer's data follow its kind.
#
# An answer has a kind (C: code, E: it does not compile), marshal's bytes, or the exception's type,
# arguments and place as JSON (what is set behind the exception's making is none of its arguments), and
# what was printed: JSON with the text of the warnings that CPython prints, and a list of what warned()
# makes; or with a fifth argument that text alone, the exception's too. A mode is one of compile's, which may have
# kinds before it: with ast: the answer is code whose constants are the tree as tuples; with tree: the source is a
# pickle that makes a tree; with text: it is a str. Behind the mode may stand, each behind a comma, compile's optimize and _feature_version.
# Mode tokenize begins a conversation, of many answers (converse).
import sys


def converse(start, extra, memory, known):
    """A conversation about the tokens of one source, of which known lines have been talked about before.

    A line comes as an L, its length and its text, and behind the last one there is an E; a Q ends the conversation. Once the
    tokenizer wants the next line, there is an answer to the one before: code whose constants are the tokens, what has been raised
    (None, or the type's name, the arguments, and the other attributes), and whether that is all.
    """
    import _tokenize

    found, count, ended = [], 0, False

    def reply(failed=None, end=True):
        code = marshal.dumps(compile("", "", "exec").replace(co_consts=(tuple(found), failed, end)))
        found.clear()
        send_answer(b"C", code, b"")

    def readline():
        nonlocal count, ended
        if ended:
            return ""
        if count > known:
            reply(end=False)
        found.clear()
        kind = received(1)
        if kind == b"L":
            count += 1
            return received(int.from_bytes(received(4))).decode("utf-8", "surrogatepass")
        if kind != b"E":
            os._exit(0)
        ended = True
        return ""

    try:
        if memory:
            bound(memory, start)
        for kind, text, start, end, line in _tokenize.TokenizerIter(readline, extra_tokens=extra):
            found.append((kind, text, start, end, line))
        reply()
    except Exception as error:
        if isinstance(error, MemoryError):
            found.clear()
        kind, args, place = failure(error)
        reply((kind, args, tuple(place.items())))


def tree(root):
    """What makes a tree, as tuples, each part before what has it: it may be deep."""
    import _ast

    parts, todo = [], [root]
    while todo:
        node = todo.pop()
        if isinstance(node, _ast.AST):
            names = tuple(name for name in node._fields + node._attributes if hasattr(node, name))
            parts.append((0, type(node).__name__, names))
            todo += (getattr(node, name) for name in names)
        elif isinstance(node, list):
            parts.append((1, len(node)))
            todo += node
        else:
            parts.append((2, node))
    return tuple(parts[::-1])


def displays(*compiled):
    """The elements of the set displays of what compile takes, in the order of the source, by
    their places: of a display with starred ones those before the first, for the compiler makes no
    frozenset of what comes behind it."""
    import ast
    import itertools
    import warnings

    source, filename, mode, flags = compiled
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they have been given
        tree = compile(source, filename, mode, flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Set):
            plain = itertools.takewhile(lambda e: not isinstance(e, ast.Starred), node.elts)
            found[node.lineno, node.end_lineno, node.col_offset, node.end_col_offset] = list(plain)
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


class Odd:
    def __init__(self, shown):
        self.shown = shown

    def __repr__(self):
        return self.shown


def odd(kind, shown):
    """What stands for an object that no tree has: errors tell its type's name or its repr."""
    return type(kind, (Odd,), {})(shown)


def answer(source, filename, mode, flags):
    mode, optimize, version = (*mode.split(","), *("", "0", "-1")[mode.count(",") + 1 :])
    *kinds, mode = mode.split(":")
    options = {"dont_inherit": True, "optimize": int(optimize), "_feature_version": int(version)}
    if "tree" in kinds:
        import _pickle

        source = _pickle.loads(source)
    elif "text" in kinds:
        source = source.decode()
    if "ast" in kinds:
        found = compile(source, filename, mode, flags | 0x400, **options)
        return compile("", "", "exec").replace(co_consts=(tree(found),))
    return ordered(compile(source, filename, mode, flags, **options), source, filename, mode, flags)


class Printed:
    """What stands in for stderr while something is compiled: what is printed are warnings."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def as_json(value):
    import json  # which takes as long as CPython's own start: most sources need none of it

    return json.dumps(value, default=repr)


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


def taken():
    """How many bytes of address space the process has, as far as that can be found out."""
    try:
        import resource

        with open("/proc/self/statm") as f:
            return int(f.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        return 64 << 20


def bound(memory, start):
    """Lets the process take so many bytes more than it had at the start, if that is to be had."""
    try:
        import resource
    except ImportError:
        return
    memory += start
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most))


def unbound():
    """Lets the process take what it may: what tells of a failure is no part of what has failed."""
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def one(start, filename, mode, flags, memory, prints, read):
    """The answer about one source: kind, data, what was printed."""
    sys.stderr = printed = Printed()
    compiled = ()
    try:
        if memory:
            bound(memory, start)
        compiled = read(), filename, mode, flags
        kind, data = b"C", marshal.dumps(answer(*compiled))
    except BaseException as error:
        unbound()
        if prints:
            # As for `python FILE`: there is no frame yet for a traceback to show.
            error.__traceback__ = None
            sys.excepthook(type(error), error, None)
        kind, data = b"E", as_json(failure(error)).encode()
    sys.stderr = sys.__stderr__
    text = printed.text
    if text and not prints:
        text = as_json((text, list(warned(*compiled))))
    return kind, data, text.encode("utf-8", "backslashreplace")


def received(n):
    """n bytes from stdin; None behind the last request."""
    parts = []
    while n:
        part = os.read(0, min(n, 1 << 20))
        if not part:
            return None
        parts.append(part)
        n -= len(part)
    return b"".join(parts)


def sent(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]


def send_answer(kind, *data):
    sent(b"".join([MAGIC, kind, *(len(d).to_bytes(8) + d for d in data)]))


def request(received=received):
    """The fields of a request, each behind its length; None if there is no more."""
    fields = []
    for _ in range(7):
        size = received(4)
        field = size and received(int.from_bytes(size))
        if field is None:
            return None
        fields.append(field)
    return fields


# Something of each kind that sources have.
SAMPLE = b"""
import a as b
from a import *
@d
class C[T](B, m=1):
    x: int = 1
    def f(self, /, a, *r, b=2, **k) -> int:
        global g
        try:
            with open(a) as f, f: yield f"{a!r:>{b}} {1.5}"
        except* E as e: raise X from e
        else: del a[1:2], a.b
        finally: r = [*r] + [x for x in {1, (2, 3j)} if x]
async def h():
    r = {x: 0 async for x in a}
    for i in a: assert i, b"\\0"; continue
    while not i < 3 <= 4 and 5 or (await i): break
    match i:
        case [1, x, *_] | {"a": x, } | C(y=None as x) if x: x @= 1 if y else lambda z: (q := ~z)
print({**a}, *b)
"""


def warm():
    """Has the compiler and the tokenizer make what they make once. Each process that is forked would otherwise make it
    again, and write to its own copy of every page that the collector or a first use writes to.
    """
    import _tokenize
    import gc

    for source, kind in (SAMPLE, b"C"), (b"x = ", b"E"):
        assert one(0, "", "exec", 0, 0, False, lambda: source)[0] == kind
    for _ in _tokenize.TokenizerIter(iter(SAMPLE.decode().splitlines(True)).__next__, extra_tokens=True):
        pass
    gc.collect()
    gc.freeze()


def suits(folder, filename, mode, flags, memory, prints, source):
    """Whether a request may be answered quickly: not where so little memory is left that it matters what answers have left behind."""
    return mode != b"tokenize" and b"tree:" not in mode and prints != b"1" and len(source) <= QUICK and not 0 < int(memory) < 2 * GROWN


def quick(folder, filename, mode, flags, memory, prints, source):
    """The kind and data of an answer that is made without a process of its own; None where it has to have one: what is said of the
    source besides, and how it fails for want of memory or stack, must not depend on what the process has done before.
    """
    soft = failed = None
    sys.stderr = printed = Printed()
    try:
        os.chdir(os.fsdecode(folder))
        compiled = source, filename.decode("utf-8", "surrogatepass"), mode.decode(), int(flags)
        if int(memory):
            import resource

            soft, most = resource.getrlimit(resource.RLIMIT_AS)
            bound(int(memory), taken())
        data = b"C", marshal.dumps(answer(*compiled))
    except SyntaxError as error:
        failed = error
    except BaseException:
        return None
    finally:
        sys.stderr = sys.__stderr__
        if soft is not None:
            resource.setrlimit(resource.RLIMIT_AS, (soft, most))
    if failed:
        data = b"E", as_json(failure(failed)).encode()
    return None if printed.text else data


def work(fields, back):
    """Answers requests quickly, the one that has been read first. One that is to have a process of its own goes back to the process
    that has forked this one, which gets "." behind the last request, and nothing where this process has become another than it was.
    """
    room, modules = taken() + GROWN, len(sys.modules)
    while fields:
        data = quick(*fields) if suits(*fields) else None
        if not data:
            back.write(b"".join(len(f).to_bytes(4) + f for f in fields))
            return
        send_answer(*data, b"")
        if taken() > room or len(sys.modules) != modules:
            return
        fields = awaited()
    back.write(b".")


def alone(folder, filename, mode, flags, memory, prints, source):
    """Answers a request in a process of its own, which has been forked for it."""
    start = taken()
    if mode == b"tokenize":
        converse(start, flags == b"1", int(memory), int(source))
        return
    try:
        os.chdir(os.fsdecode(folder))
    except OSError:
        pass
    try:
        name = filename.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # bytes that are no text
        name = os.fsdecode(filename)
    kind, *data = one(start, name, mode.decode(), int(flags), int(memory), prints == b"1", lambda: source)
    send_answer(kind, *data)


def forked(do, *args):
    """Does something in a forked process, and returns what that writes; ends as it does, if it fails."""
    end, back = os.pipe()
    child = os.fork()
    if not child:
        os.close(end)
        with open(back, "wb") as file:
            do(*args, file)
        os._exit(0)
    os.close(back)
    with open(end, "rb") as file:
        said = file.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:
        import signal

        signal.signal(-code, signal.SIG_DFL) if -code not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -code)  # ends as its child has
    if code:
        os._exit(code)
    return said


def awaited():
    """The next request; None if there are no more, or none for a while. What happens from now on is about it."""
    import select

    fields = select.select([0], [], [], IDLE)[0] and request()
    if fields:
        sent(b"R")
    return fields or None


def serve():
    """Answers requests. A process that is forked answers them as long as they are quick; this one compiles nothing but what warms
    it, and forks another one for each that is not. Most programs need no more than the first one: it is forked cold.
    """
    import io

    cold = first = True
    while fields := awaited():
        if suits(*fields):
            if cold and not first:
                cold = warm()
            said, first = forked(work, fields), False
            if said == b".":
                return
            fields = said and request(io.BytesIO(said).read)
        if fields:
            if cold:
                cold = warm()
            forked(lambda back: alone(*fields))


import marshal, os

MAGIC = b"tier2py1"
IDLE = 10  # seconds
QUICK = 64 << 10  # bytes of source
GROWN = 32 << 20  # bytes of address space that answers may leave behind
if len(sys.argv) > 1:
    _, filename, mode, flags, memory, *prints = sys.argv
    if mode == "tokenize":
        sent(b"R")
        converse(taken(), flags == "1", int(memory), int(filename))
    else:
        as_json(None)  # ahead of the limit of memory
        kind, data, printed = one(taken(), filename, mode, int(flags), int(memory), bool(prints), sys.stdin.buffer.read)
        sys.stderr.buffer.write(printed)
        sys.stdout.buffer.write(MAGIC + kind + data)
else:
    serve()
