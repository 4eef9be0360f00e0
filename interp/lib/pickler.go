package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Objects of the type Pickler.

// The fields of a pickler.
const (
	offPicklerState    = 8  // stands for a *pickling; Null before __init__
	offPicklerWrite    = 16 // the file's method write
	offPicklerCallback = 24
	offPicklerKeep     = 32 // list: the objects in the memo
	offPicklerID       = 40 // persistent_id, if it has been set
	offPicklerTable    = 48 // dispatch_table; Null: there is none
	picklerSize        = 56

	offMemoOf = 8 // the pickler or unpickler whose memo it is
	memoSize  = 16
)

var picklerSig = object.NewSignature("Pickler", 0, 1, 0, "file", "protocol", "fix_imports", "buffer_callback")

func (k *pickleKit) registerPickler() {
	h := k.h
	slots := initialized(k.initPickler)
	slots.GetAttr = ownFirst("persistent_id", offPicklerID)
	slots.SetAttr = setOwn("persistent_id", offPicklerID)
	k.pickler = h.RegisterType(&object.Type{Name: "Pickler", Module: "_pickle", Size: picklerSize, Slots: slots})
	h.AddMethods(k.pickler, []object.Builtin{
		{Name: "persistent_id", Arity: object.O, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return object.None, nil
		}},
		{Name: "dump", Arity: object.O, Fn: k.picklerDump},
		{Name: "clear_memo", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if p := k.stateOf(v); p != nil {
				p.forget()
			}
			return object.None, nil
		}},
	})
	number := func(name string, get func(p *pickling) int, set func(p *pickling, n int)) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			p, err := k.picklingOf(v)
			if err != nil {
				return object.Null, err
			}
			return object.SmallInt(int64(get(p))), nil
		}, Set: func(h *object.Heap, v, x object.Value) error {
			p, err := k.picklingOf(v)
			if err != nil {
				return err
			}
			if x == object.Null {
				return h.Raise(object.TypeErrorType, "can't delete numeric/char attribute")
			}
			n, err := h.CInt(x)
			if err == nil {
				set(p, n)
			}
			return err
		}}
	}
	h.AddGetSets(k.pickler, []object.GetSet{
		number("bin", func(p *pickling) int {
			if p.bin {
				return 1
			}
			return 0
		}, func(p *pickling, n int) { p.bin = n != 0 }),
		number("fast", func(p *pickling) int { return p.fast }, func(p *pickling, n int) { p.fast = n }),
		{Name: "dispatch_table", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			x := h.Field(v, offPicklerTable)
			if x == object.Null {
				return x, h.RaiseAttribute(v, h.Intern("dispatch_table"), "'%s' object has no attribute 'dispatch_table'", h.TypeName(v))
			}
			return x, nil
		}, Set: func(h *object.Heap, v, x object.Value) error {
			if x == object.Null && h.Field(v, offPicklerTable) == object.Null {
				return h.RaiseAttribute(v, h.Intern("dispatch_table"), "dispatch_table")
			}
			h.SetField(v, offPicklerTable, x)
			return nil
		}},
		{Name: "memo", Get: func(h *object.Heap, v object.Value) (object.Value, error) { return k.memoOf(k.memo, v), nil }, Set: k.setPicklerMemo},
	})
	k.memo = k.registerMemo("PicklerMemoProxy", func(h *object.Heap, v object.Value) error {
		p, err := k.picklingOf(v)
		if err == nil {
			p.forget()
		}
		return err
	}, k.picklerMemo)
}

// initialized are the slots of a type whose __init__ makes its state.
func initialized(init func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error) object.Slots {
	return initializedFrom((*object.Heap).NewEmpty, init)
}

// initializedFrom is initialized for instances that empty makes.
func initializedFrom(empty func(h *object.Heap, t *object.Type) object.Value, init func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error) object.Slots {
	bare := func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
		return empty(h, t), nil
	}
	return object.Slots{Bare: bare, Init: init, New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
		v := empty(h, t)
		if t.Made() {
			return v, nil // __init__ sees the arguments
		}
		return v, init(h, v, args, kwnames)
	}}
}

// ownFirst makes a GetAttr of objects that have an attribute in a field, which goes before the class's.
func ownFirst(name string, off uintptr) func(h *object.Heap, v, attr object.Value) (object.Value, error) {
	return func(h *object.Heap, v, attr object.Value) (object.Value, error) {
		if x := h.Field(v, off); x != object.Null && h.StrIs(attr, name) {
			return x, nil
		}
		return h.FindGeneric(v, attr)
	}
}

// setOwn makes the SetAttr to ownFirst.
func setOwn(name string, off uintptr) func(h *object.Heap, v, attr, x object.Value) error {
	return func(h *object.Heap, v, attr, x object.Value) error {
		if !h.StrIs(attr, name) {
			return h.GenericSetAttr(v, attr, x)
		}
		if x == object.Null && h.Field(v, off) == object.Null {
			return h.RaiseAttribute(v, attr, "'%s' object has no attribute '%s'", h.TypeOf(v).FullName(), name)
		}
		h.SetField(v, off, x)
		return nil
	}
}

func (k *pickleKit) initPickler(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var a [4]object.Value
	if err := bind(h, picklerSig, args, kwnames, a[:]); err != nil {
		return err
	}
	if err := k.picklerIdle(v); err != nil {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	p := k.newPickling()
	if err := p.settle(a[1], a[2], a[3]); err != nil {
		return err
	}
	write, err := k.writeOf(a[0])
	if err != nil {
		return err
	}
	h.Push(write)
	table, err := h.LookupAttr(v, h.Intern("dispatch_table"))
	if err != nil {
		return err
	}
	if err := k.picklerIdle(v); err != nil { // another thread may have begun to dump
		return err
	}
	h.SetField(v, offPicklerTable, table)
	h.SetField(v, offPicklerKeep, p.keep)
	h.SetField(v, offPicklerWrite, write)
	h.SetField(v, offPicklerCallback, p.callback)
	h.SetField(v, offPicklerState, h.NewHandleObject(k.content, p))
	p.write = write
	return nil
}

func (k *pickleKit) used(name string) error {
	return k.h.Raise(object.RuntimeErrorType, "%s object is already used", name)
}

// picklerIdle is an error while a pickler dumps.
func (k *pickleKit) picklerIdle(v object.Value) error {
	if p := k.stateOf(v); p != nil && p.running {
		return k.used("Pickler")
	}
	return nil
}

// stateOf returns a pickler's state; nil before __init__.
func (k *pickleKit) stateOf(v object.Value) *pickling {
	if s := k.h.Field(v, offPicklerState); s != object.Null {
		return k.h.HandleOf(s).(*pickling)
	}
	return nil
}

// picklingOf is stateOf, and an error before __init__.
func (k *pickleKit) picklingOf(v object.Value) (*pickling, error) {
	if p := k.stateOf(v); p != nil {
		return p, nil
	}
	return nil, k.fail(k.picklingErr, "Pickler.__init__() was not called by %s.__init__()", k.h.TypeName(v))
}

// forget empties the memo.
func (p *pickling) forget() {
	p.memo.clear()
	p.h.ListClear(p.keep)
}

// picklerDump is Pickler.dump(obj).
func (k *pickleKit) picklerDump(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	p, err := k.picklingOf(v)
	if err != nil {
		return object.Null, err
	}
	if err := k.picklerIdle(v); err != nil {
		return object.Null, err
	}
	x := a[0]
	m := h.Mark()
	defer h.Release(m)
	h.Push(v) // which keeps what the state refers to
	h.Push(x)
	p.running = true // before the program's code runs: __init__ would replace what the state refers to
	defer p.rest()
	if p.persistentID, err = k.hook(v, "persistent_id", k.pickler); err != nil {
		return object.Null, err
	}
	if p.override, err = h.LookupAttr(v, h.Intern("reducer_override")); err != nil {
		return object.Null, err
	}
	p.table = h.Field(v, offPicklerTable)
	h.PushAll([]object.Value{p.persistentID, p.override, p.table})
	p.b, p.frame = p.b[:0], -1
	if err := p.dump(x); err != nil {
		return object.Null, err
	}
	return object.None, p.flush()
}

// rest ends a dump, also one that the allocator's panic ends.
func (p *pickling) rest() {
	p.running, p.framing, p.frame, p.fastDepth = false, false, -1, 0
	p.persistentID, p.override, p.table = object.Null, object.Null, object.Null
	clear(p.fastSeen)
}

// hook returns a method of a pickler or an unpickler that programs may replace; Null if it is the type's own.
func (k *pickleKit) hook(v object.Value, name string, own *object.Type) (object.Value, error) {
	h := k.h
	f, err := h.GetAttr(v, h.Intern(name))
	if err != nil {
		return object.Null, err
	}
	if h.Is(f, object.BuiltinType) && h.Field(f, object.OffBuiltinSelf) == v && h.BuiltinOf(f).Owner == own {
		return object.Null, nil
	}
	return f, nil
}

// memoOf makes a proxy of a memo.
func (k *pickleKit) memoOf(t *object.Type, v object.Value) object.Value {
	m := k.h.NewObject(t.ID, memoSize)
	k.h.SetField(m, offMemoOf, v)
	return m
}

// registerMemo makes the type of the proxies of memos.
func (k *pickleKit) registerMemo(name string, clear func(h *object.Heap, v object.Value) error, dict func(h *object.Heap, v object.Value) (object.Value, error)) *object.Type {
	h := k.h
	t := h.RegisterType(&object.Type{Name: name, Module: "_pickle", NoHash: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_pickle.%s' instances", name)
		},
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "clear", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return object.None, clear(h, h.Field(v, offMemoOf))
		}},
		{Name: "copy", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return dict(h, h.Field(v, offMemoOf))
		}},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			d, err := dict(h, h.Field(v, offMemoOf))
			if err != nil {
				return object.Null, err
			}
			return h.NewTuple(h.Type(object.DictType).Object, h.NewTuple(d)), nil
		}},
	})
	return t
}

// picklerMemo makes a dict of a memo: from ids to indices and objects.
func (k *pickleKit) picklerMemo(h *object.Heap, v object.Value) (object.Value, error) {
	p, err := k.picklingOf(v)
	if err != nil {
		return object.Null, err
	}
	d := h.NewDict()
	for _, e := range p.memo.slots {
		if e.index == 0 {
			continue
		}
		if err := h.DictSet(d, h.ID(e.key), h.NewTuple(object.SmallInt(int64(e.index)-1), e.key)); err != nil {
			return object.Null, err
		}
	}
	return d, nil
}

// setPicklerMemo is pickler.memo = x, with the memo of another one or a dict.
func (k *pickleKit) setPicklerMemo(h *object.Heap, v, x object.Value) error {
	p, err := k.picklingOf(v)
	if err != nil {
		return err
	}
	var memo memoTable
	var a heap.Account // until the pickler has it
	defer a.Free(&h.Heap)
	keep := h.NewList()
	add := func(key object.Value, index int) {
		memo.set(h, &a, key, index)
		h.ListAppend(keep, key)
	}
	switch {
	case x == object.Null:
		return h.Raise(object.TypeErrorType, "attribute deletion is not supported")
	case h.Is(x, k.memo.ID):
		from, err := k.picklingOf(h.Field(x, offMemoOf))
		if err != nil {
			return err
		}
		for _, e := range from.memo.slots {
			if e.index != 0 {
				add(e.key, int(e.index)-1)
			}
		}
	case h.IsInstance(x, object.DictType):
		for pos := 0; ; {
			_, t, ok := h.DictNext(x, &pos)
			if !ok {
				break
			}
			if !h.IsInstance(t, object.TupleType) || h.TupleLen(t) != 2 {
				return h.Raise(object.TypeErrorType, "'memo' values must be 2-item tuples")
			}
			n, err := h.Ssize(h.TupleItem(t, 0))
			if err != nil {
				return err
			}
			add(h.TupleItem(t, 1), n)
		}
	default:
		return h.Raise(object.TypeErrorType, "'memo' attribute must be a PicklerMemoProxy object or dict, not %s", h.TypeName(x))
	}
	p.Add(&h.Heap, a.Bytes())
	heap.Drop(&h.Heap, &p.Account, p.memo.slots)
	p.memo, p.keep = memo, keep
	h.SetField(v, offPicklerKeep, keep)
	return nil
}
