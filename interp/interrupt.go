package interp

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tier2go/tier2/interp/object"
)

// interruptFlag is set by another goroutine to make the guest stop at its next
// back edge or call.
type interruptFlag struct {
	atomic.Bool
	mu   sync.Mutex
	heap *object.Heap // polls what Go functions do for the guest
}

// Store sets the flag, and makes the heap's polls ask or not.
func (f *interruptFlag) Store(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Bool.Store(on)
	f.heap.Interrupt(on)
}

// Interrupt makes the guest raise KeyboardInterrupt at its next back edge or
// call, also inside machine code. It may be called from any goroutine. See
// InterruptOn for stopping the guest by a context.
func (vm *VM) Interrupt() {
	vm.keyboard.Store(true)
	vm.interrupted.Store(true)
}

// handleInterrupt returns what an interrupt raises; nil if there is none any
// more.
func (vm *VM) handleInterrupt() error {
	vm.interrupted.Store(false)
	if err := vm.contexts.cause(); err != nil {
		vm.interrupted.Store(true) // what runs next stops too
		return &Interrupted{Cause: err}
	}
	if exc := vm.postponed; exc != object.Null {
		vm.postponed = object.Null
		vm.interrupted.Store(vm.keyboard.Load())
		return vm.heap.PassOn(exc)
	}
	if vm.keyboard.Swap(false) {
		return vm.heap.RaiseWith(object.KeyboardInterruptType)
	}
	return nil
}

// stops are what the heap's polls ask.
func (vm *VM) stops() object.Stops {
	return object.Stops{
		Interrupted: func() error {
			if !vm.interrupted.Load() {
				return nil
			}
			return vm.handleInterrupt()
		},
		Stopped: func() error {
			if err := vm.contexts.cause(); err != nil {
				return &Interrupted{Cause: err}
			}
			return nil
		},
	}
}

// contexts are the contexts that the guest is interrupted by.
type contexts struct {
	done atomic.Int32 // how many of the list are
	mu   sync.Mutex
	list []*contextCause
	told []context.CancelCauseFunc // of the contexts that functions of the Options run under
}

// contextCause is why a context is done; nil while it is not.
type contextCause struct{ err error }

// cause returns why a context is done, nil if none is. The one that was given
// first counts.
func (c *contexts) cause() error {
	if c.done.Load() == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range c.list {
		if x.err != nil {
			return x.err
		}
	}
	return nil
}

func (c *contexts) add() *contextCause {
	x := new(contextCause)
	c.mu.Lock()
	c.list = append(c.list, x)
	c.mu.Unlock()
	return x
}

func (c *contexts) end(x *contextCause, err error) {
	c.done.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	x.err = err
	for _, cancel := range c.told {
		cancel(err)
	}
}

// tell lets cancel be called when a context is done, at once if one is, until stop is called. Calls of stop are in
// the order opposite to those of tell.
func (c *contexts) tell(cancel context.CancelCauseFunc) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, cancel)
	for _, x := range c.list {
		if x.err != nil {
			cancel(x.err)
			break
		}
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.told = c.told[:len(c.told)-1]
	}
}

func (c *contexts) remove(x *contextCause) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := slices.Index(c.list, x); i >= 0 {
		c.list = slices.Delete(c.list, i, i+1)
		if x.err != nil {
			c.done.Add(-1)
		}
	}
}

// InterruptOn makes the guest stop when ctx is done: what it runs then, in any
// tier, returns an *Interrupted with the context's cause, which Python code
// cannot catch, and nothing begins to run any more, until stop is called.
//
//	ctx, cancel := context.WithTimeout(ctx, time.Second)
//	defer cancel()
//	defer vm.InterruptOn(ctx)()
//	v, err := vm.Call("f")
//	// errors.Is(err, context.DeadlineExceeded)
//
// There may be several contexts: a Go function that the guest has called may set
// a limit of its own to what it calls. It is not interrupted itself, only what
// the guest does after it.
func (vm *VM) InterruptOn(ctx context.Context) (stop func()) {
	x := vm.contexts.add()
	set := func() {
		vm.contexts.end(x, context.Cause(ctx))
		vm.interrupted.Store(true)
	}
	if ctx.Err() != nil {
		set()
		return func() { vm.contexts.remove(x) }
	}
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() { set(); close(done) })
	return func() {
		if !cancel() {
			<-done
		}
		vm.contexts.remove(x)
	}
}

// askGo calls a function of the Options for the guest, with a context that is done when the
// VM is interrupted by one; the error is that of the interruption then.
func (vm *VM) askGo(f func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer vm.contexts.tell(cancel)()
	err := vm.bridge.Run(func() error { return f(ctx) })
	if cause := vm.contexts.cause(); cause != nil {
		return &Interrupted{Cause: cause}
	}
	return err
}
