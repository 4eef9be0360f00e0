package object

// steps are types of iterators of itertools, as package lib registers them, by their kinds.
func (r *randomValues) steps() map[StepKind]TypeID {
	if r.stepTypes == nil {
		r.stepTypes = map[StepKind]TypeID{}
		for k := StepChain; k <= lastStep; k++ {
			r.stepTypes[k] = r.h.RegisterType(&Type{Name: "step", Size: 64, Step: k}).ID
		}
	}
	return r.stepTypes
}

// stepObject makes an iterator of a kind with fields.
func (r *randomValues) stepObject(k StepKind, fields ...Value) Value {
	v := r.h.NewObject(r.steps()[k], 64)
	for i, x := range fields {
		r.h.SetStepField(v, i, x)
	}
	return v
}

// few returns an int from 0 to n − 1.
func (r *randomValues) few(n int) Value { return SmallInt(int64(r.rng.IntN(n))) }

// seekable returns an iterator that says what comes, mostly.
func (r *randomValues) seekable() Value {
	items := make([]Value, r.rng.IntN(7))
	for i := range items {
		if items[i] = r.few(3); r.rng.IntN(12) == 0 {
			items[i] = r.item()
		}
	}
	var of Value
	switch r.rng.IntN(10) {
	case 0, 1, 2:
		of = r.h.NewList(items...)
	case 3:
		of = r.h.NewTuple(items...)
	case 4:
		of = r.h.NewStr("aaabbcdé"[:r.rng.IntN(9)])
	case 5:
		of = []Value{r.h.NewBytes([]byte("aab\x00c")), r.h.newByteArrayOf([]byte("aab\x00"))}[r.rng.IntN(2)]
	case 6:
		return r.stepObject(StepCount, r.number(), []Value{SmallInt(1), SmallInt(-2), r.number()}[r.rng.IntN(3)])
	case 7:
		return r.stepObject(StepRepeat, r.item(), []Value{None, r.few(4)}[r.rng.IntN(2)])
	case 8:
		return r.stepObject(StepCycle, Null, r.h.NewList(items...), r.few(max(len(items), 1)))
	default:
		return r.iterator()
	}
	it, err := r.h.Iter(of)
	if err != nil {
		panic(err)
	}
	for range r.rng.IntN(3) {
		if _, err := r.h.Next(it); err != nil {
			panic(err)
		}
	}
	return it
}

// choices returns combinations.
func (r *randomValues) choices() Value {
	n := r.rng.IntN(4)
	list := r.h.NewList()
	for i := range n {
		r.h.ListAppend(list, SmallInt(int64(i)))
	}
	return r.stepObject(StepChoice, r.h.NewTuple(SmallInt(5), SmallInt(6), None, True), list, False)
}

// stepping returns an iterator that takes from others.
func (r *randomValues) stepping() Value {
	switch r.rng.IntN(10) {
	case 0:
		iterables := make([]Value, r.rng.IntN(4))
		for i := range iterables {
			iterables[i] = []Value{r.h.NewList(r.item()), r.h.NewTuple(None, True), r.h.NewStr("xé"), r.h.NewList(), r.item()}[r.rng.IntN(5)]
		}
		source, err := r.h.Iter([]Value{r.h.NewTuple(iterables...), r.h.NewList(iterables...)}[r.rng.IntN(2)])
		if err != nil {
			panic(err)
		}
		return r.stepObject(StepChain, source, []Value{Null, r.seekable()}[r.rng.IntN(2)])
	case 1, 2:
		next := r.rng.IntN(4)
		inner := r.seekable()
		if r.rng.IntN(3) == 0 {
			inner = r.choices()
		}
		return r.stepObject(StepSlice, inner, SmallInt(int64(next)), []Value{SmallInt(-1), r.few(6)}[r.rng.IntN(2)], SmallInt(int64(1+r.rng.IntN(3))), r.few(next+1))
	case 3:
		return r.stepObject(StepPairs, r.seekable(), []Value{Null, None}[r.rng.IntN(2)])
	case 4:
		return r.stepObject(StepAccumulate, r.seekable(), []Value{Null, None, True}[r.rng.IntN(3)], []Value{Null, SmallInt(7)}[r.rng.IntN(2)], []Value{Null, Null, None}[r.rng.IntN(3)])
	case 5:
		return r.stepObject(StepCompress, r.seekable(), r.seekable())
	case 6:
		return r.stepObject(StepBatch, []Value{Null, r.seekable(), r.seekable(), r.seekable()}[r.rng.IntN(4)], SmallInt(int64(1+r.rng.IntN(4))), False)
	case 7:
		node := r.stepObject(StepTee)
		if r.rng.IntN(2) == 0 {
			r.h.SetStepField(node, 1, r.stepObject(StepTee, r.item()))
		}
		return r.stepObject(StepTee, r.stepObject(StepTee, r.seekable()), node)
	case 8:
		its := make([]Value, r.rng.IntN(5))
		for i := range its {
			its[i] = r.seekable()
		}
		z := r.h.NewObject(ZipType, mapSize)
		r.h.SetField(z, OffMapIters, r.h.NewTuple(its...))
		return z
	}
	key, value := []Value{Null, SmallInt(1), r.item()}[r.rng.IntN(3)], []Value{Null, SmallInt(1), r.item()}[r.rng.IntN(3)]
	g := r.stepObject(StepGroup, r.seekable(), []Value{Null, Null, Null, True}[r.rng.IntN(4)], []Value{Null, SmallInt(1), SmallInt(0), r.item()}[r.rng.IntN(4)], key, value, Null,
		SmallInt(int64(r.steps()[StepGroup])))
	if r.rng.IntN(2) == 0 {
		return g
	}
	group := r.stepObject(StepGroup, g, r.h.StepField(g, 2), Null, Null, Null, SmallInt(0))
	if r.rng.IntN(4) > 0 && r.h.StepField(g, 2) != Null {
		r.h.SetStepField(g, 5, group)
	}
	return group
}

// steppingOrNot returns such an iterator, an enumerate of one, or another iterator.
func (r *randomValues) steppingOrNot() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.iterator()
	case 1:
		it := r.stepping()
		e, err := r.h.Enumerate(r.h.NewList(), SmallInt([]int64{0, 7, MaxSmall}[r.rng.IntN(3)]))
		if err != nil {
			panic(err)
		}
		r.h.SetField(e, OffEnumIter, it)
		return e
	}
	return r.stepping()
}
