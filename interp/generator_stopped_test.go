package interp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
)

// stoppedIn are generators that run until the VM is stopped: in a loop, in what machine code
// calls, in a builtin, in what they yield from, and in a call of theirs.
const stoppedIn = `
def loop():
    yield 0
    while True:
        pass
def large():
    yield 0
    x = 3
    while True:
        x = x * x
def builtin():
    yield 0
    while True:
        sum(range(10**9))
def text():
    yield 0
    s = 'ab'
    while True:
        s = (s + s)[:1 << 12]
def outer():
    yield from loop()
def closes():
    try:
        yield 0
        yield 0
    finally:
        if slow:
            sum(range(10**11))
def called():
    g = loop()
    next(g)
    yield 0
    for x in g:
        yield x
made = {}
kept = [] # a generator that is dropped is closed behind a collection, whenever there is one
slow = False
def begin(name):
    made[name] = g = globals()[name]()
    next(g)
def hot(name):
    for i in range(3000):
        made[name] = g = globals()[name]()
        kept.append(g)
        next(g)
def resume(name):
    global slow
    if name == 'closes':
        slow = True
        return made[name].close()
    return next(made[name])
def again(name):
    global slow
    slow = False
    g = made[name]
    out = [g.gi_running]
    for f in (lambda: next(g), g.close, lambda: next(g, 5)):
        try:
            out.append(f())
        except Exception as e:
            out.append(type(e).__name__)
    return repr(out)
`

// TestGeneratorStopped: a generator that was running when the VM was stopped has ended, as
// one has that an exception leaves; it does not go on executing for ever.
func TestGeneratorStopped(t *testing.T) {
	for _, name := range []string{"loop", "large", "builtin", "text", "outer", "closes", "called"} {
		t.Run(name, func(t *testing.T) {
			inTurn(t, []byte(name), func(t *testing.T, m mode) {
				vm := embedded(t, m, interp.Options{}, stoppedIn)
				for _, prepare := range []string{"begin", "hot"} {
					if _, err := vm.Call(prepare, name); err != nil {
						t.Fatal(err)
					}
					ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
					stop := vm.InterruptOn(ctx)
					_, err := vm.Call("resume", name)
					stop()
					cancel()
					if !errors.Is(err, context.DeadlineExceeded) {
						var guest *interp.GuestError
						if name == "large" && errors.As(err, &guest) { // more memory than there is
							continue
						}
						t.Fatalf("%s: %v", prepare, err)
					}
					v, err := vm.Call("again", name)
					if err != nil || v.String() != "[False, 'StopIteration', None, 5]" {
						t.Errorf("%s: %v, %v", prepare, v, err)
					}
				}
			})
		})
	}
}
