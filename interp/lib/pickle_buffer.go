package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// PickleBuffer: the bytes of another object, which a pickler may leave where they are.

const (
	offPickleBufferOf = 8 // Null once released
	pickleBufferSize  = 16
)

var pickleBufferSig = object.NewSignature("PickleBuffer", 1, 1, 0, "object")

func (k *pickleKit) registerBuffer() {
	h := k.h
	k.buffer = h.RegisterType(&object.Type{Name: "PickleBuffer", Module: "pickle", Weak: true, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, pickleBufferSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			if _, err := k.shown(p[0], true); err != nil {
				return object.Null, err
			}
			v := h.NewObject(t.ID, pickleBufferSize)
			h.SetField(v, offPickleBufferOf, p[0])
			return v, nil
		},
		Exporter: func(_ *object.Heap, v object.Value) (object.Value, error) { return k.bufferOf(v) },
		Buffer: func(h *object.Heap, v object.Value, copied bool) ([]byte, error) {
			of, err := k.bufferOf(v)
			if err != nil {
				return nil, err
			}
			return k.shown(of, copied)
		},
	}})
	h.AddMethods(k.buffer, []object.Builtin{
		{Name: "raw", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if _, _, err := k.bufferData(v, object.BufferErrorType, "cannot extract raw buffer from non-contiguous buffer"); err != nil {
				return object.Null, err
			}
			return k.bytesView(h.Field(v, offPickleBufferOf))
		}},
		{Name: "release", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			h.SetField(v, offPickleBufferOf, object.Null)
			return object.None, nil
		}},
	})
}

// shown returns the bytes that an object shows: its own, or, if they do not lie one behind another and copied is set, a copy.
func (k *pickleKit) shown(v object.Value, copied bool) ([]byte, error) {
	if b := k.h.TypeOf(v).Buffer; b != nil {
		return b(k.h, v, copied)
	}
	return k.h.BufferData(v)
}

// bufferOf returns the object whose bytes a PickleBuffer shows.
func (k *pickleKit) bufferOf(v object.Value) (object.Value, error) {
	of := k.h.Field(v, offPickleBufferOf)
	if of == object.Null {
		return of, k.h.Raise(object.ValueErrorType, "operation forbidden on released PickleBuffer object")
	}
	return of, nil
}

// bufferData returns the bytes of a PickleBuffer, and whether they may not be changed. If they do not lie one behind
// another it raises an exception of the type t with the text.
func (k *pickleKit) bufferData(v object.Value, t object.TypeID, text string) (data []byte, readOnly bool, err error) {
	h := k.h
	of, err := k.bufferOf(v)
	if err != nil {
		return nil, false, err
	}
	if data, err = k.shown(of, false); err != nil {
		if h.RaisedIs(err, object.BufferErrorType) {
			err = h.Raise(t, "%s", text)
		}
		return nil, false, err
	}
	readOnly, err = fixedBuffer(h, of)
	return data, readOnly, err
}

// view is memoryview(v).
func (k *pickleKit) view(v object.Value) (object.Value, error) {
	return k.call1(k.l.own("memoryview"), v)
}

// bytesView is memoryview(v) whose elements are bytes.
func (k *pickleKit) bytesView(v object.Value) (object.Value, error) {
	h := k.h
	w, err := k.view(v)
	if err != nil {
		return object.Null, err
	}
	format, err := h.GetAttr(w, h.Intern("format"))
	if err != nil || h.StrIs(format, "B") {
		return w, err
	}
	return callMethod(h, w, "cast", h.Intern("B"))
}
