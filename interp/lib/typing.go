package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _typing (Modules/_typingmodule.c, Objects/typevarobject.c): type variables
// and aliases, under Lib/typing.py and the syntax of type parameters. What they stand
// for is evaluated when it is asked for.

const (
	offVarTitle      = 8 // str: the name
	offVarBound      = 16
	offVarBoundEval  = 24 // function that evaluates it, or Null
	offVarTypes      = 32 // constraints: a tuple
	offVarTypesEval  = 40
	offVarElse       = 48 // default
	offVarElseEval   = 56
	offVarVariance   = 64 // int: bits
	offVarModule     = 72
	offVarOwn        = 80 // dict of the attributes that a program has set; Null: none
	typeVarSize      = 88
	offAliasTitle    = 8
	offAliasValue    = 16
	offAliasEval     = 24
	offAliasTypes    = 32 // type parameters: a tuple
	offAliasModule   = 40
	typeAliasSize    = 48
	offSpecArgsOwner = 8 // of ParamSpecArgs and ParamSpecKwargs
	specArgsSize     = 16
)

// Bits of offVarVariance.
const (
	covariant = 1 << iota
	contravariant
	inferVariance
)

// typing is what the type variables of a VM need.
type typing struct {
	l                                     *Lib
	h                                     *object.Heap
	typeVar, paramSpec, tuple, alias      *object.Type
	specArgs, specKwargs, constant        *object.Type
	generic, noDefault                    object.Value
	sigVar, sigSpec, sigTuple, sigNewType *object.Signature
}

// typingOf returns the types, made when first asked for.
func (l *Lib) typingOf() (*typing, error) {
	if l.types != nil {
		return l.types, nil
	}
	k := &typing{l: l, h: l.h, generic: object.Null, noDefault: object.Null}
	l.h.AddRoots(func(m *heap.Marker) {
		m.Value(k.generic)
		m.Value(k.noDefault)
	})
	k.sigVar = object.NewSignature("typevar", 0, 1, 0, "name", "bound", "default", "covariant", "contravariant", "infer_variance")
	k.sigSpec = object.NewSignature("paramspec", 0, 1, 5, "name", "bound", "default", "covariant", "contravariant", "infer_variance")
	k.sigTuple = object.NewSignature("typevartuple", 0, 1, 1, "name", "default")
	k.sigNewType = object.NewSignature("typealias", 0, 2, 1, "name", "value", "type_params")
	registerSingle(k.h, &k.noDefault, "", "NoDefaultType", "NoDefault", "typing.NoDefault")
	k.typeVar = k.register("TypeVar", k.newTypeVar, "bound", "constraints", "default")
	k.paramSpec = k.register("ParamSpec", k.newParamSpec, "bound", "default")
	k.tuple = k.register("TypeVarTuple", k.newTypeVarTuple, "default")
	k.specArgs, k.specKwargs = k.registerSpecArgs("ParamSpecArgs", "args"), k.registerSpecArgs("ParamSpecKwargs", "kwargs")
	k.addMethods()
	k.registerAlias()
	k.registerConstant()
	l.types = k
	return k, k.makeGeneric()
}

// newTyping makes the module.
func (l *Lib) newTyping() (object.Value, error) {
	k, err := l.typingOf()
	if err != nil {
		return object.Null, err
	}
	m := l.newModule("_typing")
	for _, t := range [...]*object.Type{k.typeVar, k.paramSpec, k.tuple, k.specArgs, k.specKwargs, k.alias} {
		m.set(t.Name, t.Object)
	}
	m.set("Generic", k.generic)
	m.set("NoDefault", k.noDefault)
	m.set("Union", l.h.Type(object.UnionType).Object)
	m.functions([]object.Builtin{{Name: "_idfunc", Arity: object.O, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return a[0], nil }}})
	return m.v, nil
}

// makeGeneric makes the class typing.Generic. What its class methods do is written in
// Lib/typing.py.
func (k *typing) makeGeneric() error {
	h := k.h
	ns := h.NewDict()
	set := func(name string, v object.Value) { h.DictSetStr(ns, h.Intern(name), v) }
	set("__module__", h.Intern("typing"))
	set("__slots__", h.NewTuple())
	for _, function := range [...][2]string{{"__class_getitem__", "_generic_class_getitem"}, {"__init_subclass__", "_generic_init_subclass"}} {
		b := &object.Builtin{Name: function[0], Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			m, err := h.ImportModule("typing")
			if err != nil {
				return object.Null, err
			}
			f, err := h.GetAttr(m, h.Intern(function[1]))
			if err != nil {
				return object.Null, err
			}
			return h.Call(f, args, kwnames)
		}}
		f, err := h.Call(h.Type(object.ClassMethodType).Object, []object.Value{h.NewBuiltin(b, object.Null)}, object.Null)
		if err != nil {
			return err
		}
		set(function[0], f)
	}
	var err error
	k.generic, err = h.Call(h.Type(object.TypeType).Object, []object.Value{h.Intern("Generic"), h.NewTuple(), ns}, object.Null)
	return err
}

// lazy is an attribute that a function evaluates when it is first asked for.
func (k *typing) lazy(name string, value, eval uintptr, absent func() object.Value) object.GetSet {
	return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		if x := h.Field(v, value); x != object.Null {
			return x, nil
		}
		f := h.Field(v, eval)
		if f == object.Null {
			return absent(), nil
		}
		x, err := h.Call(f, []object.Value{object.SmallInt(1)}, object.Null) // annotationlib.Format.VALUE
		if err == nil {
			h.SetField(v, value, x)
		}
		return x, err
	}}
}

// evaluator is an attribute that is the function which evaluates another one.
func (k *typing) evaluator(name string, value, eval uintptr) object.GetSet {
	return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		switch f := h.Field(v, eval); {
		case f != object.Null:
			return f, nil
		case h.Field(v, value) != object.Null:
			c := h.NewEmpty(k.constant)
			h.SetField(c, offConstant, h.Field(v, value))
			return c, nil
		}
		return object.None, nil
	}}
}

// register makes a type of type variables; has are the things that it can be given.
func (k *typing) register(name string, f func(args []object.Value, kwnames object.Value) (object.Value, error), has ...string) *object.Type {
	h := k.h
	slots := object.Slots{
		New: func(_ *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return f(args, kwnames)
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			sign := "~"
			switch bits := h.Field(v, offVarVariance).Small(); {
			case bits&inferVariance != 0, name == "TypeVarTuple":
				sign = ""
			case bits&covariant != 0:
				sign = "+"
			case bits&contravariant != 0:
				sign = "-"
			}
			return h.NewStr(sign + h.GoString(h.Field(v, offVarTitle))), nil
		},
	}
	if name != "TypeVarTuple" {
		slots.Binary = unionOfAny
	}
	slots.GetAttr, slots.SetAttr = getVariable, setVariable
	t := h.RegisterType(&object.Type{Name: name, Module: "typing", Size: typeVarSize, Final: true, Weak: true, Slots: slots})
	none := func() object.Value { return object.None }
	title := fieldGetter("__name__", offVarTitle)
	title.Set = readOnlyMember
	module := moduleOf(offVarModule)
	module.Set = func(h *object.Heap, v, x object.Value) error {
		if x == object.Null {
			return h.Unsupported("deleting attribute __module__ of '" + h.TypeName(v) + "' objects")
		}
		h.SetField(v, offVarModule, x)
		return nil
	}
	rows := []object.GetSet{title, module}
	for _, what := range has {
		switch what {
		case "bound":
			bound := k.lazy("__bound__", offVarBound, offVarBoundEval, none)
			if name == "ParamSpec" {
				bound.Set = readOnlyMember
			}
			rows = append(rows, bound)
			if name == "TypeVar" {
				rows = append(rows, k.evaluator("evaluate_bound", offVarBound, offVarBoundEval))
			}
		case "constraints":
			rows = append(rows, k.lazy("__constraints__", offVarTypes, offVarTypesEval, func() object.Value { return h.NewTuple() }),
				k.evaluator("evaluate_constraints", offVarTypes, offVarTypesEval))
		case "default":
			rows = append(rows, k.lazy("__default__", offVarElse, offVarElseEval, func() object.Value { return k.noDefault }),
				k.evaluator("evaluate_default", offVarElse, offVarElseEval))
		}
	}
	if name != "TypeVarTuple" {
		for i, n := range [...]string{"__covariant__", "__contravariant__", "__infer_variance__"} {
			rows = append(rows, object.GetSet{Name: n, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
				return object.Bool(h.Field(v, offVarVariance).Small()>>i&1 != 0), nil
			}, Set: readOnlyMember})
		}
	}
	h.AddGetSets(t, rows)
	h.AddMethods(t, []object.Builtin{
		{Name: "has_default", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			x := h.Field(v, offVarElse)
			return object.Bool(h.Field(v, offVarElseEval) != object.Null || x != object.Null && x != k.noDefault), nil
		}},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.Field(v, offVarTitle), nil
		}},
		{Name: "__mro_entries__", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "Cannot subclass an instance of %s", name)
		}},
	})
	return t
}

// readOnlyMember refuses to set what CPython calls a member.
func readOnlyMember(h *object.Heap, _, _ object.Value) error {
	return h.Raise(object.AttributeErrorType, "readonly attribute")
}

// getVariable finds an attribute: one that the variable has for itself ahead of a method of the type.
func getVariable(h *object.Heap, v, name object.Value) (object.Value, error) {
	if own := h.Field(v, offVarOwn); own != object.Null {
		if x := h.DictGetStr(own, h.InternValue(name)); x != object.Null {
			return x, nil
		}
	}
	return h.FindGeneric(v, name)
}

// setVariable sets an attribute that a type variable has for itself: there is room for them, but no __dict__.
func setVariable(h *object.Heap, v, name, x object.Value) error {
	key := h.InternValue(name)
	own := h.Field(v, offVarOwn)
	switch a := h.TypeOf(v).Lookup(key); {
	case a != object.Null && h.TypeOf(a).DescrSet != nil, h.StrIs(key, "__class__"), h.StrIs(key, "__dict__"):
		return h.GenericSetAttr(v, name, x)
	case x == object.Null:
		if own != object.Null {
			if found, err := h.DictDel(own, key); found || err != nil {
				return err
			}
		}
		return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s'", h.TypeName(v), h.GoString(key))
	case own == object.Null:
		own = h.NewDict()
		h.SetField(v, offVarOwn, own)
	}
	h.DictSetStr(own, key, x)
	return nil
}

// moduleOf is __module__, of an object.
func moduleOf(off uintptr) object.GetSet {
	return object.GetSet{Name: "__module__", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		if x := h.Field(v, off); x != object.Null {
			return x, nil
		}
		return object.None, nil
	}}
}

// unionOfAny is what | makes of a type variable and anything.
func unionOfAny(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	if op != object.Or {
		return object.NotImplemented, nil
	}
	return h.UnionOf(h.NewTuple(a, b))
}

// caller is the module of the function that is running, None if it has none.
func (k *typing) caller() object.Value {
	if name, err := k.l.host.FrameModule(0); err == nil && name != object.Null {
		return name
	}
	return object.None
}

// variable makes a type variable that has nothing yet.
func (k *typing) variable(t *object.Type, name object.Value, variance int64) object.Value {
	h := k.h
	v := h.NewEmpty(t)
	for off := uintptr(offVarTitle); off < typeVarSize; off += 8 {
		h.SetField(v, off, object.Null)
	}
	h.SetField(v, offVarTitle, name)
	h.SetField(v, offVarVariance, object.SmallInt(variance))
	h.SetField(v, offVarModule, k.caller())
	return v
}

// checkName refuses names that are no str.
func (k *typing) checkName(function string, v object.Value) error {
	if k.h.IsInstance(v, object.StrType) {
		return nil
	}
	return k.h.Raise(object.TypeErrorType, "%s() argument 'name' must be str, not %s", function, argTypeName(k.h, v))
}

// variance reads the arguments for it.
func (k *typing) variance(p []object.Value) (bits int64, err error) {
	for i, v := range p {
		if v == object.Null {
			continue
		}
		yes, err := k.h.Truth(v)
		if err != nil {
			return 0, err
		}
		if yes {
			bits |= 1 << i
		}
	}
	switch {
	case bits&covariant != 0 && bits&contravariant != 0:
		return 0, k.h.Raise(object.ValueErrorType, "Bivariant types are not supported.")
	case bits&inferVariance != 0 && bits&(covariant|contravariant) != 0:
		return 0, k.h.Raise(object.ValueErrorType, "Variance cannot be specified with infer_variance.")
	}
	return bits, nil
}

// checkBound makes a type of what stands for one.
func (k *typing) checkBound(v object.Value) (object.Value, error) {
	if v == object.Null || v == object.None {
		return object.Null, nil
	}
	return k.h.TypingCall("_type_check", v, k.h.Intern("Bound must be a type."))
}

// newTypeVar is TypeVar(name, *constraints, bound=None, …).
func (k *typing) newTypeVar(args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	constraints := object.Null
	given := args
	if npos > 1 {
		constraints = h.NewTuple(args[1:npos]...)
		given = append([]object.Value{args[0]}, args[npos:]...)
	}
	var p [6]object.Value
	if err := bind(h, k.sigVar, given, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if err := k.checkName("typevar", p[0]); err != nil {
		return object.Null, err
	}
	bits, err := k.variance(p[3:])
	if err != nil {
		return object.Null, err
	}
	bound, err := k.checkBound(p[1])
	switch {
	case err != nil:
		return object.Null, err
	case npos == 2:
		return object.Null, h.Raise(object.TypeErrorType, "A single constraint is not allowed")
	case constraints != object.Null && bound != object.Null:
		return object.Null, h.Raise(object.TypeErrorType, "Constraints cannot be combined with bound=...")
	}
	v := k.variable(k.typeVar, p[0], bits)
	h.SetField(v, offVarBound, bound)
	h.SetField(v, offVarTypes, constraints)
	h.SetField(v, offVarElse, p[2])
	return v, nil
}

// newParamSpec is ParamSpec(name, *, bound=None, …).
func (k *typing) newParamSpec(args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [6]object.Value
	if err := bind(k.h, k.sigSpec, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if err := k.checkName("paramspec", p[0]); err != nil {
		return object.Null, err
	}
	bits, err := k.variance(p[3:])
	if err != nil {
		return object.Null, err
	}
	bound, err := k.checkBound(p[1])
	if err != nil {
		return object.Null, err
	}
	v := k.variable(k.paramSpec, p[0], bits)
	k.h.SetField(v, offVarBound, bound)
	k.h.SetField(v, offVarElse, p[2])
	return v, nil
}

// newTypeVarTuple is TypeVarTuple(name, *, default=NoDefault).
func (k *typing) newTypeVarTuple(args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(k.h, k.sigTuple, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if err := k.checkName("typevartuple", p[0]); err != nil {
		return object.Null, err
	}
	v := k.variable(k.tuple, p[0], 0)
	k.h.SetField(v, offVarElse, p[1])
	return v, nil
}
