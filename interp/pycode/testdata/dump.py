"""Dump code objects for the comparison with package pycode: FILE... as arguments.

For each file: two lengths, the marshalled code object, and a canonical text of
all that can be seen of it from Python. lib_test.go prints the same text from Go.
"""
import dis
import marshal
import struct
import sys


def text(s):
    return s.encode("utf-8", "surrogatepass").hex()


def const(out, k):
    t = type(k)
    if t is type(dump.__code__):
        out.append("code\n")
        dump(out, k)
    elif t is str:
        out.append("str %s\n" % text(k))
    elif t is bytes:
        out.append("bytes %s\n" % k.hex())
    elif t is float:
        out.append("float %s\n" % struct.pack(">d", k).hex())
    elif t is complex:
        out.append("complex %s\n" % struct.pack(">dd", k.real, k.imag).hex())
    elif t is int:
        out.append("int %x\n" % k)
    elif t is tuple:
        out.append("tuple %d\n" % len(k))
        for e in k:
            const(out, e)
    elif t is frozenset:
        out.append("frozenset %d\n" % len(k))
        parts = []
        for e in k:
            part = []
            const(part, e)
            parts.append("".join(part))
        out.extend(sorted(parts))
    elif t is slice:
        out.append("slice\n")
        for e in (k.start, k.stop, k.step):
            const(out, e)
    elif k is None or k is ... or t is bool:
        out.append("%r\n" % (k,))
    else:
        raise TypeError(t)


def number(n):
    return "-" if n is None else str(n)


def dump(out, c):
    p = out.append
    p("counts %d %d %d %d %d %d %d\n" % (
        c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_nlocals,
        c.co_stacksize, c.co_flags, c.co_firstlineno))
    for s in (c.co_filename, c.co_name, c.co_qualname):
        p("text %s\n" % text(s))
    for names in (c.co_names, c.co_varnames, c.co_cellvars, c.co_freevars):
        p("names %s\n" % " ".join(map(text, names)))
    p("units %s\n" % c.co_code.hex())
    # One line a unit: where it came from.
    p("positions %s\n" % ";".join(",".join(map(number, q)) for q in c.co_positions()))
    p("instructions")
    for offset, start, op, arg in dis._unpack_opargs(c.co_code):
        if op != dis.EXTENDED_ARG:
            p(" %d,%d,%s,%d" % (start // 2, offset // 2, dis.opname[op], arg or 0))
    p("\njumps %s\n" % " ".join(str(t // 2) for t in sorted(dis.findlabels(c.co_code))))
    for e in dis._parse_exception_table(c):
        p("handler %d %d %d %d %d\n" % (e.start // 2, e.end // 2, e.target // 2, e.depth, e.lasti))
    p("consts %d\n" % len(c.co_consts))
    for k in c.co_consts:
        const(out, k)


def main():
    write = sys.stdout.buffer.write
    for name in sys.argv[1:]:
        with open(name, "rb") as f:
            code = compile(f.read(), name, "exec", dont_inherit=True, optimize=0)
        out = []
        dump(out, code)
        data, dumped = marshal.dumps(code), "".join(out).encode()
        write(struct.pack("<II", len(data), len(dumped)) + data + dumped)


if __name__ == "__main__":
    main()
