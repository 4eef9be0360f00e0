package interp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/pycode"
)

// TestInterruptOn ends endless programs by a context, in all modes.
func TestInterruptOn(t *testing.T) {
	for _, c := range endless {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			inModes(t, func(t *testing.T, m mode) {
				vm := embedded(t, m, interp.Options{}, "def fine():\n    return 1\n")
				for d := 40 * time.Millisecond; ; d *= 2 {
					in := interruptAfter(t, vm, code, d)
					if in.File == "<test>" && in.Line > 0 {
						break
					}
					if in.Line > 0 || d > time.Minute { // a busy machine may begin later
						t.Fatalf("got %v", in)
					}
				}
			})
		})
	}
}

// interruptAfter runs an endless program until a context ends, uses the VM before and
// after the context is forgotten, and returns the error of the program.
func interruptAfter(t *testing.T, vm *interp.VM, code *pycode.Code, d time.Duration) *interp.Interrupted {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	stop := vm.InterruptOn(ctx)
	err := vm.RunMain(code, nil)
	var in *interp.Interrupted
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &in) {
		t.Fatalf("got %v", err)
	}
	if _, err := vm.Call("fine"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("before stop: %v", err)
	}
	stop()
	if v, err := vm.Call("fine"); err != nil || v.String() != "1" {
		t.Errorf("after stop: %v, %v", v, err)
	}
	return in
}

// TestInterruptOnStop checks what stop leaves behind, and contexts that are done
// already or never.
func TestInterruptOnStop(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{Grants: grant.Grants{Clock: host.Clock()}}, `
import time
def loop(n):
    for i in range(n):
        pass
    return i
def through(f):
    f()
    return loop(10**9)
def bounded(f, n):
    f()
    return loop(n)
def wait():
    time.sleep(1000)
`)
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		stop := vm.InterruptOn(ctx)
		go cancel(errMissing)
		_, err := vm.Call("loop", 100)
		if err != nil && !errors.Is(err, errMissing) {
			t.Fatal(err)
		}
		stop()
		if _, err := vm.Call("loop", 100); err != nil {
			t.Fatalf("after stop: %v", err)
		}
		<-ctx.Done() // a context that is done stops at once, another one soon
		stop = vm.InterruptOn(ctx)
		if _, err := vm.Call("loop", 100); !errors.Is(err, errMissing) {
			t.Fatalf("done before: %v", err)
		}
		stop()
	}
	// A Go function sees the end of its own calls, and cannot go on.
	ctx, cancel := context.WithCancel(context.Background())
	stop := vm.InterruptOn(ctx)
	_, err := vm.Call("through", func() error {
		cancel()
		_, err := vm.Call("loop", 1000000000)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("inside: %v", err)
		}
		return nil // as if nothing were
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("outside: %v", err)
	}
	stop()
	if _, err := vm.Call("loop", 10); err != nil {
		t.Error(err)
	}
	// A Go function's own limit, inside one that ends while that lasts and after.
	for _, outerEnds := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		stop := vm.InterruptOn(ctx)
		n := 1000000
		if outerEnds {
			n *= 1000 // the interrupt may come late
		}
		_, err := vm.Call("bounded", func() error {
			ctx, cancelOwn := context.WithTimeoutCause(context.Background(), 10*time.Millisecond, errMissing)
			defer cancelOwn()
			stop := vm.InterruptOn(ctx)
			_, err := vm.Call("loop", 1000000000)
			if !errors.Is(err, errMissing) {
				t.Errorf("own limit: %v", err)
			}
			if outerEnds {
				cancel()
				<-ctx.Done()
			}
			stop()
			stop() // does nothing
			return nil
		}, n)
		if outerEnds != errors.Is(err, context.Canceled) || outerEnds == (err == nil) {
			t.Errorf("outer limit ends: %v, %v", outerEnds, err)
		}
		cancel()
		stop()
	}
	// Functions that wait are interrupted.
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	stop = vm.InterruptOn(ctx)
	if _, err := vm.Call("wait"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	stop()
	vm.Interrupt()
	var guest *interp.GuestError
	if _, err := vm.Call("loop", 10); !errors.As(err, &guest) || guest.Line != "KeyboardInterrupt" {
		t.Error(err)
	}
}
