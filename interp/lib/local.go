package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Thread-local data (_thread._local). An object's attributes are in its dict, as those of other objects are: in the dict of the
// thread that has used it last. Who looks at an attribute in another thread puts that one's dict in its
// place first, and calls the class's __init__ again where the thread has none yet. No attribute of such an object is found without that: its
// type has a GetAttr and a SetAttr of its own, so that neither inline caches nor compiled code know where its dict is.

const (
	offLocalThread = 8  // int: whose the object's dict is
	offLocalDicts  = 16 // dict: the others', by number
	offLocalArgs   = 24 // tuple: what __init__ is called with, positional and by name; Null: it is object's
	offLocalNames  = 32 // names of the last ones, or Null
	offLocalDict   = 40 // the object's dict: it lies behind what Size says
	localSize      = 40
)

// localType makes the type.
func (l *Lib) localType() *object.Type {
	return l.h.RegisterType(&object.Type{Name: "_local", Weak: true, Module: "_thread", Size: localSize, Attributes: true, Slots: object.Slots{
		New: l.newLocal,
		GetAttr: func(h *object.Heap, v, name object.Value) (object.Value, error) {
			if err := l.useLocal(h, v); err != nil {
				return object.Null, err
			}
			return h.FindGeneric(v, name)
		},
		SetAttr: func(h *object.Heap, v, name, x object.Value) error {
			if err := l.useLocal(h, v); err != nil {
				return err
			}
			if h.GoString(name) == "__dict__" {
				return h.RaiseAttribute(v, name, "'%s' object attribute '__dict__' is read-only", h.TypeName(v))
			}
			return h.GenericSetAttr(v, name, x)
		},
		Prepare: l.useLocal,
	}})
}

func (l *Lib) newLocal(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	init := h.Intern("__init__")
	own := t.Lookup(init) != h.Type(object.ObjectType).Lookup(init)
	if len(args) > 0 && !own {
		return object.Null, h.Raise(object.TypeErrorType, "Initialization arguments are not supported")
	}
	v := h.NewEmpty(t)
	h.Push(v)
	h.SetField(v, offLocalThread, object.SmallInt(l.self()))
	h.SetField(v, offLocalDicts, object.Null)
	h.SetField(v, offLocalArgs, object.Null)
	h.SetField(v, offLocalNames, kwnames)
	h.SetField(v, offLocalDict, object.Null)
	if own {
		kept := h.NewTuple(args...)
		h.SetField(v, offLocalArgs, kept)
	}
	l.noteLocal(v)
	return v, nil
}

// noteLocal notes that the thread that runs has attributes of an object.
func (l *Lib) noteLocal(v object.Value) {
	if id := l.self(); id != object.MainThread {
		if l.threads.locals == nil {
			l.threads.locals = map[int64]object.Value{}
		}
		list, ok := l.threads.locals[id]
		if !ok {
			list = l.h.NewList()
			l.threads.locals[id] = list
		}
		l.h.ListAppend(list, v)
	}
}

// useLocal makes the dict of the thread that runs that of an object.
func (l *Lib) useLocal(h *object.Heap, v object.Value) error {
	id, last := object.SmallInt(l.self()), h.Field(v, offLocalThread)
	if id == last {
		return nil
	}
	dicts := h.Field(v, offLocalDicts)
	if dicts == object.Null {
		dicts = h.NewDict()
		h.SetField(v, offLocalDicts, dicts)
	}
	if d := h.Field(v, offLocalDict); d != object.Null {
		if err := h.DictSet(dicts, last, d); err != nil {
			return err
		}
	}
	own, err := h.DictGet(dicts, id)
	if err != nil {
		return err
	}
	begins := own == object.Null
	if begins {
		own = h.NewDict()
	} else if _, err := h.DictDel(dicts, id); err != nil {
		return err
	}
	h.SetField(v, offLocalThread, id)
	h.SetField(v, offLocalDict, own)
	if !begins {
		return nil
	}
	l.noteLocal(v)
	args := h.Field(v, offLocalArgs)
	if args == object.Null {
		return nil
	}
	mark := h.Mark()
	defer h.Release(mark)
	init, err := h.GetAttr(v, h.Intern("__init__"))
	if err == nil {
		h.Push(init)
		_, err = h.Call(init, h.TupleItems(args), h.Field(v, offLocalNames))
	}
	if err != nil && h.Field(v, offLocalThread) == id { // the next access begins anew
		h.SetField(v, offLocalThread, object.SmallInt(0))
		h.SetField(v, offLocalDict, object.Null)
	}
	if err != nil {
		return err
	}
	return l.useLocal(h, v) // another thread may have used it meanwhile
}

// dropLocals forgets the attributes that a thread has of thread-local objects: it has ended.
func (l *Lib) dropLocals(id int64) {
	h := l.h
	list, ok := l.threads.locals[id]
	if !ok {
		return
	}
	for _, v := range h.ListItems(list) {
		if h.Field(v, offLocalThread) == object.SmallInt(id) {
			h.SetField(v, offLocalThread, object.SmallInt(0))
			h.SetField(v, offLocalDict, object.Null)
			continue
		}
		if dicts := h.Field(v, offLocalDicts); dicts != object.Null {
			_, _ = h.DictDel(dicts, object.SmallInt(id)) // numbers compare without an error
		}
	}
	delete(l.threads.locals, id)
}
