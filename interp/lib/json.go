package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _json (Modules/_json.c): strings, scanners (json_scan.go) and encoders (json_encode.go), under
// Lib/json.

// jsonKit is the module's state.
type jsonKit struct {
	h                *object.Heap
	scanner, encoder *object.Type
	ascii, plain     object.Value // encode_basestring_ascii and encode_basestring
	spare            output       // the buffer of the last encoding, for the next
}

// newJSON makes the module.
func (l *Lib) newJSON() (object.Value, error) {
	h, m := l.h, l.newModule("_json")
	k := &jsonKit{h: h, ascii: object.Null, plain: object.Null}
	h.AddRoots(func(m *heap.Marker) {
		m.Value(k.ascii)
		m.Value(k.plain)
	})
	function := func(b *object.Builtin) object.Value {
		b.Module = "_json"
		v := h.NewBuiltin(b, object.Null)
		m.set(b.Name, v)
		return v
	}
	quote := func(ascii bool) goFunc {
		return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, notJSONText(h, a[0])
			}
			w := jsonWriter{k.borrow()}
			defer k.back(&w.output)
			w.quoted(a[0], ascii)
			return w.value(), nil
		}
	}
	k.ascii = function(&object.Builtin{Name: "encode_basestring_ascii", Arity: object.O, Fn: quote(true)})
	k.plain = function(&object.Builtin{Name: "encode_basestring", Arity: object.O, Fn: quote(false)})
	function(&object.Builtin{Name: "scanstring", Arity: object.Varied, FnKw: k.scanString})
	k.registerScanner()
	k.registerEncoder()
	m.set("make_scanner", k.scanner.Object)
	m.set("make_encoder", k.encoder.Object)
	return m.v, nil
}

// jsonSpare is how many bytes a buffer has at most that is kept for another text.
const jsonSpare = 1 << 20

// borrow returns a buffer, which back takes.
func (k *jsonKit) borrow() output {
	w := k.spare
	k.spare = output{}
	w.h, w.b = k.h, w.b[:0]
	return w
}

// back keeps a buffer for the next encoding, or gives back what is counted for it.
func (k *jsonKit) back(w *output) {
	if cap(k.spare.b) == 0 && cap(w.b) <= jsonSpare {
		k.spare = *w
		return
	}
	w.Free(&k.h.Heap)
}

func notJSONText(h *object.Heap, v object.Value) error {
	return h.Raise(object.TypeErrorType, "first argument must be a string, not %s", h.TypeName(v))
}

// fail raises json.JSONDecodeError about a place in a text.
func (k *jsonKit) fail(msg string, text object.Value, at int) error {
	h := k.h
	m, err := h.ImportModule("json.decoder")
	if err != nil {
		return err
	}
	class, err := h.GetAttr(m, h.Intern("JSONDecodeError"))
	if err != nil {
		return err
	}
	exc, err := h.Call(class, []object.Value{h.NewStr(msg), text, object.SmallInt(int64(at))}, object.Null)
	if err != nil {
		return err
	}
	if !h.IsInstance(exc, object.BaseExceptionType) {
		return h.Raise(object.TypeErrorType, "exceptions must derive from BaseException")
	}
	return h.RaiseValue(exc)
}

// scanString is scanstring(string, end, strict=True): what is behind a quote.
func (k *jsonKit) scanString(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if err := h.NoKeywords("scanstring", kwnames); err != nil {
		return object.Null, err
	}
	switch n := len(args); {
	case n < 2:
		return object.Null, h.Raise(object.TypeErrorType, "scanstring() takes at least 2 arguments (%d given)", n)
	case n > 3:
		return object.Null, h.Raise(object.TypeErrorType, "scanstring() takes at most 3 arguments (%d given)", n)
	}
	end, err := h.Ssize(args[1])
	if err != nil {
		return object.Null, err
	}
	c := &jsonContext{jsonKit: k, strict: true}
	if len(args) > 2 {
		if c.strict, err = h.Truth(args[2]); err != nil {
			return object.Null, err
		}
	}
	if !h.IsInstance(args[0], object.StrType) {
		return object.Null, notJSONText(h, args[0])
	}
	if end < 0 || end > h.StrLen(args[0]) {
		return object.Null, h.Raise(object.ValueErrorType, "end is out of bounds")
	}
	return c.scan(args[0], func(t jsonTerms) (object.Value, int, error) { return t.str(end) })
}
