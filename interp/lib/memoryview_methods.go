package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
)

var (
	castSig    = object.NewSignature("cast", 0, 1, 0, "format", "shape")
	toBytesSig = object.NewSignature("tobytes", 0, 0, 0, "order")
)

// viewFunc is a method of a view that has not been released.
type viewFunc = func(w view, a []object.Value) (object.Value, error)

// method makes one that takes positional arguments.
func (k *views) method(name string, least, most int, f viewFunc) object.Builtin {
	return opened(k.of, name, least, most, func(_ *object.Heap, w view, a []object.Value) (object.Value, error) { return f(w, a) })
}

func (k *views) methods() []object.Builtin {
	release := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		if n := h.Word(v, offViewUses); n > 0 && h.Field(v, offViewObj) != object.Null {
			return object.Null, h.Raise(object.BufferErrorType, "memoryview has %d exported buffer%s", n, plural(int(n)))
		}
		h.SetField(v, offViewObj, object.Null)
		return object.None, nil
	}
	return []object.Builtin{
		{Name: "release", Arity: object.NoArgs, Fn: release},
		{Name: "__exit__", Arity: object.Fast, Max: -1, Fn: release},
		{Name: "__enter__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			_, err := k.of(h, v)
			return v, err
		}},
		k.method("tolist", 0, 0, func(w view, _ []object.Value) (object.Value, error) {
			list := w.h.NewList()
			for i := range w.n {
				w.h.ListAppend(list, w.get(i))
			}
			return list, nil
		}),
		{Name: "tobytes", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [1]object.Value
			if err := bind(h, toBytesSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			w, err := k.of(h, v)
			if err != nil {
				return object.Null, err
			}
			if p[0] != object.Null && p[0] != object.None && !h.IsInstance(p[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "tobytes() argument 'order' must be str or None, not %s", h.TypeName(p[0]))
			}
			if p[0] != object.Null && p[0] != object.None && !h.StrIs(p[0], "C") && !h.StrIs(p[0], "F") && !h.StrIs(p[0], "A") {
				return object.Null, h.Raise(object.ValueErrorType, "order must be 'C', 'F' or 'A'")
			}
			return h.NewBytes(w.bytes()), nil
		}},
		{Name: "hex", Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			w, err := k.of(h, v)
			if err != nil {
				return object.Null, err
			}
			f, err := h.GetAttr(h.NewBytes(w.bytes()), h.Intern("hex"))
			if err != nil {
				return object.Null, err
			}
			hold(h, v, 1)
			defer hold(h, v, -1)
			return h.Call(f, args, kwnames)
		}},
		k.method("toreadonly", 0, 0, func(w view, _ []object.Value) (object.Value, error) {
			w.readOnly = true
			return k.object(w.h, w), nil
		}),
		{Name: "cast", Arity: object.Varied, FnKw: k.cast},
		{Name: "count", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			n := 0
			err := k.eachSame(h, v, a[0], 0, math.MaxInt, func(int) bool { n++; return true })
			return h.Int(int64(n)), err
		}},
		{Name: "index", Arity: object.Fast, Min: 1, Max: 3, Fn: k.indexOf},
	}
}

// eachSame tells of the elements from one index to another that are equal to x, until found is
// false. Comparing them may release the view.
func (k *views) eachSame(h *object.Heap, v, x object.Value, from, to int, found func(i int) bool) error {
	for i := from; ; i++ {
		w, err := k.of(h, v)
		if err != nil || i >= min(to, w.n) {
			return err
		}
		same, err := h.Same(w.get(i), x)
		if err != nil || same && !found(i) {
			return err
		}
	}
}

// indexOf is memoryview.index.
func (k *views) indexOf(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	w, err := k.of(h, v)
	if err != nil {
		return object.Null, err
	}
	bounds := [2]int{0, math.MaxInt}
	for i := range a[1:] {
		n, err := h.Ssize(a[1+i])
		if err != nil {
			return object.Null, err
		}
		if n < 0 {
			n = max(n+w.n, 0)
		}
		bounds[i] = n
	}
	at := -1
	if err := k.eachSame(h, v, a[0], bounds[0], bounds[1], func(i int) bool { at = i; return false }); err != nil {
		return object.Null, err
	}
	if at < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "memoryview.index(x): x not found")
	}
	return h.Int(int64(at)), nil
}

// cast is memoryview.cast: the same bytes in another format.
func (k *views) cast(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, castSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "cast() argument 'format' must be str, not %s", argTypeName(h, p[0]))
	}
	w, err := k.of(h, v)
	if err != nil {
		return object.Null, err
	}
	if p[1] != object.Null {
		return object.Null, h.Unsupported("memoryview.cast with a shape")
	}
	if !w.contiguous() {
		return object.Null, h.Raise(object.TypeErrorType, "memoryview: casts are restricted to C-contiguous views")
	}
	item, ok := viewFormat(h.GoString(p[0]))
	if !ok {
		return object.Null, h.Raise(object.ValueErrorType, "memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	isByte := func(c packedCode) bool { return c.size == 1 && c.code != '?' }
	if !isByte(w.item) && !isByte(item) {
		return object.Null, h.Raise(object.TypeErrorType, "memoryview: cannot cast between two non-byte formats")
	}
	size := w.n * w.item.size
	if size%item.size != 0 {
		return object.Null, h.Raise(object.TypeErrorType, "memoryview: length is not a multiple of itemsize")
	}
	w.format, w.item, w.n, w.stride = p[0], item, size/item.size, item.size
	return k.object(h, w), nil
}

func (k *views) attributes() []object.GetSet {
	var list []object.GetSet
	add := func(name string, f func(w view) object.Value) {
		list = append(list, object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			w, err := k.of(h, v)
			if err != nil {
				return object.Null, err
			}
			return f(w), nil
		}})
	}
	number := func(name string, f func(w view) int) {
		add(name, func(w view) object.Value { return w.h.Int(int64(f(w))) })
	}
	tuple := func(name string, f func(w view) int) {
		add(name, func(w view) object.Value { return w.h.NewTuple(w.h.Int(int64(f(w)))) })
	}
	add("obj", func(w view) object.Value { return w.obj })
	add("format", func(w view) object.Value { return w.format })
	add("readonly", func(w view) object.Value { return object.Bool(w.readOnly) })
	number("itemsize", func(w view) int { return w.item.size })
	number("nbytes", func(w view) int { return w.n * w.item.size })
	number("ndim", func(view) int { return 1 })
	tuple("shape", func(w view) int { return w.n })
	tuple("strides", func(w view) int { return w.stride })
	add("suboffsets", func(w view) object.Value { return w.h.NewTuple() })
	for _, name := range []string{"c_contiguous", "f_contiguous", "contiguous"} {
		add(name, func(w view) object.Value { return object.Bool(w.contiguous()) })
	}
	return list
}
