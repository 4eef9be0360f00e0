package object

// orderedDict returns an OrderedDict with the items of a random dict, some of which have been deleted or moved; or seldom something else.
func (r *randomValues) orderedDict() Value {
	if r.rng.IntN(10) == 0 {
		return r.item()
	}
	if r.orderedType == nil {
		r.orderedType = r.h.RegisterOrderedDict()
	}
	from := r.dict()
	d, err := r.h.Call(r.orderedType.Object, []Value{from}, Null)
	if err != nil {
		panic(err)
	}
	for i := 0; ; {
		key, _, more := r.h.DictNext(from, &i)
		if !more {
			return d
		}
		switch r.rng.IntN(6) {
		case 0:
			_, err = r.h.callNamed(d, "move_to_end", key)
		case 1:
			_, err = r.h.callNamed(d, "popitem", Bool(r.rng.IntN(2) == 0))
		}
		if err != nil && !r.h.raisedIs(err, KeyErrorType) {
			panic(err)
		}
	}
}

// toEnd is an argument last.
func (r *randomValues) toEnd() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.item()
	case 1, 2:
		return False
	}
	return True
}
