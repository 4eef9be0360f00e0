def _repl():
    import builtins, code, sys, _sitebuiltins

    for name in "exit", "quit":
        setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))
    names = globals()
    del names["_repl"]
    names.pop("__file__", None)
    banner = f"tier2, Python {sys.version.split()[0]}: exit() or Ctrl-D ends"
    code.InteractiveConsole(names, "<stdin>").interact(banner, "")


_repl()
