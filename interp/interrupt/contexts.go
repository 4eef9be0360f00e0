package interrupt

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

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

// On ends what the guest runs when ctx is done, and all that it begins then, until stop is called.
func (r *Requests) On(ctx context.Context) (stop func()) {
	x := r.contexts.add()
	set := func() {
		r.contexts.end(x, context.Cause(ctx))
		r.set(true)
		r.wakes()
	}
	if ctx.Err() != nil {
		set()
		return func() { r.contexts.remove(x) }
	}
	done := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() { set(); close(done) })
	return func() {
		if !cancel() {
			<-done
		}
		r.contexts.remove(x)
	}
}

// Under calls f with a context that is done when one of On is. The error is that of the interruption then.
func (r *Requests) Under(f func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer r.contexts.tell(cancel)()
	err := f(ctx)
	if ended := r.Ended(); ended != nil {
		return ended
	}
	return err
}
