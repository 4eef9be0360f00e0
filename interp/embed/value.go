package embed

import (
	"errors"
	"maps"
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// Value is a handle to a Python value. It keeps its object alive and may be
// stored and copied freely; the zero Value is None. It belongs to its VM and is
// used, like that, by one goroutine at a time.
//
// Go values become Python values so:
//
//	Go                                       Python
//	nil, a nil pointer, map, slice or func   None
//	bool                                     bool
//	int…, uint…, big.Int, *big.Int           int
//	float32, float64                         float
//	string                                   str; it must be UTF-8
//	[]byte                                   bytes, a copy
//	other slices, arrays                     list, new
//	map                                      dict, new; keys are strings, numbers or
//	                                         bools and are inserted in their order
//	func                                     builtin function, see Func
//	Value                                    what it stands for
//	other pointers                           what they point to
//
// Types that are defined as one of these are converted like it. There is no
// conversion of structs, channels, complex numbers and cyclic values.
//
// Python values become Go values by To and As, for a destination of type
//
//	bool                  from bool
//	int…, uint…           from an int, not a bool, in its range
//	*big.Int              from any int
//	float32, float64      from float and int
//	string                from a str without surrogates
//	[]byte                from bytes and bytearray, a copy
//	other slices          from list and tuple
//	arrays                from list and tuple of that length
//	map                   from dict
//	other pointers        nil from None, else a pointer to what is converted
//	Value                 from anything
//	any                   None: nil; bool: bool; int: int64, *big.Int beyond; float:
//	                      float64; str: string; bytes and bytearray: []byte; list and
//	                      tuple: []any; dict: map[any]any; the rest: Value
//
// Everything else is a *ConversionError. vm.Call("list", v) makes a list of a set
// or any other iterable.
type Value struct {
	in   *Bridge
	word object.Value
	ref  *ref // nil for values that need none
}

// object returns the value's word.
func (v Value) object() object.Value {
	if v.in == nil {
		return object.None
	}
	return v.word
}

// Close lets go of the object now rather than when Go's collector finds the
// Value unreachable. Using v or a copy of it afterwards is ErrReleased. Numbers
// and the arguments of a Go function need no Close: it does nothing.
func (v Value) Close() {
	if v.ref != nil && v.ref.more == nil {
		v.ref.word, v.ref.closed = object.Null, true
	}
}

// errNone is the error of using the zero Value, which has no VM, as an object.
var errNone = errors.New("interp: the zero Value has no attributes, no items and cannot be called")

// begin is VM.Begin for a Value that can be entered.
func (v Value) begin() error {
	if v.in == nil {
		return errNone
	}
	if v.ref != nil && v.ref.closed {
		return ErrReleased
	}
	return v.in.vm.Begin()
}

// usable returns why v cannot be looked at; nil if it can.
func (v Value) usable() error {
	switch {
	case v.in != nil && v.in.closed:
		return ErrClosed
	case v.ref != nil && v.ref.closed:
		return ErrReleased
	}
	return nil
}

// Call calls a function, or anything that can be called, with arguments that are
// converted, and returns its result. Errors are
//
//   - *GuestError: an exception that nothing has caught. If it began as an error
//     of a Go function, errors.Is and errors.As find that;
//   - *SystemExit: sys.exit was called;
//   - *Interrupted: the context of InterruptOn is done;
//   - *PanicError: a Go function has panicked;
//   - *Unsupported: what this VM does not implement;
//   - *ConversionError: an argument has no counterpart in Python;
//   - ErrClosed, and what the writer of Options.Stdout says.
func (v Value) Call(args ...any) (Value, error) {
	return v.call(args, nil)
}

// CallKw is Call with keyword arguments.
func (v Value) CallKw(args []any, kw map[string]any) (Value, error) {
	names := slices.Sorted(maps.Keys(kw))
	all := slices.Clone(args)
	for _, n := range names {
		all = append(all, kw[n])
	}
	return v.call(all, names)
}

// call calls v with arguments that are converted, the last ones by name.
func (v Value) call(args []any, names []string) (r Value, err error) {
	if err = v.begin(); err != nil {
		return Value{}, err
	}
	defer v.in.vm.End(&err)
	return v.in.Invoke(v.word, args, names)
}

// Invoke calls f with arguments that are converted, the last ones by name. It is called between
// VM.Begin and VM.End.
func (br *Bridge) Invoke(f object.Value, args []any, names []string) (Value, error) {
	h := br.heap
	mark := h.Mark()
	for _, a := range args {
		w, err := br.ToPython(a, "")
		if err != nil {
			return Value{}, err
		}
		h.Push(w)
	}
	kwnames := object.Null
	if len(names) > 0 {
		l := h.NewList()
		for _, n := range names {
			h.ListAppend(l, h.InternName(n))
		}
		kwnames = h.ListToTuple(l)
	}
	w, err := br.vm.Call(f, h.Pushed(mark), kwnames)
	if err != nil {
		return Value{}, err
	}
	return br.Wrap(w), nil
}

// Attr returns v.name. The errors are those of Call.
func (v Value) Attr(name string) (x Value, err error) {
	if err = v.begin(); err != nil {
		return Value{}, err
	}
	defer v.in.vm.End(&err)
	w, err := v.in.heap.GetAttr(v.word, v.in.heap.InternName(name))
	if err != nil {
		return Value{}, err
	}
	return v.in.Wrap(w), nil
}

// SetAttr is v.name = x. A func gets that name. The
// errors are those of Call.
func (v Value) SetAttr(name string, x any) (err error) {
	if err = v.begin(); err != nil {
		return err
	}
	defer v.in.vm.End(&err)
	h := v.in.heap
	w, err := v.in.ToPython(x, name)
	if err != nil {
		return err
	}
	return h.SetAttr(v.word, h.InternName(name), w)
}

// Item returns v[key]. The errors are those of Call.
func (v Value) Item(key any) (x Value, err error) {
	if err = v.begin(); err != nil {
		return Value{}, err
	}
	defer v.in.vm.End(&err)
	k, err := v.in.ToPython(key, "")
	if err != nil {
		return Value{}, err
	}
	w, err := v.in.heap.GetItem(v.word, k)
	if err != nil {
		return Value{}, err
	}
	return v.in.Wrap(w), nil
}

// SetItem is v[key] = x. The errors are those of Call.
func (v Value) SetItem(key, x any) (err error) {
	if err = v.begin(); err != nil {
		return err
	}
	defer v.in.vm.End(&err)
	k, err := v.in.ToPython(key, "")
	if err != nil {
		return err
	}
	w, err := v.in.ToPython(x, "")
	if err != nil {
		return err
	}
	return v.in.heap.SetItem(v.word, k, w)
}

// Len returns len(v). The errors are those of Call.
func (v Value) Len() (n int, err error) {
	if err = v.begin(); err != nil {
		return 0, err
	}
	defer v.in.vm.End(&err)
	return v.in.heap.Len(v.word)
}

// IsNone reports whether v is None.
func (v Value) IsNone() bool { return v.object() == object.None }

// Type returns the name of the value's type, such as "int".
func (v Value) Type() string {
	if v.in == nil {
		return "NoneType"
	}
	if err := v.usable(); err != nil {
		return "<" + err.Error() + ">"
	}
	return v.in.heap.TypeName(v.word)
}

// String returns str(v), or what the error is if that fails, in angle brackets.
func (v Value) String() string {
	s, err := v.text((*object.Heap).Str)
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

// Repr returns repr(v). The errors are those of Call.
func (v Value) Repr() (string, error) { return v.text((*object.Heap).Repr) }

func (v Value) text(of func(*object.Heap, object.Value) (object.Value, error)) (s string, err error) {
	if v.in == nil {
		return "None", nil
	}
	if err = v.begin(); err != nil {
		return "", err
	}
	defer v.in.vm.End(&err)
	w, err := of(v.in.heap, v.word)
	if err != nil {
		return "", err
	}
	return v.in.heap.GoString(w), nil
}
