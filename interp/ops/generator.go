package ops

import "github.com/tier2go/tier2/interp/object"

// CleanupThrow is CLEANUP_THROW: an iterator that a generator yields from has
// raised exc; if it is the iterator's end, the result is its value.
func CleanupThrow(h *object.Heap, exc object.Value) (object.Value, error) {
	v, done, err := h.EndValue(h.Reraise(exc, -1))
	if done {
		return v, nil
	}
	return object.Null, err
}

// StopIterationError is the intrinsic around every generator's body: StopIteration
// that leaves it would look like its end, as would StopAsyncIteration that leaves an
// asynchronous one. kind is the type of what the code makes.
func StopIterationError(h *object.Heap, exc object.Value, kind object.TypeID) object.Value {
	text := ""
	switch {
	case h.IsInstance(exc, object.StopIterationType):
		text = map[object.TypeID]string{object.CoroutineType: "coroutine", object.AsyncGeneratorType: "async generator"}[kind]
		if text == "" {
			text = "generator"
		}
		text += " raised StopIteration"
	case kind == object.AsyncGeneratorType && h.IsInstance(exc, object.StopAsyncIterationType):
		text = "async generator raised StopAsyncIteration"
	default:
		return exc
	}
	e := h.NewException(h.Type(object.RuntimeErrorType), h.NewStr(text))
	h.SetCause(e, exc)
	h.SetField(e, object.OffExcContext, exc)
	return e
}

// Send executes SEND of a value to what is no generator: its next element, or done
// with the value that it has ended with.
func Send(h *object.Heap, it, v object.Value) (x object.Value, done bool, err error) {
	if h.Is(it, object.CoroutineType) {
		return h.GenSend(it, v)
	}
	if send := h.TypeOf(it).Send; send != nil {
		return send(h, it, v)
	}
	if v == object.None {
		x, err = h.Advance(it)
	} else {
		var f object.Value
		if f, err = h.GetAttr(it, h.Intern("send")); err == nil {
			x, err = h.Call(f, []object.Value{v}, object.Null)
		}
	}
	if err != nil {
		return h.EndValue(err)
	}
	if x == object.Null {
		return object.None, true, nil
	}
	return x, false, nil
}
