package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The module _collections (Modules/_collectionsmodule.c).

// newCollections makes the module.
func (l *Lib) newCollections() (object.Value, error) {
	m := l.newModule("_collections")
	l.registerDeque(m)
	l.registerDefaultDict(m)
	m.set("OrderedDict", l.h.RegisterOrderedDict().Object)
	l.registerTupleGetter(m)
	m.functions([]object.Builtin{{Name: "_count_elements", Arity: object.Fast, Min: 2, Max: 2, Fn: countElements}})
	return m.v, nil
}

// countElements adds the numbers of equal elements of an iterable to a mapping.
func countElements(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	it, err := h.Iter(a[1])
	if err != nil {
		return object.Null, err
	}
	count := countByMethods
	if t, dict := h.TypeOf(a[0]), h.Type(object.DictType); t.IsSubtype(dict) &&
		t.Lookup(h.Intern("get")) == dict.Lookup(h.Intern("get")) && t.Lookup(h.Intern("__setitem__")) == dict.Lookup(h.Intern("__setitem__")) {
		count = countInDict
	}
	for {
		x, err := h.Next(it)
		if err == nil && x != object.Null {
			err = count(h, a[0], x)
		}
		if x == object.Null || err != nil {
			return object.None, err
		}
	}
}

func countInDict(h *object.Heap, d, x object.Value) error {
	n, err := h.DictGet(d, x)
	if err != nil {
		return err
	}
	if n == object.Null {
		n = object.SmallInt(0)
	}
	if n, err = h.Binary(object.Add, n, object.SmallInt(1)); err != nil {
		return err
	}
	return h.DictSet(d, x, n)
}

func countByMethods(h *object.Heap, d, x object.Value) error {
	get, err := h.GetAttr(d, h.Intern("get"))
	if err != nil {
		return err
	}
	args := h.NewTuple(x, object.SmallInt(0))
	n, err := h.Call(get, h.TupleItems(args), object.Null)
	if err == nil {
		n, err = h.Binary(object.Add, n, object.SmallInt(1))
	}
	if err != nil {
		return err
	}
	return h.SetItem(d, x, n)
}

// registerDefaultDict makes collections.defaultdict: a dict and a function.
func (l *Lib) registerDefaultDict(m *module) {
	h := l.h
	dict := h.Type(object.DictType)
	const factory = object.OffDefaultFactory
	factoryOf := func(d object.Value) object.Value {
		if f := h.Field(d, factory); f != object.Null {
			return f
		}
		return object.None
	}
	slots := dict.Slots
	var t *object.Type
	copied := func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
		args := h.NewTuple(factoryOf(d), d)
		return h.Call(h.TypeOf(d).Object, h.TupleItems(args), object.Null)
	}
	slots.Init = func(h *object.Heap, d object.Value, args []object.Value, kwnames object.Value) error {
		npos := len(args)
		if kwnames != object.Null {
			npos -= h.TupleLen(kwnames)
		}
		f := object.None
		if npos > 0 {
			f = args[0]
			if f != object.None && h.TypeOf(f).Call == nil {
				return h.Raise(object.TypeErrorType, "first argument must be callable or None")
			}
			args = args[1:]
		}
		h.SetField(d, factory, f)
		return dict.Init(h, d, args, kwnames)
	}
	slots.New = func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
		d := h.NewEmpty(t)
		h.SetField(d, factory, object.None)
		if t.Made() {
			return d, nil
		}
		return d, slots.Init(h, d, args, kwnames)
	}
	slots.Repr = func(h *object.Heap, d object.Value) (object.Value, error) {
		base, err := dict.Repr(h, d)
		if err != nil {
			return object.Null, err
		}
		text := "..."
		first, err := h.BeginRepr(factoryOf(d))
		if err != nil {
			return object.Null, err
		}
		if first {
			r, err := h.Repr(factoryOf(d))
			h.EndRepr()
			if err != nil {
				return object.Null, err
			}
			text = h.GoString(r)
		}
		return h.NewStr(h.TypeOf(d).Name + "(" + text + ", " + h.GoString(base) + ")"), nil
	}
	slots.Binary = func(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
		if op != object.Or || !h.IsInstance(a, object.DictType) || !h.IsInstance(b, object.DictType) {
			return object.NotImplemented, nil
		}
		d := a
		if !h.IsInstance(a, t.ID) {
			d = b
		}
		args := h.NewTuple(factoryOf(d), a)
		r, err := h.Call(h.TypeOf(d).Object, h.TupleItems(args), object.Null)
		if err != nil {
			return object.Null, err
		}
		return r, h.DictUpdate(r, b)
	}
	t = h.RegisterType(&object.Type{Name: "defaultdict", Module: "collections", Base: dict, Size: object.DefaultDictSize, NoHash: true, Defaults: true, Slots: slots})
	h.AddMethods(t, []object.Builtin{
		{Name: "__missing__", Arity: object.O, Fn: func(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
			return h.DefaultItem(d, a[0])
		}},
		{Name: "copy", Arity: object.NoArgs, Fn: copied},
		{Name: "__copy__", Arity: object.NoArgs, Fn: copied},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
			args := h.NewTuple()
			if f := factoryOf(d); f != object.None {
				args = h.NewTuple(f)
			}
			items, err := callMethod(h, d, "items")
			if err == nil {
				items, err = h.Iter(items)
			}
			if err != nil {
				return object.Null, err
			}
			return h.NewTuple(h.TypeOf(d).Object, args, object.None, object.None, items), nil
		}},
	})
	h.AddGetSets(t, []object.GetSet{{Name: "default_factory",
		Get: func(h *object.Heap, d object.Value) (object.Value, error) { return factoryOf(d), nil },
		Set: func(h *object.Heap, d, x object.Value) error {
			if x == object.Null {
				x = object.None
			}
			h.SetField(d, factory, x)
			return nil
		},
	}})
	m.set("defaultdict", t.Object)
}

// callMethod calls a method of v.
func callMethod(h *object.Heap, v object.Value, name string, args ...object.Value) (object.Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(args)
	f, err := h.GetAttr(v, h.Intern(name))
	if err != nil {
		return object.Null, err
	}
	return h.Call(f, h.Pushed(m), object.Null)
}

// The fields of a _tuplegetter, an attribute of a namedtuple.
const (
	offGetterIndex = 8 // word
	offGetterDoc   = 16
	getterSize     = 24
)

// registerTupleGetter makes _collections._tuplegetter.
func (l *Lib) registerTupleGetter(m *module) {
	h := l.h
	refuse := func(h *object.Heap, x object.Value) error {
		if x == object.Null {
			return h.Raise(object.AttributeErrorType, "can't delete attribute")
		}
		return h.Raise(object.AttributeErrorType, "can't set attribute")
	}
	t := h.RegisterType(&object.Type{Name: "_tuplegetter", Module: "collections", ItemAt: offGetterIndex, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			if err := h.NoKeywords("_tuplegetter", kwnames); err != nil {
				return object.Null, err
			}
			if err := h.CheckCount("_tuplegetter", len(args), 2, 2); err != nil {
				return object.Null, err
			}
			i, err := h.Ssize(args[0])
			if err != nil {
				return object.Null, err
			}
			v := h.NewObject(t.ID, getterSize)
			h.SetWord(v, offGetterIndex, uint64(i))
			h.SetField(v, offGetterDoc, args[1])
			return v, nil
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			args := h.NewTuple(h.Int(int64(h.Word(v, offGetterIndex))), h.Field(v, offGetterDoc))
			r, err := h.Repr(args)
			if err != nil {
				return object.Null, err
			}
			return h.StrConcat(h.NewStr("_tuplegetter"), r), nil
		},
		DescrGet: func(h *object.Heap, v, obj, _ object.Value) (object.Value, error) {
			i := int(h.Word(v, offGetterIndex))
			switch {
			case obj == object.Null:
				return v, nil
			case !h.IsInstance(obj, object.TupleType):
				return object.Null, h.Raise(object.TypeErrorType,
					"descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object", i, h.TypeName(obj))
			case i < 0 || i >= h.TupleLen(obj):
				return object.Null, h.Raise(object.IndexErrorType, "tuple index out of range")
			}
			return h.TupleItem(obj, i), nil
		},
		DescrSet: func(h *object.Heap, _, _, x object.Value) error { return refuse(h, x) },
	}})
	h.AddGetSets(t, []object.GetSet{{Name: "__doc__",
		Get: func(h *object.Heap, v object.Value) (object.Value, error) { return h.Field(v, offGetterDoc), nil },
		Set: func(h *object.Heap, v, x object.Value) error {
			h.SetField(v, offGetterDoc, x)
			return nil
		},
	}})
	h.AddMethods(t, []object.Builtin{{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		args := h.NewTuple(h.Int(int64(h.Word(v, offGetterIndex))), h.Field(v, offGetterDoc))
		return h.NewTuple(h.TypeOf(v).Object, args), nil
	}}})
	m.set("_tuplegetter", t.Object)
}
