"""Marks: what a decorator or a module says of tests."""


class Mark:
    """A mark with its arguments; applied to a function or a class it is kept there."""

    def __init__(self, name, args=(), kwargs={}):
        self.name, self.args, self.kwargs = name, args, kwargs

    @property
    def mark(self):
        return self

    def with_args(self, *args, **kwargs):
        return Mark(self.name, self.args + args, self.kwargs | kwargs)

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and not self.args and (isinstance(args[0], type) or hasattr(args[0], "__code__")):
            args[0].__dict__.get("pytestmark")  # a class does not add to its base's marks
            args[0].pytestmark = [*vars(args[0]).get("pytestmark", []), self]
            return args[0]
        return Applied(self.name, self.args + args, self.kwargs | kwargs)


class Applied(Mark):
    """A mark that has its arguments: a call applies it."""

    def __call__(self, target):
        target.pytestmark = [*vars(target).get("pytestmark", []), self]
        return target


class _Marks:
    def __getattr__(self, name):
        return Mark(name)


mark = _Marks()


class Parameters:
    """The values of one case of parametrize."""

    def __init__(self, values, marks, id):
        self.values, self.id = values, id
        self.marks = list(marks) if isinstance(marks, (list, tuple)) else [marks]


def param(*values, marks=(), id=None):
    return Parameters(values, marks, id)


def of(target):
    """The marks of a function, a class or a module, as a list."""
    found = getattr(target, "pytestmark", [])
    return list(found) if isinstance(found, (list, tuple)) else [found]


def cases(marks):
    """The cases that the marks parametrize make: pairs of {name: value} and further marks."""
    made = [({}, [])]
    for m in marks:
        if m.name != "parametrize":
            continue
        names, values = (m.args + tuple(m.kwargs[k] for k in ("argnames", "argvalues") if k in m.kwargs))[:2]
        if isinstance(names, str):
            names = [n.strip() for n in names.split(",") if n.strip()]
        each = []
        for v in values:
            if not isinstance(v, Parameters):
                v = Parameters((v,) if len(names) == 1 else tuple(v), (), None)
            each.append((dict(zip(names, v.values)), v.marks, m.kwargs.get("indirect", False)))
        made = [(old | {}, oldmarks, new, marks) for new, marks, _ in each for old, oldmarks in made]
        made = [(old | new, oldmarks + marks) for old, oldmarks, new, marks in made]
    return made
