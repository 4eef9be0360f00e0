package interp

import "context"

// Interrupt makes the guest raise KeyboardInterrupt at its next back edge or
// call, also inside machine code; if the program handles SIGINT itself (signal.signal), its
// handler is called there. It may be called from any goroutine. See
// InterruptOn for stopping the guest by a context.
func (vm *VM) Interrupt() { vm.requests.Keyboard() }

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
func (vm *VM) InterruptOn(ctx context.Context) (stop func()) { return vm.requests.On(ctx) }

// askGo calls a function of the Options for the guest, with a context that is done when the
// VM is interrupted by one; the error is that of the interruption then.
func (vm *VM) askGo(f func(ctx context.Context) error) error {
	return vm.requests.Under(func(ctx context.Context) error {
		return vm.bridge.Run(func() error { return f(ctx) })
	})
}
