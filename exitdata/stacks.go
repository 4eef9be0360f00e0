package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/native"
)

// A guest may have threads, of which one runs at a time. Each has a stack of activations of its own, whose machine code
// waits for its helper while another thread runs. What looks for words of the guest, or for machine code that
// is in use, looks at all stacks.

// NewStack makes a stack of activations for a thread: machine code may be nested so deeply in it. It is nil, without
// an error, if the table cannot run machine code. The table closes it, or CloseStack.
func (t *Table) NewStack(depth int) (*native.Stack, error) {
	if !t.Native() {
		return nil, nil
	}
	s, err := native.NewStack(native.StackOptions{
		Depth:     depth,
		Helper:    t.helper,
		Fault:     t.opt.Fault,
		Attention: t.interrupted,
		Poll:      t.polls.Addr,
		Init:      func(a *native.Activation) { a.Base = t.base },
	})
	if err == nil {
		t.stacks = append(t.stacks, s)
	}
	return s, err
}

// SwapStack makes s the stack of the thread that runs, and returns what that was.
func (t *Table) SwapStack(s *native.Stack) *native.Stack {
	s, t.stack = t.stack, s
	return s
}

// CloseStack frees a stack of a thread that has ended.
func (t *Table) CloseStack(s *native.Stack) error {
	t.stacks = slices.DeleteFunc(t.stacks, func(x *native.Stack) bool { return x == s })
	return s.Close()
}
