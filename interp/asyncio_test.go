package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
)

// TestFuturesThatLoseTheirLoop: a future that is not initialized, or whose __init__ fails while it is worked on, is an exception
// at most. CPython crashes here.
func TestFuturesThatLoseTheirLoop(t *testing.T) {
	const source = `
import _asyncio, gc
class Loop:
    hook = print
    def get_debug(self): return False
    def call_soon(self, f, *args, context=None): self.hook(f)
l = Loop()
for make in _asyncio.Task, type('T', (_asyncio.Task,), {}):
    t = make.__new__(make)
    t._log_destroy_pending = True
    del t
    gc.collect()
def lose(f):
    try: _asyncio.Future.__init__(f)
    except Exception: pass
f = _asyncio.Future(loop=l)
class Reset(Exception):
    def __init__(self): lose(f)
f.add_done_callback(1)
f.set_exception(Reset)
print(f.done(), f._loop)
f = _asyncio.Future(loop=l)
for i in range(3): f.add_done_callback(i)
l.hook = lambda i: i == 1 and lose(f)
class Again:
    def __eq__(self, other): lose(f); return True
try: f.set_result(1)
except RuntimeError as e: print(e)
f = _asyncio.Future(loop=l)
f.add_done_callback(Again())
print(f.remove_done_callback(1), f._loop)
l.hook = lambda step: None
class Name:
    def __str__(self): lose(t); return 'name'
async def co(): pass
t = _asyncio.Task(co(), loop=l)
try: t.__init__(co(), loop=l, name=Name())
except RuntimeError as e: print(e)
del t, f
gc.collect()
`
	const want = "True None\nFuture object is not initialized.\n1 None\nFuture object is not initialized.\n"
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if o.status != 0 || o.stdout != want {
			t.Errorf("got %q, status %d, stderr %q; want %q", o.stdout, o.status, o.stderr, want)
		}
	})
}
