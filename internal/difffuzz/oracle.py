# Runs programs, in processes of their own. A line of stdin asks for one: how many bytes of memory and seconds
# it may take (0: any number), its file, a tab, and the file for what it prints. The answer is a line with
# its status. A file whose name ends in .list has programs, each a line with its name, a tab and its length in bytes, and
# behind that its text: one process runs them one after the other, each as a module of its name that is kept.
# What each prints follows a line with the length of it. This is run in a namespace of its own: that of __main__ is the program's.
import gc, io, os, resource, sys


def limited(memory, seconds, out):
    for fd, file, flags in (0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), (2, os.devnull, os.O_WRONLY):
        opened = os.open(file, flags, 0o666)
        os.dup2(opened, fd)
        os.close(opened)
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def programs(name):
    kept, answers, file = [], sys.stdout.buffer, open(name, "rb")
    depth = sys.getrecursionlimit() + 3  # these frames, too
    for line in file:
        name, size = line.decode().split("\t")
        source, module = file.read(int(size)), type(sys)(name)
        module.__package__, module.__file__ = "", name
        sys.modules[name] = module
        sys.stdout = out = io.StringIO()
        sys.setrecursionlimit(depth)
        try:
            exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            print("failed")
            sys.modules.pop(name, None)
        kept.append(module)
        text = out.getvalue().encode(errors="surrogatepass")
        answers.write(b"%d\n%b" % (len(text), text))
    answers.flush()
    os._exit(0)


def program(main, name):
    if name.endswith(".list"):
        programs(name)
    sys.argv[:] = [name]
    main.__file__, main.__cached__ = name, None
    with open(name, encoding="utf-8") as f:
        return compile(f.read(), name, "exec", dont_inherit=True)


def served(main):
    compile("def f(x): return x", "", "exec")  # else each process makes what the compiler makes once
    gc.collect()
    gc.freeze()  # and writes to its own copy of the pages that the collector writes to
    answers = os.dup(1)
    pending = b""
    while True:
        while b"\n" not in pending:
            more = os.read(0, 1 << 16)
            if not more:
                os._exit(0)
            pending += more
        line, _, pending = pending.partition(b"\n")
        memory, seconds, names = line.decode().split(" ", 2)
        name, out = names.split("\t")
        child = os.fork()
        if not child:
            os.close(answers)
            sys.setrecursionlimit(sys.getrecursionlimit() + 2)  # the frames that the program is executed from
            limited(int(memory), int(seconds), out)
            return program(main, name)
        os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


exec(served(sys.modules["__main__"]), sys.modules["__main__"].__dict__)
