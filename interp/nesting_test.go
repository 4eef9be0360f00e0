package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// nestedDeeply nests values and iterators more deeply than the goroutine's stack may
// grow, and asks of each what recurses.
const nestedDeeply = `
import functools, itertools, types
def show(f, *args):
    try:
        f(*args)
    except RecursionError:
        pass
def nest(make, x):
    for i in range(45_000):
        x = make(x)
    return x
for make in (lambda x: map(abs, x), itertools.chain, zip, enumerate, lambda x: filter(None, x), itertools.pairwise,
             lambda x: itertools.islice(x, 5), lambda x: itertools.takewhile(bool, x), itertools.groupby):
    show(list, nest(make, iter([1, 2, 3])))
for make in lambda x: [x], lambda x: {1: x}, lambda x: types.SimpleNamespace(a=x), lambda x: list[x], ValueError:
    x, y = nest(make, 0), nest(make, 0)
    show(repr, x)
    show(lambda: x == y)
    show(lambda: {x: 1} if not isinstance(x, (list, dict, types.SimpleNamespace)) else 0)
show(lambda: isinstance(1, nest(lambda x: (x,), int)))
show(nest(lambda x: functools.partial(lambda f: f(), x), int))
print("ok")

`

// TestNestedDeeply: values nested in each other more deeply than Go functions may recurse
// raise RecursionError, and nothing is left of the count afterwards.
func TestNestedDeeply(t *testing.T) {
	code := compiled(t, nestedDeeply)
	inTurn(t, []byte(nestedDeeply), func(t *testing.T, m mode) {
		got, _ := run(t, m, interp.Options{Heap: object.Options{Limit: 256 << 20}}, code)
		if got.status != 0 || got.stdout != "ok\n" {
			t.Errorf("status %d, %s%s", got.status, got.stdout, got.stderr)
		}
	})
}
