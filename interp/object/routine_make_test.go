package object

// maker returns a class that has a function for its __init__ mostly, some of which have a metaclass; what a call of each makes has been noted.
func (r *randomValues) maker() Value {
	if r.rng.IntN(5) == 0 {
		return r.thing()
	}
	if r.makers == nil {
		class := func(of, base Value, init Value) Value {
			d := r.h.NewDict()
			if init != Null {
				r.h.DictSetStr(d, r.h.Intern("__init__"), init)
			}
			c, err := r.h.Call(of, []Value{r.h.Intern("C"), r.h.NewTuple(base), d}, Null)
			if err != nil {
				panic(err)
			}
			return c
		}
		init := r.h.NewFunction(Function{Name: r.h.Intern("f"), QualName: r.h.Intern("f"), Globals: r.h.NewDict(), Builtins: r.h.NewDict()})
		typ, obj := r.metaclass(), r.h.types[ObjectType].Object
		meta := class(typ, typ, Null)
		r.makers = []Value{class(typ, obj, init), class(meta, obj, init), class(typ, r.h.types[ListType].Object, init), class(typ, obj, Null), typ, r.h.types[DictType].Object}
		for range 60 {
			r.makers = append(r.makers, class(typ, r.makers[[]int{0, 1, 3}[r.rng.IntN(3)]], Null)) // with an __init__, or without one
		}
	}
	c := r.makers[r.rng.IntN(len(r.makers))]
	r.h.CacheMake(c)
	return c
}

// metaclass returns `type`.
func (r *randomValues) metaclass() Value { return r.h.types[TypeType].Object }

// makeGeneral returns what NewPlain makes.
func makeGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.NewPlain(h.TypeFromObject(args[0]), nil)), nil
}

// tupleMaker returns a class that derives from tuple mostly, for which tuple.__new__ has been called.
func (r *randomValues) tupleMaker() Value {
	if r.rng.IntN(5) == 0 {
		return r.thing()
	}
	if r.tupleClasses == nil {
		tuple := r.h.types[TupleType].Object
		for i := range 3 {
			names := r.h.NewDict()
			if i == 0 {
				r.h.DictSetStr(names, r.h.Intern("__slots__"), r.h.NewTuple())
			}
			c, err := r.h.Call(r.metaclass(), []Value{r.h.Intern("C"), r.h.NewTuple(tuple), names}, Null)
			if err != nil {
				panic(err)
			}
			r.tupleClasses = append(r.tupleClasses, c)
		}
		r.tupleClasses = append(r.tupleClasses, tuple, r.h.types[ListType].Object)
	}
	c := r.tupleClasses[r.rng.IntN(len(r.tupleClasses))]
	r.h.cacheTupleMake(r.h.TypeFromObject(c))
	return c
}

// tupleMakeGeneral is tuple.__new__.
func tupleMakeGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.callNew(h.types[TupleType], args, Null)
	return uint64(v), err
}
