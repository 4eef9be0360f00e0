package ops_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
)

func newHeap(t *testing.T) *object.Heap {
	t.Helper()
	h, err := object.New(object.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// raises checks that an error is an exception of a type.
func raises(t *testing.T, h *object.Heap, err error, want object.TypeID, text string) {
	t.Helper()
	var r *object.Raised
	if !errors.As(err, &r) || !h.Is(r.Exc, want) {
		t.Errorf("%v, want a %s", err, h.Type(want).Name)
		return
	}
	if line := h.ExceptionLine(r.Exc); !strings.Contains(line, text) {
		t.Errorf("%s, want %q in it", line, text)
	}
}

// TestCatches: an except clause is for the classes it names and those derived from them,
// and only for classes of exceptions.
func TestCatches(t *testing.T) {
	h := newHeap(t)
	class := func(id object.TypeID) object.Value { return h.Type(id).Object }
	exc := h.NewException(h.Type(object.KeyErrorType), h.NewStr("k"))
	for _, c := range []struct {
		clause object.Value
		want   bool
	}{
		{class(object.KeyErrorType), true}, {class(object.ValueErrorType), false},
		{h.NewTuple(class(object.ValueErrorType), class(object.KeyErrorType)), true},
	} {
		if got, err := h.Catches(exc, c.clause); err != nil || got != c.want {
			t.Errorf("Catches is %v, %v, want %v", got, err, c.want)
		}
	}
	_, err := h.Catches(exc, h.NewTuple(class(object.KeyErrorType), object.None))
	raises(t, h, err, object.TypeErrorType, "do not inherit from BaseException")
}

// TestRaise: raise takes an instance, a type, and a cause.
func TestRaise(t *testing.T) {
	h := newHeap(t)
	err := ops.Raise(h, []object.Value{h.Type(object.ValueErrorType).Object, h.Type(object.KeyErrorType).Object})
	raises(t, h, err, object.ValueErrorType, "ValueError")
	var r *object.Raised
	if errors.As(err, &r) && !h.Is(h.Field(r.Exc, object.OffExcCause), object.KeyErrorType) {
		t.Error("the cause is no KeyError")
	}
	raises(t, h, ops.Raise(h, []object.Value{object.None}), object.TypeErrorType, "must derive from BaseException")
	raises(t, h, ops.Raise(h, nil), object.RuntimeErrorType, "No active exception")
}

// TestStopIterationError: StopIteration that leaves a generator's body is a RuntimeError
// with it as the cause; others stay what they are.
func TestStopIterationError(t *testing.T) {
	h := newHeap(t)
	stop := h.NewException(h.Type(object.StopIterationType))
	if e := ops.StopIterationError(h, stop, object.GeneratorType); !h.Is(e, object.RuntimeErrorType) || h.Field(e, object.OffExcCause) != stop {
		t.Error("StopIteration is passed on")
	}
	other := h.NewException(h.Type(object.ValueErrorType))
	if ops.StopIterationError(h, other, object.GeneratorType) != other {
		t.Error("ValueError is not passed on")
	}
}

// TestSend: None takes the next element; the end has no value; anything else asks for the method send, and is its error.
func TestSend(t *testing.T) {
	h := newHeap(t)
	it, err := h.Iter(h.NewList(object.SmallInt(7)))
	if err != nil {
		t.Fatal(err)
	}
	h.Push(it)
	if v, done, err := ops.Send(h, it, object.None); err != nil || done || v != object.SmallInt(7) {
		t.Errorf("%v %v %v, want 7", v, done, err)
	}
	if v, done, err := ops.Send(h, it, object.None); err != nil || !done || v != object.None {
		t.Errorf("%v %v %v, want the end", v, done, err)
	}
	_, _, err = ops.Send(h, it, object.SmallInt(1))
	raises(t, h, err, object.AttributeErrorType, "'send'")
}
