package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// Pickling values by what they say of themselves: __reduce_ex__ and its kin.

// saveByReduction pickles a value of a type that has no opcode.
func (p *pickling) saveByReduction(t object.TypeID, v object.Value) error {
	h := p.h
	reduced := object.Null
	if p.override != object.Null {
		r, err := p.call1(p.override, v)
		if err != nil {
			return err
		}
		if r != object.NotImplemented {
			reduced = r
		}
	}
	if reduced == object.Null {
		switch t {
		case object.TypeType:
			return p.saveType(v)
		case object.FunctionType:
			return p.saveGlobal(v, object.Null)
		}
		r, err := p.reduce(v)
		if err != nil {
			return err
		}
		if reduced = r; r == object.Null {
			return p.saveGlobal(v, object.Null)
		}
	}
	if h.IsInstance(reduced, object.StrType) {
		return p.saveGlobal(v, reduced)
	}
	if !h.IsInstance(reduced, object.TupleType) {
		return p.ofObject(v, p.fail(p.picklingErr, "__reduce__ must return a string or tuple, not %s", p.fullName(reduced)))
	}
	return p.ofObject(v, p.saveReduce(reduced, v))
}

// ofObject notes which object an error is about.
func (p *pickling) ofObject(v object.Value, err error) error {
	return p.about(v, err, "object")
}

// about notes which part of an object an error is about.
func (p *pickling) about(v object.Value, err error, part string) error {
	if err == nil {
		return nil
	}
	return p.noted(err, "when serializing "+p.fullName(v)+" "+part)
}

// reduce asks a value how it is made again: by the table of the pickler or of copyreg, or by its methods. Null stands for
// a class that has a name.
func (p *pickling) reduce(v object.Value) (object.Value, error) {
	h := p.h
	class := h.TypeOf(v).Object
	f, err := p.reducer(class)
	switch {
	case err != nil:
		return object.Null, err
	case f != object.Null:
		return p.call1(f, v)
	case h.IsInstance(v, object.TypeType):
		return object.Null, nil
	}
	if f, err = h.LookupAttr(v, h.Intern("__reduce_ex__")); err != nil {
		return object.Null, err
	} else if f != object.Null {
		return p.call1(f, object.SmallInt(int64(p.proto)))
	}
	if f, err = h.LookupAttr(v, h.Intern("__reduce__")); err != nil {
		return object.Null, err
	} else if f != object.Null {
		return h.Call(f, nil, object.Null)
	}
	return object.Null, p.fail(p.picklingErr, "Can't pickle %s object", p.fullName(v))
}

// reducer looks a class up in the table of reducing functions.
func (p *pickling) reducer(class object.Value) (object.Value, error) {
	h := p.h
	if p.table == object.Null {
		return h.DictGet(p.roots[rootDispatch], class)
	}
	f, err := h.GetItem(p.table, class)
	if err != nil && h.RaisedIs(err, object.KeyErrorType) {
		return object.Null, nil
	}
	return f, err
}

// reduction is what a reducing function has returned.
type reduction struct {
	callable, args, state, items, pairs, setter object.Value // Null: there is none
}

// parts takes the result of a reducing function apart.
func (p *pickling) parts(t object.Value) (r reduction, err error) {
	h := p.h
	n := h.TupleLen(t)
	if n < 2 || n > 6 {
		return r, p.fail(p.picklingErr, "tuple returned by __reduce__ must contain 2 through 6 elements")
	}
	optional := func(i int) object.Value {
		if i >= n || h.TupleItem(t, i) == object.None {
			return object.Null
		}
		return h.TupleItem(t, i)
	}
	r = reduction{h.TupleItem(t, 0), h.TupleItem(t, 1), optional(2), optional(3), optional(4), optional(5)}
	callable := func(v object.Value) bool { return h.TypeOf(v).Call != nil }
	iterator := func(v object.Value) bool { return h.TypeOf(v).Next != nil }
	for _, c := range []struct {
		v        object.Value
		ok       func(v object.Value) bool
		at, what string
	}{
		{r.callable, callable, "first", "callable"},
		{r.args, func(v object.Value) bool { return h.IsInstance(v, object.TupleType) }, "second", "a tuple"},
		{r.items, iterator, "fourth", "an iterator"}, {r.pairs, iterator, "fifth", "an iterator"}, {r.setter, callable, "sixth", "callable"},
	} {
		if c.v != object.Null && !c.ok(c.v) {
			return r, p.fail(p.picklingErr, "%s item of the tuple returned by __reduce__ must be %s, not %s", c.at, c.what, p.fullName(c.v))
		}
	}
	return r, nil
}

// saveReduce pickles v by a tuple that a reducing function has returned.
func (p *pickling) saveReduce(t, v object.Value) error {
	h := p.h
	r, err := p.parts(t)
	if err != nil {
		return err
	}
	if err := p.saveMaker(v, &r); err != nil {
		return err
	}
	if known := p.memo.find(v); known >= 0 {
		p.put(opPop) // it is in itself
		p.get(known)
	} else {
		p.memoize(v)
	}
	if r.items != object.Null {
		if err := p.appendAll(r.items, v); err != nil {
			return err
		}
	}
	if r.pairs != object.Null {
		if err := p.setAll(r.pairs, v); err != nil {
			return err
		}
	}
	switch {
	case r.state == object.Null:
		return nil
	case r.setter == object.Null:
		err := p.about(v, p.save(r.state), "state")
		p.put(opBuild)
		return err
	}
	if err := p.about(v, p.save(r.setter), "state setter"); err != nil {
		return err
	}
	if err := p.save(v); err != nil {
		return err
	}
	if err := p.about(v, p.save(r.state), "state"); err != nil {
		return err
	}
	p.put(opTuple2, opReduce, opPop)
	return h.Poll()
}

// saveMaker pickles what makes v: a class and the arguments of its __new__, or a function and its arguments.
func (p *pickling) saveMaker(v object.Value, r *reduction) error {
	h := p.h
	if p.proto >= 2 {
		name, err := h.LookupAttr(r.callable, h.Intern("__name__"))
		if err != nil {
			return err
		}
		if name != object.Null && h.IsInstance(name, object.StrType) {
			switch {
			case h.StrIs(name, "__newobj_ex__"):
				return p.saveNewEx(v, r)
			case h.StrIs(name, "__newobj__"):
				return p.saveNew(v, r)
			}
		}
	}
	if err := p.about(v, p.save(r.callable), "reconstructor"); err != nil {
		return err
	}
	if err := p.about(v, p.save(r.args), "reconstructor arguments"); err != nil {
		return err
	}
	p.put(opReduce)
	return nil
}

// saveNew pickles v as the result of its class's __new__.
func (p *pickling) saveNew(v object.Value, r *reduction) error {
	h := p.h
	if h.TupleLen(r.args) < 1 {
		return p.fail(p.picklingErr, "__newobj__ expected at least 1 argument, got 0")
	}
	cls := h.TupleItem(r.args, 0)
	if !h.IsInstance(cls, object.TypeType) {
		return p.fail(p.picklingErr, "first argument to __newobj__() must be a class, not %s", p.fullName(cls))
	}
	if err := p.ownClass("__newobj__", cls, v); err != nil {
		return err
	}
	if err := p.about(v, p.save(cls), "class"); err != nil {
		return err
	}
	if err := p.about(v, p.save(h.NewTuple(h.TupleItems(r.args)[1:]...)), "__new__ arguments"); err != nil {
		return err
	}
	p.put(opNewObj)
	return nil
}

// ownClass is an error unless cls is v's class.
func (p *pickling) ownClass(function string, cls, v object.Value) error {
	h := p.h
	own, err := h.GetAttr(v, h.Intern("__class__"))
	if err != nil || own == cls {
		return err
	}
	must, err := p.repr(own)
	if err != nil {
		return err
	}
	is, err := p.repr(cls)
	if err != nil {
		return err
	}
	return p.fail(p.picklingErr, "first argument to %s() must be %s, not %s", function, must, is)
}

// saveNewEx pickles v as the result of its class's __new__ with keyword arguments.
func (p *pickling) saveNewEx(v object.Value, r *reduction) error {
	h := p.h
	if n := h.TupleLen(r.args); n != 3 {
		return p.fail(p.picklingErr, "__newobj_ex__ expected 3 arguments, got %d", n)
	}
	cls, args, kwargs := h.TupleItem(r.args, 0), h.TupleItem(r.args, 1), h.TupleItem(r.args, 2)
	for _, c := range []struct {
		v        object.Value
		t        object.TypeID
		at, what string
	}{{cls, object.TypeType, "first", "class"}, {args, object.TupleType, "second", "tuple"}, {kwargs, object.DictType, "third", "dict"}} {
		if !h.IsInstance(c.v, c.t) {
			return p.fail(p.picklingErr, "%s argument to __newobj_ex__() must be a %s, not %s", c.at, c.what, p.fullName(c.v))
		}
	}
	if p.proto < 4 {
		return p.savePartial(v, cls, args, kwargs)
	}
	if err := p.about(v, p.save(cls), "class"); err != nil {
		return err
	}
	for _, x := range []object.Value{args, kwargs} {
		if err := p.about(v, p.save(x), "__new__ arguments"); err != nil {
			return err
		}
	}
	p.put(opNewObjEx)
	return nil
}

// savePartial pickles v as the result of a partial, where there is no opcode for keyword arguments.
func (p *pickling) savePartial(v, cls, args, kwargs object.Value) error {
	h := p.h
	m := h.Mark()
	defer h.Release(m)
	f, err := h.GetAttr(cls, h.Intern("__new__"))
	if err != nil {
		return err
	}
	h.PushAll([]object.Value{f, cls})
	h.PushAll(h.TupleItems(args))
	var names []object.Value
	for pos := 0; ; {
		key, x, ok := h.DictNext(kwargs, &pos)
		if !ok {
			break
		}
		names = append(names, key) // alive by kwargs
		h.Push(x)
		h.CheckStop()
	}
	kwnames := object.Null
	if len(names) > 0 {
		kwnames = h.NewTuple(names...)
	}
	made, err := h.Call(p.roots[rootPartial], h.Pushed(m), kwnames)
	if err != nil {
		return err
	}
	if err := p.about(v, p.save(made), "reconstructor"); err != nil {
		return err
	}
	if err := p.save(h.NewTuple()); err != nil {
		return err
	}
	p.put(opReduce)
	return nil
}
