package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Objects of the type Unpickler.

// The fields of an unpickler.
const (
	offUnpicklerState    = 8 // stands for an *unpickling; Null before __init__
	offUnpicklerRead     = 16
	offUnpicklerReadline = 24
	offUnpicklerHeld     = 32 // list: unpickling.held
	offUnpicklerBuffers  = 40
	offUnpicklerLoad     = 48 // persistent_load, if it has been set
	unpicklerSize        = 56
)

var (
	unpicklerSig = object.NewSignature("Unpickler", 0, 1, 4, "file", "fix_imports", "encoding", "errors", "buffers")
)

func (k *pickleKit) registerUnpickler() {
	h := k.h
	slots := initialized(k.initUnpickler)
	slots.GetAttr = ownFirst("persistent_load", offUnpicklerLoad)
	slots.SetAttr = setOwn("persistent_load", offUnpicklerLoad)
	k.unpickler = h.RegisterType(&object.Type{Name: "Unpickler", Module: "_pickle", Size: unpicklerSize, Slots: slots})
	h.AddMethods(k.unpickler, []object.Builtin{
		{Name: "persistent_load", Arity: object.O, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.Null, k.noPersistent()
		}},
		{Name: "find_class", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			u, err := k.unpicklingOf(v)
			if err != nil {
				return object.Null, err
			}
			return u.findClass(a[0], a[1])
		}},
		{Name: "load", Arity: object.NoArgs, Fn: k.unpicklerLoad},
	})
	h.AddGetSets(k.unpickler, []object.GetSet{
		{Name: "memo", Get: func(h *object.Heap, v object.Value) (object.Value, error) { return k.memoOf(k.unpickled, v), nil }, Set: k.setUnpicklerMemo},
	})
	k.unpickled = k.registerMemo("UnpicklerMemoProxy", func(h *object.Heap, v object.Value) error {
		u, err := k.unpicklingOf(v)
		if err == nil {
			u.forget()
		}
		return err
	}, k.unpicklerMemo)
}

func (k *pickleKit) initUnpickler(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var a [5]object.Value
	if err := bind(h, unpicklerSig, args, kwnames, a[:]); err != nil {
		return err
	}
	if err := k.unpicklerIdle(v); err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	u := k.newUnpickling()
	if err := u.stream(a[0]); err != nil {
		return err
	}
	if err := u.settle("Unpickler", a[1:]); err != nil {
		return err
	}
	if err := k.unpicklerIdle(v); err != nil { // another thread may have begun to load
		return err
	}
	h.Push(u.buffers)
	h.SetField(v, offUnpicklerRead, u.read)
	h.SetField(v, offUnpicklerReadline, u.readline)
	h.SetField(v, offUnpicklerHeld, u.held)
	h.SetField(v, offUnpicklerBuffers, u.buffers)
	h.SetField(v, offUnpicklerState, h.NewHandleObject(k.content, u))
	return nil
}

// unpicklerIdle is an error while an unpickler loads.
func (k *pickleKit) unpicklerIdle(v object.Value) error {
	if s := k.h.Field(v, offUnpicklerState); s != object.Null && k.h.HandleOf(s).(*unpickling).running {
		return k.used("Unpickler")
	}
	return nil
}

// unpicklingOf returns an unpickler's state, and an error before __init__.
func (k *pickleKit) unpicklingOf(v object.Value) (*unpickling, error) {
	if s := k.h.Field(v, offUnpicklerState); s != object.Null {
		return k.h.HandleOf(s).(*unpickling), nil
	}
	return nil, k.fail(k.unpicklingErr, "Unpickler.__init__() was not called by %s.__init__()", k.h.TypeName(v))
}

// unpicklerLoad is Unpickler.load().
func (k *pickleKit) unpicklerLoad(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	u, err := k.unpicklingOf(v)
	if err != nil {
		return object.Null, err
	}
	if err := k.unpicklerIdle(v); err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(v)        // which keeps what the state refers to
	u.running = true // before the program's code runs: __init__ would replace what the state refers to
	defer func() { u.running, u.persistent, u.find = false, object.Null, object.Null }()
	if u.persistent, err = k.hook(v, "persistent_load", k.unpickler); err != nil {
		return object.Null, err
	}
	if u.find, err = k.hook(v, "find_class", k.unpickler); err != nil {
		return object.Null, err
	}
	h.PushAll([]object.Value{u.persistent, u.find})
	return u.load()
}

// unpicklerMemo makes a dict of a memo.
func (k *pickleKit) unpicklerMemo(h *object.Heap, v object.Value) (object.Value, error) {
	u, err := k.unpicklingOf(v)
	if err != nil {
		return object.Null, err
	}
	d := h.NewDict()
	for i, x := range u.memo[:u.end] {
		if x != object.Null {
			if err := h.DictSet(d, object.SmallInt(int64(i)), x); err != nil {
				return object.Null, err
			}
		}
	}
	return d, h.DictUpdate(d, u.far)
}

// setUnpicklerMemo is unpickler.memo = x, with the memo of another one or a dict.
func (k *pickleKit) setUnpicklerMemo(h *object.Heap, v, x object.Value) error {
	u, err := k.unpicklingOf(v)
	if err != nil {
		return err
	}
	d := x
	switch {
	case x == object.Null:
		return h.Raise(object.TypeErrorType, "attribute deletion is not supported")
	case h.Is(x, k.unpickled.ID):
		if d, err = k.unpicklerMemo(h, h.Field(x, offMemoOf)); err != nil {
			return err
		}
	case !h.IsInstance(x, object.DictType):
		return h.Raise(object.TypeErrorType, "'memo' attribute must be an UnpicklerMemoProxy object or dict, not %s", h.TypeName(x))
	}
	for pos := 0; ; {
		key, _, ok := h.DictNext(d, &pos)
		if !ok {
			break
		}
		if !h.IsIntegral(key) {
			return h.Raise(object.TypeErrorType, "memo key must be integers")
		}
		n, err := h.Ssize(key)
		if err != nil {
			return err
		}
		if n < 0 {
			return h.Raise(object.ValueErrorType, "memo key must be positive integers.")
		}
	}
	u.forget()
	for pos := 0; ; {
		key, y, ok := h.DictNext(d, &pos)
		if !ok {
			return nil
		}
		n, err := h.Ssize(key)
		if err == nil {
			err = u.remember(n, y)
		}
		if err != nil {
			return err
		}
	}
}
