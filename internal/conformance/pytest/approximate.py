"""approx: equal within a tolerance."""


class approx:
    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def __repr__(self):
        return "approx(%r)" % (self.expected,)

    def _same(self, a, e):
        if a == e:
            return True
        if isinstance(e, dict):
            return a.keys() == e.keys() and all(self._same(a[k], e[k]) for k in e)
        if isinstance(e, (list, tuple)):
            return len(a) == len(e) and all(map(self._same, a, e))
        if a is None or e is None or isinstance(e, str):
            return False
        if e != e:
            return self.nan_ok and a != a
        if self.abs is not None and self.rel is None:
            return abs(a - e) <= self.abs
        return abs(a - e) <= max((1e-6 if self.rel is None else self.rel) * abs(e), 1e-12 if self.abs is None else self.abs)

    def __eq__(self, actual):
        return self._same(actual, self.expected)
