package interrupt_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tier2go/tier2/interp/embed"
	"github.com/tier2go/tier2/interp/interrupt"
	"github.com/tier2go/tier2/interp/object"
)

func requests(t *testing.T) (*interrupt.Requests, *object.Heap) {
	t.Helper()
	h, err := object.New(object.Options{Limit: 16 << 20, Stack: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	r := new(interrupt.Requests)
	r.Init(h)
	return r, h
}

// typeOf returns the type of the exception that an error is; nil if it is none.
func typeOf(h *object.Heap, err error) *object.Type {
	if raised := new(object.Raised); errors.As(err, &raised) {
		return h.TypeOf(raised.Exc)
	}
	return nil
}

// TestSwapPostponed: what is postponed is the thread's that runs: another one does not raise it, and it does when it goes on.
func TestSwapPostponed(t *testing.T) {
	r, h := requests(t)
	raised := new(object.Raised)
	if !errors.As(h.Raise(object.ValueErrorType, "late"), &raised) {
		t.Fatal("no exception")
	}
	r.Postpone(raised.Exc)
	kept := r.SwapPostponed(object.Null)
	if err := r.Handle(); kept != raised.Exc || err != nil || r.Flag.Load() {
		t.Errorf("another thread gets %v", err)
	}
	if other := r.SwapPostponed(kept); other != object.Null || !r.Flag.Load() {
		t.Error("nobody asks")
	}
	if err := h.Poll(); typeOf(h, err) != h.Type(object.ValueErrorType) || r.Postponed() != object.Null {
		t.Errorf("got %v", err)
	}
}

// TestOrder: a context ends all, time and again; a postponed exception is raised ahead of the keyboard's; each of
// these two once.
func TestOrder(t *testing.T) {
	r, h := requests(t)
	if r.Flag.Load() || r.Handle() != nil || h.Poll() != nil {
		t.Fatal("nobody has asked")
	}
	raised := new(object.Raised)
	if !errors.As(h.Raise(object.ValueErrorType, "late"), &raised) {
		t.Fatal("no exception")
	}
	r.Keyboard()
	r.Postpone(raised.Exc)
	if r.Postponed() != raised.Exc {
		t.Error("the collector does not see what is postponed")
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := r.On(ctx)
	why := errors.New("enough")
	cancel(why)
	for !errors.Is(r.Ended(), why) {
	}
	for range 2 {
		in := new(embed.Interrupted)
		if err := h.Poll(); !errors.As(err, &in) || in.Cause != why || !r.Flag.Load() {
			t.Errorf("got %v", err)
		}
	}
	stop()
	if err := h.Poll(); typeOf(h, err) != h.Type(object.ValueErrorType) || r.Postponed() != object.Null {
		t.Errorf("got %v, want the one that was postponed", err)
	}
	if err := h.Poll(); typeOf(h, err) != h.Type(object.KeyboardInterruptType) {
		t.Errorf("got %v, want the keyboard's", err)
	}
	if err := h.Poll(); err != nil || r.Flag.Load() {
		t.Errorf("got %v once more", err)
	}
}

// TestUnder: a function's context is done when a context of On is, with its cause.
func TestUnder(t *testing.T) {
	r, _ := requests(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	defer r.On(ctx)()
	why := errors.New("enough")
	err := r.Under(func(under context.Context) error {
		cancel(why)
		<-under.Done()
		return context.Cause(under)
	})
	if in := new(embed.Interrupted); !errors.As(err, &in) || in.Cause != why {
		t.Errorf("got %v", err)
	}
}
