package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// Opcodes that find classes and functions, call them, and set what instances have.

func (u *unpickling) loadPersID() error {
	h := u.h
	s, err := u.line(1)
	if err != nil {
		return err
	}
	id, err := h.Decode(h.NewBytes(s[:len(s)-1]), "ascii", "strict")
	if err != nil {
		if h.RaisedIs(err, object.UnicodeDecodeErrorType) {
			err = u.fail(u.unpicklingErr, "persistent IDs in protocol 0 must be ASCII strings")
		}
		return err
	}
	return u.loadPersistent(id)
}

func (u *unpickling) loadBinPersID() error {
	id, err := u.pop()
	if err != nil {
		return err
	}
	return u.loadPersistent(id)
}

// loadPersistent pushes the object that has a persistent id.
func (u *unpickling) loadPersistent(id object.Value) error {
	if u.persistent == object.Null {
		return u.noPersistent()
	}
	v, err := u.call1(u.persistent, id)
	if err == nil {
		u.push(v)
	}
	return err
}

func (k *pickleKit) noPersistent() error {
	return k.fail(k.unpicklingErr, "A load persistent id instruction was encountered, but no persistent_load function was specified.")
}

// class pushes what a module has of a name, as find_class says.
func (u *unpickling) class(module, name object.Value) (object.Value, error) {
	if u.find == object.Null {
		return u.findClass(module, name)
	}
	m := u.h.Mark()
	defer u.h.Release(m)
	u.h.Push(module)
	u.h.Push(name)
	return u.h.Call(u.find, u.h.Pushed(m), object.Null)
}

// findClass is Unpickler.find_class(module, name).
func (u *unpickling) findClass(module, name object.Value) (object.Value, error) {
	h := u.h
	if err := u.l.Audit("pickle.find_class", module, name); err != nil {
		return object.Null, err
	}
	if u.proto < 3 && u.fixImports {
		var err error
		if module, name, err = u.rename(module, name, rootNames2to3, rootModules2to3, "NAME_MAPPING", "IMPORT_MAPPING"); err != nil {
			return object.Null, err
		}
	}
	if !h.IsInstance(module, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "module name must be a string")
	}
	in, err := u.imported(module)
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(name, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "attribute name must be string, not '%s'", h.TypeName(name))
	}
	path := strings.Split(h.GoString(name), ".")
	if u.proto < 4 || len(path) == 1 {
		return h.GetAttr(in, name)
	}
	v, err := u.attribute(in, path)
	if err != nil && h.RaisedIs(err, object.AttributeErrorType) {
		exc := asRaised(err)
		text, failed := u.repr(name)
		if failed != nil {
			return object.Null, failed
		}
		of, failed := u.repr(module)
		if failed != nil {
			return object.Null, failed
		}
		return object.Null, h.RaiseInstead(exc, object.AttributeErrorType, "Can't resolve path "+text+" on module "+of)
	}
	return v, err
}

// names reads the two lines of a module and a name.
func (u *unpickling) names(encoding string) (module, name object.Value, err error) {
	var v [2]object.Value
	for i := range v {
		s, err := u.line(2)
		if err != nil {
			return object.Null, object.Null, err
		}
		if v[i], err = u.h.Decode(u.h.NewBytes(s[:len(s)-1]), encoding, "strict"); err != nil {
			return object.Null, object.Null, err
		}
	}
	return v[0], v[1], nil
}

func (u *unpickling) loadGlobal() error {
	module, name, err := u.names("utf-8")
	if err != nil {
		return err
	}
	v, err := u.class(module, name)
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadStackGlobal() error {
	name, err := u.pop()
	if err != nil {
		return err
	}
	module, err := u.pop()
	if err != nil {
		return err
	}
	if !u.h.Is(name, object.StrType) || !u.h.Is(module, object.StrType) {
		return u.fail(u.unpicklingErr, "STACK_GLOBAL requires str")
	}
	v, err := u.class(module, name)
	if err == nil {
		u.push(v)
	}
	return err
}

func extensionOf(size int) func(u *unpickling) error {
	return func(u *unpickling) error {
		h := u.h
		n, err := u.signed(size)
		if err != nil {
			return err
		}
		if n <= 0 {
			return u.fail(u.unpicklingErr, "EXT specifies code <= 0")
		}
		code := object.SmallInt(n)
		v, err := h.DictGet(u.roots[rootCache], code)
		if err != nil {
			return err
		}
		if v != object.Null {
			u.push(v)
			return nil
		}
		pair, err := h.DictGet(u.roots[rootInverted], code)
		switch {
		case err != nil:
			return err
		case pair == object.Null:
			return h.Raise(object.ValueErrorType, "unregistered extension code %d", n)
		case !h.IsInstance(pair, object.TupleType) || h.TupleLen(pair) != 2 ||
			!h.IsInstance(h.TupleItem(pair, 0), object.StrType) || !h.IsInstance(h.TupleItem(pair, 1), object.StrType):
			return h.Raise(object.ValueErrorType, "_inverted_registry[%d] isn't a 2-tuple of strings", n)
		}
		if v, err = u.class(h.TupleItem(pair, 0), h.TupleItem(pair, 1)); err != nil {
			return err
		}
		u.push(v)
		return h.DictSet(u.roots[rootCache], code, v)
	}
}

// instantiate calls a class, or only its __new__ where there are no arguments.
func (u *unpickling) instantiate(cls, args object.Value) (object.Value, error) {
	h := u.h
	if h.TupleLen(args) == 0 && h.IsInstance(cls, object.TypeType) {
		f, err := h.LookupAttr(cls, h.Intern("__getinitargs__"))
		if err != nil {
			return object.Null, err
		}
		if f == object.Null {
			if f, err = h.GetAttr(cls, h.Intern("__new__")); err != nil {
				return object.Null, err
			}
			return u.call1(f, cls)
		}
	}
	return h.Call(cls, h.TupleItems(args), object.Null)
}

func (u *unpickling) loadInst() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	module, name, err := u.names("ascii")
	if err != nil {
		return err
	}
	cls, err := u.class(module, name)
	if err != nil {
		return err
	}
	args := u.h.NewTuple(u.top(n)...)
	u.drop(n)
	v, err := u.instantiate(cls, args)
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadObj() error {
	n, err := u.mark()
	if err != nil {
		return err
	}
	if n < 1 {
		return u.underflow()
	}
	cls, args := u.top(n)[0], u.h.NewTuple(u.top(n)[1:]...)
	u.drop(n)
	v, err := u.instantiate(cls, args)
	if err == nil {
		u.push(v)
	}
	return err
}

func (u *unpickling) loadNewObj() error { return u.newObj("NEWOBJ", false) }

func (u *unpickling) loadNewObjEx() error { return u.newObj("NEWOBJ_EX", true) }

// newObj pushes cls.__new__(cls, *args, **kwargs).
func (u *unpickling) newObj(op string, named bool) error {
	h := u.h
	kwargs := object.Null
	if named {
		var err error
		if kwargs, err = u.pop(); err != nil {
			return err
		}
	}
	args, err := u.pop()
	if err != nil {
		return err
	}
	cls, err := u.pop()
	switch {
	case err != nil:
		return err
	case !h.IsInstance(cls, object.TypeType):
		return u.fail(u.unpicklingErr, "%s class argument must be a type, not %s", op, h.TypeName(cls))
	case !h.IsInstance(args, object.TupleType):
		return u.fail(u.unpicklingErr, "%s args argument must be a tuple, not %s", op, h.TypeName(args))
	case kwargs != object.Null && !h.IsInstance(kwargs, object.DictType):
		return u.fail(u.unpicklingErr, "%s kwargs argument must be a dict, not %s", op, h.TypeName(kwargs))
	}
	t := h.TypeFromObject(cls)
	if !t.Made() && t.Slots.New == nil {
		return u.fail(u.unpicklingErr, "%s class argument '%s' doesn't have __new__", op, h.TypeName(cls))
	}
	v, err := u.newOf(t, args, kwargs)
	if err == nil {
		u.push(v)
	}
	return err
}

// newOf is t.__new__(t, *args, **kwargs).
func (u *unpickling) newOf(t *object.Type, args, kwargs object.Value) (object.Value, error) {
	h := u.h
	if kwargs == object.Null || h.DictLen(kwargs) == 0 {
		return h.NewOf(t, h.TupleItems(args), object.Null)
	}
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(h.TupleItems(args))
	var names []object.Value // alive by kwargs
	for pos := 0; ; {
		key, x, ok := h.DictNext(kwargs, &pos)
		if !ok {
			break
		}
		if !h.IsInstance(key, object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
		names = append(names, key)
		h.Push(x)
	}
	return h.NewOf(t, h.Pushed(m), h.NewTuple(names...))
}

func (u *unpickling) loadReduce() error {
	h := u.h
	args, err := u.pop()
	if err != nil {
		return err
	}
	f, err := u.pop()
	if err != nil {
		return err
	}
	if !h.IsInstance(args, object.TupleType) {
		return h.Raise(object.TypeErrorType, "argument list must be a tuple")
	}
	v, err := h.Call(f, h.TupleItems(args), object.Null)
	if err == nil {
		u.push(v)
	}
	return err
}

// loadBuild gives an object its state.
func (u *unpickling) loadBuild() error {
	h := u.h
	if err := u.need(2); err != nil {
		return err
	}
	state, v := u.top(1)[0], u.top(2)[0]
	u.drop(1)
	f, err := h.LookupAttr(v, h.Intern("__setstate__"))
	if err != nil {
		return err
	}
	if f != object.Null {
		_, err = u.call1(f, state)
		return err
	}
	slots := object.None
	if h.IsInstance(state, object.TupleType) && h.TupleLen(state) == 2 {
		slots, state = h.TupleItem(state, 1), h.TupleItem(state, 0)
	}
	if state != object.None {
		if !h.IsInstance(state, object.DictType) {
			return u.fail(u.unpicklingErr, "state is not a dictionary")
		}
		if err := u.update(v, state); err != nil {
			return err
		}
	}
	if slots == object.None {
		return nil
	}
	if !h.IsInstance(slots, object.DictType) {
		return u.fail(u.unpicklingErr, "slot state is not a dictionary")
	}
	for pos := 0; ; {
		key, x, ok := h.DictNext(slots, &pos)
		if !ok {
			return nil
		}
		if !h.IsInstance(key, object.StrType) {
			return h.Raise(object.TypeErrorType, "attribute name must be string, not '%s'", h.TypeName(key))
		}
		if err := h.SetAttr(v, key, x); err != nil {
			return err
		}
	}
}

// update puts the items of a dict into an object's __dict__.
func (u *unpickling) update(v, state object.Value) error {
	h := u.h
	own := h.PlainDict(v)
	dict := object.Null
	if !own {
		var err error
		if dict, err = h.GetAttr(v, h.Intern("__dict__")); err != nil {
			return err
		}
	}
	for pos := 0; ; {
		key, x, ok := h.DictNext(state, &pos)
		if !ok {
			return nil
		}
		if h.Is(key, object.StrType) {
			key = h.InternValue(key)
		} else if own { // no attribute
			own, dict = false, h.InstanceDict(v)
		}
		err := error(nil)
		if own {
			err = h.SetOwnAttr(v, key, x)
		} else {
			err = h.SetItem(dict, key, x)
		}
		if err != nil {
			return err
		}
	}
}
