package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
)

// TestSplitReturns: what a group's split returns is the exception that is handled and the rest of it, so it has to be
// exceptions. CPython 3.14 takes what there is, and crashes.
func TestSplitReturns(t *testing.T) {
	code := compiled(t, `
class Group(ExceptionGroup):
    def split(self, kind):
        return parts
def f():
    r = None
    try:
        raise Group("g", [ValueError(1), TypeError(2)])
    except* ValueError as e:
        r = repr(e)
    return r
for parts in (None, None), (ValueError(3), None), (1, None), (None, 2), ("x", 1.5), (ValueError, None), ([], Group):
    seen = set()
    for i in range(300):
        try:
            seen.add(f())
        except Exception as e:
            seen.add(f"{type(e).__name__}: {e}")
    print(*seen)
`)
	const want = `None
ValueError(3)
TypeError: Group.split must return exceptions or None, not int
TypeError: Group.split must return exceptions or None, not int
TypeError: Group.split must return exceptions or None, not str
TypeError: Group.split must return exceptions or None, not type
TypeError: Group.split must return exceptions or None, not list
`
	inModes(t, func(t *testing.T, m mode) {
		if got, _ := run(t, m, interp.Options{Heap: small}, code); got.stdout != want {
			t.Errorf("%+v, want\n%s", got, want)
		}
	})
}
