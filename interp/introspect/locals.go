package introspect

import (
	"slices"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// FrameLocalsProxy (PEP 667): what f_locals of a function's frame is. It reads and sets the variables in the frame, and
// has names of its own besides, which the frame object keeps. Compiled code that has the variables in registers, or goes on
// with what it knows of their types, must not have them set: that is Unsupported, but where the instruction can be left to
// the interpreter.

// variables are a proxy's: of a frame, or of one that has ended.
type variables struct {
	o      *Objects
	object object.Value // the frame object
	code   *adaptive.Code
	at     Frame
	kept   object.Value // dict of the variables of a frame that has ended, else Null
}

// variablesOf returns the variables of a proxy.
func (o *Objects) variablesOf(proxy object.Value) (*variables, error) {
	h := o.heap
	f := h.Field(proxy, object.OffFrameObjectFunc)
	v := &variables{o: o, object: f, code: o.vm.Code(h.Half(h.Field(f, object.OffFrameObjectFunc), object.OffFuncCode)), kept: o.keptLocals(f)}
	var err error
	if v.kept == object.Null {
		v.at, err = o.frameOf(f, "f_locals", true)
	}
	return v, err
}

func (v *variables) extra() object.Value { return v.o.heap.Field(v.object, object.OffFrameObjectExtra) }

// dict returns names and values, as a new dict.
func (v *variables) dict() (object.Value, error) {
	h := v.o.heap
	var d object.Value
	if v.kept != object.Null {
		var err error
		if d, err = h.DictCopy(v.kept); err != nil {
			return object.Null, err
		}
	} else {
		d = Variables(h, v.at.FP, v.code)
	}
	if v.extra() == object.Null {
		return d, nil
	}
	return d, h.DictUpdate(d, v.extra())
}

// slot returns the variable that a key names, −1 for any other key.
func (v *variables) slot(key object.Value) (int, error) {
	h := v.o.heap
	hash, err := h.Hash(key)
	if err != nil {
		return 0, err
	}
	names := h.NewList()
	m := h.Mark()
	defer h.Release(m)
	h.Push(names)
	for i, name := range v.code.LocalsPlus {
		n := h.InternName(name)
		h.ListAppend(names, n)
		if n == key && v.code.Kinds[i]&pycode.KindHidden == 0 {
			return i, nil
		}
	}
	if h.Is(key, object.StrType) && h.InternValue(key) == key { // and none of the names
		return -1, nil
	}
	for i := range v.code.LocalsPlus {
		if v.code.Kinds[i]&pycode.KindHidden != 0 {
			continue
		}
		n := h.ListItem(names, i)
		if of, err := h.Hash(n); err != nil || of != hash {
			continue
		}
		if same, err := h.CompareBool(object.EQ, n, key); same || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// set sets a variable, or another name; x Null deletes that one.
func (v *variables) set(key, x object.Value) error {
	h := v.o.heap
	i, err := v.slot(key)
	switch {
	case err != nil:
		return err
	case i >= 0 && x == object.Null:
		return h.Raise(object.ValueErrorType, "cannot remove local variables from FrameLocalsProxy")
	case i >= 0:
		return v.store(i, x)
	case x == object.Null:
		_, err := v.pop(key, object.Null)
		return err
	}
	if v.extra() == object.Null {
		h.SetField(v.object, object.OffFrameObjectExtra, h.NewDict())
	}
	return h.DictSet(v.extra(), key, x)
}

// store sets the variable in slot i.
func (v *variables) store(i int, x object.Value) error {
	h := v.o.heap
	name := v.code.LocalsPlus[i]
	if v.kept != object.Null {
		h.DictSetStr(v.kept, h.InternName(name), x)
		return nil
	}
	// slot may have run code, by which the frame has gone on
	at, err := v.o.frameOf(v.object, "f_locals", true)
	if err != nil {
		return err
	}
	if at.Held {
		return h.Unsupported("setting variables by f_locals of a frame that compiled code runs")
	}
	if name == ".0" {
		return h.Unsupported("setting what a generator expression runs over by f_locals")
	}
	word := frame.Local(at.FP, i)
	if h.Is(*word, object.CellType) && v.code.Kinds[i]&(pycode.KindCell|pycode.KindFree) != 0 {
		h.SetField(*word, object.OffCellValue, x)
		return nil
	}
	*word = x
	return nil
}

// pop takes a name away that is no variable, and returns what it was; def, if that is not Null, where there is none.
func (v *variables) pop(key, def object.Value) (object.Value, error) {
	h := v.o.heap
	i, err := v.slot(key)
	if err != nil {
		return object.Null, err
	}
	if i >= 0 {
		return object.Null, h.Raise(object.ValueErrorType, "cannot remove local variables from FrameLocalsProxy")
	}
	x := object.Null
	if d := v.extra(); d != object.Null {
		if x, err = h.DictGet(d, key); err == nil && x != object.Null {
			_, err = h.DictDel(d, key)
		}
	}
	switch {
	case err != nil:
		return object.Null, err
	case x != object.Null:
		return x, nil
	case def != object.Null:
		return def, nil
	}
	return object.Null, h.RaiseWith(object.KeyErrorType, key)
}

// get returns the value of a name, Null if there is none.
func (v *variables) get(key object.Value) (object.Value, error) {
	if _, err := v.o.heap.Hash(key); err != nil { // the error that names no dict
		return object.Null, err
	}
	d, err := v.dict()
	if err != nil {
		return object.Null, err
	}
	return v.o.heap.DictGet(d, key)
}

// item is get, or the KeyError.
func (v *variables) item(key object.Value) (object.Value, error) {
	h := v.o.heap
	x, err := v.get(key)
	if err != nil || x != object.Null {
		return x, err
	}
	text, err := h.Repr(key)
	if err != nil {
		return object.Null, err
	}
	return object.Null, h.Raise(object.KeyErrorType, "local variable '%s' is not defined", h.GoString(text))
}

// isLocals reports whether v is what update and the operators take.
func isLocals(h *object.Heap, v object.Value) bool {
	return h.IsInstance(v, object.DictType) || h.Is(v, object.FrameLocalsType)
}

// update sets what a dict or another proxy has.
func (v *variables) update(other object.Value) error {
	h := v.o.heap
	d := h.NewDict()
	if err := h.DictUpdate(d, other); err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	for pos := 0; ; {
		key, x, ok := h.DictNext(d, &pos)
		if !ok {
			return nil
		}
		if err := v.set(key, x); err != nil {
			return err
		}
	}
}

// initFrameLocals gives the type what it does.
func (o *Objects) initFrameLocals(t *object.Type) {
	h := o.heap
	dict := func(v object.Value) (object.Value, error) {
		vs, err := o.variablesOf(v)
		if err != nil {
			return object.Null, err
		}
		return vs.dict()
	}
	t.Slots.New = newFrameLocals
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		d, err := dict(v)
		if err != nil {
			return object.Null, err
		}
		return h.ReprOnce(v, "{...}", func() (object.Value, error) { return h.Repr(d) })
	}
	t.Slots.Len = func(h *object.Heap, v object.Value) (int, error) {
		d, err := dict(v)
		if err != nil {
			return 0, err
		}
		return h.DictLen(d), nil
	}
	t.Slots.GetItem = func(_ *object.Heap, v, key object.Value) (object.Value, error) {
		vs, err := o.variablesOf(v)
		if err != nil {
			return object.Null, err
		}
		return vs.item(key)
	}
	t.Slots.SetItem = func(_ *object.Heap, v, key, x object.Value) error {
		vs, err := o.variablesOf(v)
		if err != nil {
			return err
		}
		return vs.set(key, x)
	}
	t.Slots.Contains = func(_ *object.Heap, v, x object.Value) (bool, error) {
		vs, err := o.variablesOf(v)
		if err != nil {
			return false, err
		}
		found, err := vs.get(x)
		return found != object.Null, err
	}
	t.Slots.Iter = func(h *object.Heap, v object.Value) (object.Value, error) {
		d, err := dict(v)
		if err != nil {
			return object.Null, err
		}
		l, err := h.ListFromIter(d)
		if err != nil {
			return object.Null, err
		}
		return h.Iter(l)
	}
	t.Slots.Compare = func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
		switch {
		case h.Is(b, object.FrameLocalsType) && (op == object.EQ || op == object.NE):
			same := h.Field(a, object.OffFrameObjectFunc) == h.Field(b, object.OffFrameObjectFunc)
			return object.Bool(same == (op == object.EQ)), nil
		case h.IsInstance(b, object.DictType):
			d, err := dict(a)
			if err != nil {
				return object.Null, err
			}
			return h.Compare(op, d, b)
		}
		return object.NotImplemented, nil
	}
	t.Slots.Binary = func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
		if op != object.Or || !isLocals(h, b) {
			return object.NotImplemented, nil
		}
		d := h.NewDict()
		err := h.DictMerge(d, a, nil)
		if err == nil {
			err = h.DictMerge(d, b, nil)
		}
		return d, err
	}
	t.Slots.InPlace = func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
		if op != object.InPlaceOr || !isLocals(h, b) {
			return object.NotImplemented, nil
		}
		vs, err := o.variablesOf(a)
		if err != nil {
			return object.Null, err
		}
		return a, vs.update(b)
	}
	h.AddWrappers(t)
	h.AddMethods(t, o.localsMethods(dict))
}

// newFrameLocals is FrameLocalsProxy(frame).
func newFrameLocals(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	switch {
	case kwnames != object.Null && h.TupleLen(kwnames) > 0:
		return object.Null, h.Raise(object.TypeErrorType, "FrameLocalsProxy takes no keyword arguments")
	case len(args) != 1:
		return object.Null, h.Raise(object.TypeErrorType, "FrameLocalsProxy expected 1 argument, got %d", len(args))
	case !h.Is(args[0], object.FrameType):
		return object.Null, h.Raise(object.TypeErrorType, "expect frame, not %s", h.TypeName(args[0]))
	}
	return h.NewFrameLocals(args[0]), nil
}

// localsMethods are the methods of a proxy; dict returns what one has.
func (o *Objects) localsMethods(dict func(v object.Value) (object.Value, error)) []object.Builtin {
	type method = func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error)
	// list is a method that is a list of what the dict's method of that name has.
	list := func(name string, reversed bool) method {
		return func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			d, err := dict(v)
			if err != nil {
				return object.Null, err
			}
			f, err := h.GetAttr(d, h.Intern(name))
			if err != nil {
				return object.Null, err
			}
			view, err := h.Call(f, nil, object.Null)
			if err != nil {
				return object.Null, err
			}
			l, err := h.ListFromIter(view)
			if reversed && err == nil {
				slices.Reverse(h.ListItems(l))
			}
			return l, err
		}
	}
	of := func(f func(h *object.Heap, vs *variables, a []object.Value) (object.Value, error)) method {
		return func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			vs, err := o.variablesOf(v)
			if err != nil {
				return object.Null, err
			}
			return f(h, vs, a)
		}
	}
	second := func(a []object.Value, def object.Value) object.Value {
		if len(a) > 1 {
			return a[1]
		}
		return def
	}
	// oneOrTwo is a method whose error for another number of arguments says so.
	oneOrTwo := func(name string, f func(vs *variables, key, def object.Value) (object.Value, error)) method {
		return of(func(h *object.Heap, vs *variables, a []object.Value) (object.Value, error) {
			if len(a) < 1 || len(a) > 2 {
				return object.Null, h.Raise(object.TypeErrorType, "%s expected 1 or 2 arguments", name)
			}
			return f(vs, a[0], second(a, object.None))
		})
	}
	return []object.Builtin{
		{Name: "keys", Arity: object.NoArgs, Frames: true, Fn: list("keys", false)},
		{Name: "values", Arity: object.NoArgs, Frames: true, Fn: list("values", false)},
		{Name: "items", Arity: object.NoArgs, Frames: true, Fn: list("items", false)},
		{Name: "__reversed__", Arity: object.NoArgs, Frames: true, Fn: list("keys", true)},
		{Name: "copy", Arity: object.NoArgs, Frames: true, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return dict(v) }},
		{Name: "get", Arity: object.Fast, Max: -1, Frames: true, Fn: oneOrTwo("get", func(vs *variables, key, def object.Value) (object.Value, error) {
			x, err := vs.get(key)
			if x == object.Null {
				x = def
			}
			return x, err
		})},
		{Name: "setdefault", Arity: object.Fast, Max: -1, Frames: true, Fn: oneOrTwo("setdefault", func(vs *variables, key, def object.Value) (object.Value, error) {
			x, err := vs.get(key)
			if err != nil || x != object.Null {
				return x, err
			}
			return def, vs.set(key, def)
		})},
		{Name: "pop", Arity: object.Fast, Min: 1, Max: 2, Frames: true, Fn: of(func(_ *object.Heap, vs *variables, a []object.Value) (object.Value, error) {
			return vs.pop(a[0], second(a, object.Null))
		})},
		{Name: "update", Arity: object.O, Frames: true, Fn: of(func(h *object.Heap, vs *variables, a []object.Value) (object.Value, error) {
			if !isLocals(h, a[0]) {
				return object.Null, h.Raise(object.TypeErrorType, "update() argument must be dict or another FrameLocalsProxy")
			}
			return object.None, vs.update(a[0])
		})},
	}
}
