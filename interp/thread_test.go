package interp_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// threads are options of VMs whose programs have threads.
func threads(o interp.Options) interp.Options {
	o.Threads, o.Grants = 50, grant.Grants{Clock: host.Clock()}
	return o
}

// noGoroutines fails if there are more goroutines than n before long: those that a VM has had end.
func noGoroutines(t *testing.T, n int) {
	t.Helper()
	for range 500 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), n, stacks[:runtime.Stack(stacks, true)])
}

// oneByOne runs a test in each mode that there is on this port, one behind the other: it counts goroutines.
func oneByOne(t *testing.T, test func(t *testing.T, m mode)) {
	for _, m := range modes {
		if m.backend == exitdata.Native && !native.Supported() || m.slow && !soak.On() && m.backend != exitdata.IR {
			continue
		}
		t.Run(m.name, func(t *testing.T) { test(t, m) })
	}
}

const spinning = `
import _thread
ready = _thread.allocate_lock()
ready.acquire()
count = 0
def spin():
    global count
    while True:
        count += 1
        if count == 3000:
            ready.release()
def sleeps():
    held = _thread.allocate_lock()
    held.acquire()
    try:
        held.acquire()
    finally:
        print('caught')
def start():
    _thread.start_new_thread(spin, ())
    _thread.start_new_thread(sleeps, ())
    _thread.start_new_thread(spin, ())
`

// TestThreadsEnd: what ends a call from Go ends all threads: a context, a budget, SystemExit; closing the VM does,
// and the program's end. No goroutine is left, and nothing of the threads runs.
func TestThreadsEnd(t *testing.T) {
	oneByOne(t, func(t *testing.T, m mode) {
		for _, c := range []struct {
			name, source string
			o            interp.Options
			deadline     time.Duration
			check        func(err error) bool
		}{
			{"deadline", "start()\nspin()\n", interp.Options{}, 50 * time.Millisecond, func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }},
			{"deadline of a wait", "start()\nready.acquire()\nready.acquire()\n", interp.Options{}, 300 * time.Millisecond, func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }},
			{"budget", "start()\nready.acquire()\nready.acquire()\n", interp.Options{Budget: 400_000}, 0, func(err error) bool {
				var b *interp.BudgetError
				return errors.As(err, &b)
			}},
			{"end", "start()\nready.acquire()\n", interp.Options{}, 0, func(err error) bool { return err == nil }},
			{"exit", "start()\nready.acquire()\nraise SystemExit(3)", interp.Options{}, 0, func(err error) bool {
				var e *interp.SystemExit
				return errors.As(err, &e)
			}},
			{"exception", "start()\nready.acquire()\n1/0", interp.Options{}, 0, func(err error) bool {
				var e *interp.GuestError
				return errors.As(err, &e)
			}},
		} {
			t.Run(c.name, func(t *testing.T) {
				before := runtime.NumGoroutine()
				var out strings.Builder
				c.o.Heap, c.o.Stdout = small, &out
				vm := newVM(t, m, threads(c.o))
				ctx, cancel := context.WithCancel(context.Background())
				if c.deadline > 0 {
					ctx, cancel = context.WithTimeout(context.Background(), c.deadline)
				}
				stop := vm.InterruptOn(ctx)
				err := vm.RunMain(compiled(t, spinning+c.source), nil)
				stop()
				cancel()
				if !c.check(err) {
					t.Errorf("the program has ended by %v", err)
				}
				noGoroutines(t, before)
				if out.Len() > 0 {
					t.Errorf("a thread that has been ended prints %q", out.String())
				}
				if err := vm.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	})
}

// TestThreadsBetweenCalls: threads wait between the calls from Go, go on in the next one, and end with the VM.
func TestThreadsBetweenCalls(t *testing.T) {
	before := runtime.NumGoroutine()
	vm := newVM(t, modes[0], threads(interp.Options{Heap: small}))
	if err := vm.RunMain(compiled(t, spinning), nil); err != nil {
		t.Fatal(err)
	}
	call := func(name string) int {
		t.Helper()
		v, err := vm.Call(name)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := interp.As[int](v)
		return n
	}
	if err := vm.RunMain(compiled(t, "def counted(): return count\ndef wait(): ready.acquire()\n"), nil); err != nil {
		t.Fatal(err)
	}
	call("start")
	call("wait")
	n := call("counted")
	time.Sleep(20 * time.Millisecond)
	if now := call("counted"); now > n+100_000 { // it has had a turn at most
		t.Logf("%d, then %d", n, now)
	}
	if runtime.NumGoroutine() <= before {
		t.Error("the threads have ended between two calls")
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	noGoroutines(t, before)
}

// TestThreadsRefused: without Options.Threads there are none, and no more than that.
func TestThreadsRefused(t *testing.T) {
	const source = `
import _thread
lock = _thread.allocate_lock()
lock.acquire()
n = 0
try:
    while True:
        _thread.start_new_thread(lock.acquire, ())
        n += 1
except RuntimeError as e:
    print(n, e)
`
	for most, want := range map[int]string{0: "0 can't start new thread: tier2: no threads were granted\n", 3: "3 can't start new thread\n"} {
		var out strings.Builder
		vm := newVM(t, modes[0], interp.Options{Heap: small, Threads: most, Stdout: &out})
		if err := vm.RunMain(compiled(t, source), nil); err != nil || out.String() != want {
			t.Errorf("%d threads: %q, %v", most, out.String(), err)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestThreadsPanic: a panic of a Go function in a thread ends the program, as one in the main thread does; the VM goes on
// then. A function that ends its goroutine ends the thread.
func TestThreadsPanic(t *testing.T) {
	oneByOne(t, func(t *testing.T, m mode) {
		before := runtime.NumGoroutine()
		vm := newVM(t, m, threads(interp.Options{Heap: small}))
		for name, f := range map[string]any{"panics": func() { panic("as it likes") }, "exits": runtime.Goexit} {
			if err := vm.SetGlobal(name, f); err != nil {
				t.Fatal(err)
			}
		}
		var p *interp.PanicError
		if err := vm.RunMain(compiled(t, spinning+"_thread.start_new_thread(panics, ())\nspin()\n"), nil); !errors.As(err, &p) || p.Broken {
			t.Errorf("panic: %v", err)
		}
		noGoroutines(t, before)
		if err := vm.RunMain(compiled(t, spinning+`
h = _thread.start_joinable_thread(lambda: max([1, 2], key=lambda x: exits()))
h.join()
start()
ready.acquire()
`), nil); err != nil {
			t.Errorf("Goexit: %v", err)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
		noGoroutines(t, before)
	})
}

// TestThreadsSignals: a keyboard interrupt is the main thread's, also while that waits and another one computes.
func TestThreadsSignals(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := newVM(t, m, threads(interp.Options{Heap: small}))
		if err := vm.SetGlobal("interrupted", func() { time.AfterFunc(20*time.Millisecond, vm.Interrupt) }); err != nil {
			t.Fatal(err)
		}
		err := vm.RunMain(compiled(t, spinning+`
start()
try:
    ready.acquire()
    interrupted()
    ready.acquire()
except KeyboardInterrupt:
    who = _thread.get_ident()
    assert who == 1
    try:
        _thread.interrupt_main()
        while True:
            pass
    except KeyboardInterrupt:
        raise SystemExit(who)
`), nil)
		var exit *interp.SystemExit
		if !errors.As(err, &exit) {
			t.Errorf("%v", err)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestThreadsCollected: what threads refer to that wait lives, in frames, in Go functions and in machine code: with a collection at
// each allocation.
func TestThreadsCollected(t *testing.T) {
	const source = `
import _thread
class Key:
    def __init__(self, k): self.k = k
    def __lt__(self, other):
        switch()
        return self.k < other.k
turn = [_thread.RLock() for _ in range(3)]
log = []
lock = _thread.allocate_lock()
def switch():
    lock.acquire(timeout=0.0005)
    if lock.locked():
        try:
            lock.release()
        except RuntimeError:
            pass
def work(i):
    total = 0
    for n in range(12):
        held = [Key(str(k * 7 % 5 + n)) for k in range(5)]
        text = ''.join([x.k for x in sorted(held)])
        table = {x.k: [x.k * 2, (n, i)] for x in held}
        total += len(text) + len(max(table.values(), key=lambda v: (switch(), v[1])[1])[0])
    log.append((i, total, text))
handles = [_thread.start_joinable_thread(lambda i=i: work(i)) for i in range(4)]
for h in handles:
    h.join()
print(sorted(log))
`
	inModes(t, func(t *testing.T, m mode) {
		var outs []string
		for _, heap := range []object.Options{small, stress} {
			var out strings.Builder
			vm := newVM(t, m, threads(interp.Options{Heap: heap, Stdout: &out}))
			if err := vm.RunMain(compiled(t, source), nil); err != nil {
				t.Fatal(err)
			}
			if err := vm.Heap().Check(); err != nil {
				t.Error(err)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
			outs = append(outs, out.String())
		}
		if outs[0] != outs[1] || !strings.Contains(outs[0], "(3, ") {
			t.Errorf("%q, and with a collection at each allocation %q", outs[0], outs[1])
		}
	})
}

// TestThreadsHoldGenerators sets a variable of a suspended generator while another thread waits: compiled code that the
// thread returns to may go on with what it knows of the generator, so it is refused where there is compiled code.
func TestThreadsHoldGenerators(t *testing.T) {
	oneByOne(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, threads(interp.Options{}), `
import _thread
def numbers():
    x = 1
    yield x
    yield x
def sets():
    go = _thread.allocate_lock()
    go.acquire()
    t = _thread.start_joinable_thread(go.acquire)
    g = numbers()
    next(g)
    g.gi_frame.f_locals['x'] = 5
    go.release()
    t.join()
    return next(g)
`)
		v, err := vm.Call("sets")
		if m.backend != exitdata.Cold {
			if err == nil || !strings.Contains(err.Error(), "unsupported setting variables by f_locals") {
				t.Errorf("the error is %v", err)
			}
		} else if err != nil {
			t.Error(err)
		} else if x, err := interp.As[int](v); err != nil || x != 5 {
			t.Errorf("the generator has %v, %v", x, err)
		}
	})
}
