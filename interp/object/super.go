package object

import "github.com/tier2go/tier2/opgen/mem"

// super, and mappingproxy, which shows the dict of a class.

// newSuper makes super(class, self), bound: selfType is the class whose MRO is
// followed.
func (h *Heap) newSuper(class, self Value, selfType *Type) Value {
	v := h.newFields(h.types[SuperType], superSize)
	h.SetField(v, offSuperClass, class)
	h.SetField(v, offSuperSelf, self)
	h.SetField(v, offSuperSelfType, selfType.Object)
	return v
}

// superCheck returns the class whose MRO super(class, self) follows: self's type,
// or self if that is a class itself (Objects/typeobject.c, supercheck).
func (h *Heap) superCheck(class *Type, self Value) (*Type, error) {
	if h.isA(self, TypeType) {
		if t := h.TypeFromObject(self); t.IsSubtype(class) {
			return t, nil
		}
	}
	t := h.TypeOf(self)
	if t.IsSubtype(class) {
		return t, nil
	}
	if x, err := h.LookupAttr(self, h.classes.nm.class); err != nil {
		return nil, err
	} else if x != Null && x != t.Object && h.isA(x, TypeType) && h.TypeFromObject(x).IsSubtype(class) {
		return h.TypeFromObject(x), nil // what stands for another object says so
	}
	what := "instance of " + t.Name
	if h.isA(self, TypeType) {
		what = "type " + h.TypeFromObject(self).Name
	}
	return nil, h.Raise(TypeErrorType, "super(type, obj): obj (%s) is not an instance or subtype of type (%s).", what, class.Name)
}

// SuperLookup finds an attribute behind class in the MRO of self's type: what
// super(class, self).name is. For a method call, when method is set, f is a
// function that takes self in front of its arguments, and found in that form if
// bound is false.
func (h *Heap) SuperLookup(class, self, name Value, method bool) (x Value, unbound bool, err error) {
	if !h.isA(class, TypeType) {
		return Null, false, h.Raise(TypeErrorType, "super() argument 1 must be a type, not %s", h.TypeName(class))
	}
	t := h.TypeFromObject(class)
	st, err := h.superCheck(t, self)
	if err != nil {
		return Null, false, err
	}
	key := h.InternValue(name)
	if x := h.behind(t, st, key); x != Null && key != h.classes.nm.class {
		if id := h.TypeID(x); method && st == h.TypeOf(self) && (id == FunctionType || id == MethodDescType || id == WrapperDescType) {
			return x, true, nil
		}
		if x, err = h.superBind(x, self, st); err != nil {
			h.nameAttribute(err, h.newSuper(class, self, st), name)
		}
		return x, false, err
	}
	x, err = h.GetAttr(h.newSuper(class, self, st), name)
	return x, false, err
}

// SuperMethod returns the function that super(class, self).name(…) calls with self
// in front, where finding it runs nothing of the guest's; Null elsewhere. name is
// interned.
func (h *Heap) SuperMethod(class, self, name Value) Value {
	if f, ok := methodBehind(h.mem(), mem.Ref(class), mem.Ref(self), mem.Ref(name)); ok {
		return Value(f)
	}
	if !class.IsRef() || !h.Is(class, TypeType) {
		return Null
	}
	f := h.SuperMethodOf(h.TypeFromObject(class), h.TypeOf(self), name)
	if f != Null {
		h.cacheSuper(class, self, name, f)
	}
	return f
}

// SuperMethodOf is SuperMethod for a self of type st; the function stays the same until
// st changes.
func (h *Heap) SuperMethodOf(t, st *Type, name Value) Value {
	if !st.IsSubtype(t) || st.layout == TypeType {
		return Null
	}
	x := h.behind(t, st, name)
	if x == Null || h.AttrKind(x) != MethodAttr {
		return Null
	}
	return x
}

// SuperOfClass returns what super(class, cls).name is for a class cls, st: a function or a builtin one, to which cls is
// bound if bound is set; Null where it is something else. It stays the same until st changes.
func (h *Heap) SuperOfClass(t, st *Type, name Value) (f Value, bound bool) {
	if !st.IsSubtype(t) || name == h.classes.nm.class {
		return Null, false
	}
	x := h.behind(t, st, name)
	switch {
	case x == Null:
		return Null, false
	case h.Is(x, StaticMethodType):
		return h.Field(x, offWrappedFunc), false
	case h.Is(x, ClassMethodType) && h.Is(h.Field(x, offWrappedFunc), FunctionType):
		return h.Field(x, offWrappedFunc), true
	case h.Is(x, BuiltinType):
		return x, false
	}
	return Null, false
}

// behind looks an attribute up behind class t in the MRO of st.
func (h *Heap) behind(t, st *Type, key Value) Value {
	seen := false
	for _, b := range st.MRO {
		if seen {
			if x := h.DictGetStr(b.Dict, key); x != Null {
				return x
			}
		}
		seen = seen || b == t
	}
	return Null
}

func (h *Heap) superBind(x, self Value, st *Type) (Value, error) {
	if get := h.TypeOf(x).DescrGet; get != nil {
		if self == st.Object {
			self = Null
		}
		return get(h, x, self, st.Object)
	}
	return x, nil
}

func superGetAttr(h *Heap, v, name Value) (Value, error) {
	key := h.InternValue(name)
	if st := h.Field(v, offSuperSelfType); st != Null && key != h.classes.nm.class {
		t := h.TypeFromObject(st)
		if x := h.behind(h.TypeFromObject(h.Field(v, offSuperClass)), t, key); x != Null {
			return h.superBind(x, h.Field(v, offSuperSelf), t)
		}
	}
	return h.find(v, h.TypeOf(v), key)
}

func superNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	v := h.newFields(t, max(t.end, superSize))
	if t.made {
		return v, nil
	}
	return v, superInit(h, v, args, kwnames)
}

func superInit(h *Heap, v Value, args []Value, kwnames Value) error {
	if err := h.noKeywords("super", kwnames); err != nil {
		return err
	}
	if err := h.checkCount("super", len(args), 0, 2); err != nil {
		return err
	}
	class, self := Null, Null
	switch len(args) {
	case 0:
		var err error
		if class, self, err = h.SuperContext(); err != nil {
			return err
		}
	case 2:
		self = args[1]
		fallthrough
	default:
		class = args[0]
	}
	if !h.isA(class, TypeType) {
		return h.Raise(TypeErrorType, "super() argument 1 must be a type, not %s", h.TypeName(class))
	}
	h.SetField(v, offSuperClass, class)
	if self == Null || self == None {
		return nil
	}
	st, err := h.superCheck(h.TypeFromObject(class), self)
	if err != nil {
		return err
	}
	h.SetField(v, offSuperSelf, self)
	h.SetField(v, offSuperSelfType, st.Object)
	return nil
}

func (h *Heap) initSuper() {
	t := h.register(&Type{ID: SuperType, Name: "super", Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			class := "NULL"
			if c := h.Field(v, offSuperClass); c != Null {
				class = h.TypeFromObject(c).Name
			}
			if st := h.Field(v, offSuperSelfType); st != Null {
				return h.NewStr("<super: <class '" + class + "'>, <" + h.TypeFromObject(st).Name + " object>>"), nil
			}
			return h.NewStr("<super: <class '" + class + "'>, NULL>"), nil
		},
		New: superNew, Init: superInit, GetAttr: superGetAttr,
		DescrGet: func(h *Heap, d, obj, _ Value) (Value, error) {
			if obj == Null || obj == None || h.Field(d, offSuperSelf) != Null {
				return d, nil
			}
			m := h.Mark()
			defer h.Release(m)
			h.Push(h.Field(d, offSuperClass))
			h.Push(obj)
			return h.Call(h.TypeOf(d).Object, h.Pushed(m), Null)
		},
	}})
	h.AddGetSets(t, []GetSet{
		fieldGetSet("__thisclass__", offSuperClass), fieldGetSet("__self__", offSuperSelf), fieldGetSet("__self_class__", offSuperSelfType),
	})
}

// NewProxy makes a mappingproxy of a mapping that no program is to get at, a class's dict.
func (h *Heap) NewProxy(d Value) Value { return h.newProxy(d, proxyOfVM) }

const proxyOfVM = 1 // aux word of such proxies

func (h *Heap) newProxy(d Value, of uint32) Value {
	v := h.Alloc(kindPlain, 16)
	h.header(v, MappingProxyType, of)
	h.SetField(v, offProxyMapping, d)
	return v
}

// lent returns what an operator's other operand gets to see of a proxy: an __eq__ or __ror__ in Python is not given what only
// the VM may change, but a copy.
func (h *Heap) lent(proxy, other Value) (Value, error) {
	d := h.Field(proxy, offProxyMapping)
	if h.aux(proxy) != proxyOfVM || h.Is(other, DictType) || h.Is(other, MappingProxyType) || !h.IsInstance(d, DictType) {
		return d, nil
	}
	return h.DictCopy(d)
}

func (h *Heap) initProxy() {
	of := func(h *Heap, v Value) Value { return h.Field(v, offProxyMapping) }
	t := h.register(&Type{ID: MappingProxyType, Name: "mappingproxy", Final: true, NoHash: false, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			r, err := h.Repr(of(h, v))
			if err != nil {
				return Null, err
			}
			return h.NewStr("mappingproxy(" + h.GoString(r) + ")"), nil
		},
		Str:      func(h *Heap, v Value) (Value, error) { return h.Str(of(h, v)) },
		Hash:     func(h *Heap, v Value) (int64, error) { return h.Hash(of(h, v)) },
		Len:      func(h *Heap, v Value) (int, error) { return h.Len(of(h, v)) },
		GetItem:  func(h *Heap, v, key Value) (Value, error) { return h.GetItem(of(h, v), key) },
		Contains: func(h *Heap, v, x Value) (bool, error) { return h.Contains(of(h, v), x) },
		Iter:     func(h *Heap, v Value) (Value, error) { return h.Iter(of(h, v)) },
		Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
			d, err := h.lent(a, b)
			if err != nil {
				return Null, err
			}
			if h.Is(b, MappingProxyType) {
				b = of(h, b)
			}
			return h.Compare(op, d, b)
		},
		Binary: func(h *Heap, op BinaryOp, a, b Value) (Value, error) {
			if op != Or {
				return NotImplemented, nil
			}
			operands, err := [2]Value{a, b}, error(nil)
			for i := range operands {
				if h.Is(operands[i], MappingProxyType) {
					if operands[i], err = h.lent(operands[i], [2]Value{b, a}[i]); err != nil {
						return Null, err
					}
				}
			}
			return h.Binary(op, operands[0], operands[1])
		},
		New: func(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
			if err := h.noKeywords("mappingproxy", kwnames); err != nil {
				return Null, err
			}
			if err := h.checkCount("mappingproxy", len(args), 1, 1); err != nil {
				return Null, err
			}
			if t := h.TypeOf(args[0]); t.Slots.GetItem == nil || t.layout == ListType || t.layout == TupleType {
				return Null, h.Raise(TypeErrorType, "mappingproxy() argument must be a mapping, not %s", t.Name)
			}
			return h.newProxy(args[0], 0), nil
		},
	}})
	h.addMethods(t, []Builtin{{Name: "__reversed__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		f, err := h.GetAttr(of(h, v), h.Intern("__reversed__"))
		if err != nil {
			return Null, err
		}
		return h.Call(f, nil, Null)
	}}})
	for _, name := range [...]string{"get", "keys", "values", "items", "copy"} {
		h.addMethods(t, []Builtin{{Name: name, Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			f, err := h.GetAttr(of(h, v), h.Intern(name))
			if err != nil {
				return Null, err
			}
			return h.Call(f, args, kwnames)
		}}})
	}
}
