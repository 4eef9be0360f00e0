package lib

import "github.com/tier2go/tier2/interp/object"

// The iterators of itertools that leave elements out, pair them or apply a
// function.

// makePredicate makes a type of (predicate, iterable): the function, the iterator,
// a state.
func makePredicate(name string) func(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	return func(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
		if err := k.positional(name, args, kwnames, 2, 2); err != nil {
			return err
		}
		it, err := k.h.Iter(args[1])
		k.set(v, 0, args[0])
		k.set(v, 1, it)
		k.set(v, 2, object.False)
		return err
	}
}

// test calls the predicate.
func (k *iterKit) test(f, x object.Value) (bool, error) {
	r, err := k.call(f, x)
	if err != nil {
		return false, err
	}
	return k.h.Truth(r)
}

func nextDropWhile(k *iterKit, v object.Value) (object.Value, error) {
	for {
		x, err := k.h.Advance(k.get(v, 1))
		if x == object.Null || err != nil || k.get(v, 2) == object.True {
			return x, err
		}
		switch drop, err := k.test(k.get(v, 0), x); {
		case err != nil:
			return object.Null, err
		case !drop:
			k.set(v, 2, object.True)
			return x, nil
		}
	}
}

func nextTakeWhile(k *iterKit, v object.Value) (object.Value, error) {
	if k.get(v, 2) == object.True {
		return object.Null, nil
	}
	x, err := k.h.Advance(k.get(v, 1))
	if x == object.Null || err != nil {
		return x, err
	}
	take, err := k.test(k.get(v, 0), x)
	if err != nil {
		return object.Null, err
	}
	if !take {
		k.set(v, 2, object.True)
		return object.Null, nil
	}
	return x, nil
}

func nextFilterFalse(k *iterKit, v object.Value) (object.Value, error) {
	f := k.get(v, 0)
	for {
		x, err := k.h.Advance(k.get(v, 1))
		if x == object.Null || err != nil {
			return x, err
		}
		yes := false
		if f == object.None || f == k.h.Type(object.BoolType).Object {
			yes, err = k.h.Truth(x)
		} else {
			yes, err = k.test(f, x)
		}
		if err != nil {
			return object.Null, err
		}
		if !yes {
			return x, nil
		}
	}
}

// islice: the iterator, the next index wanted, stop or None, the step, how many
// elements were read.
func makeISlice(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := k.positional("islice", args, kwnames, 2, 4); err != nil {
		return err
	}
	start, stop, step := object.None, args[1], object.None
	if len(args) > 2 {
		start, stop = args[1], args[2]
	}
	if len(args) > 3 {
		step = args[3]
	}
	const indices = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	index := func(x object.Value, def int, text string) (int, error) {
		if x == object.None {
			return def, nil
		}
		n, err := k.h.Ssize(x)
		if err != nil || n < 0 {
			return 0, k.h.Raise(object.ValueErrorType, "%s", text)
		}
		return n, nil
	}
	text := "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	if stop.IsSmall() && stop.Small() < -1 { // −1 stands for an error there
		text = indices
	}
	to, err := index(stop, -1, text)
	if err != nil {
		return err
	}
	from, err := index(start, 0, indices)
	if err != nil {
		return err
	}
	by, err := index(step, 1, "Step for islice() must be a positive integer or None.")
	if err != nil {
		return err
	}
	if by < 1 {
		return k.h.Raise(object.ValueErrorType, "Step for islice() must be a positive integer or None.")
	}
	it, err := k.h.Iter(args[0])
	k.set(v, 0, it)
	k.setInteger(v, 1, from)
	k.setInteger(v, 2, to)
	k.setInteger(v, 3, by)
	k.setInteger(v, 4, 0)
	return err
}

func nextISlice(k *iterKit, v object.Value) (object.Value, error) {
	it := k.get(v, 0)
	if it == object.Null {
		return object.Null, nil
	}
	next, stop, step, read := k.integer(v, 1), k.integer(v, 2), k.integer(v, 3), k.integer(v, 4)
	for read < next {
		if n := k.pass(it, next-read); n > 0 {
			read += n
			k.setInteger(v, 4, read)
			continue
		}
		x, err := k.h.Advance(it)
		if x == object.Null || err != nil {
			k.set(v, 0, object.Null)
			k.h.EndSteps(v)
			return object.Null, err
		}
		read++
		k.setInteger(v, 4, read)
	}
	if stop >= 0 && read >= stop {
		k.set(v, 0, object.Null)
		k.h.EndSteps(v)
		return object.Null, nil
	}
	x, err := k.h.Advance(it)
	if x == object.Null || err != nil {
		k.set(v, 0, object.Null)
		k.h.EndSteps(v)
		return object.Null, err
	}
	k.setInteger(v, 4, read+1)
	if next += step; next < 0 || stop >= 0 && next > stop { // CPython lets one more element through where the sum overflows without a stop
		next = stop
	}
	k.setInteger(v, 1, next)
	return x, nil
}

// pass moves an iterator behind n elements, or fewer, without making them; 0: it cannot.
func (k *iterKit) pass(it object.Value, n int) int {
	if !it.IsRef() {
		return 0
	}
	switch t := k.h.TypeOf(it); {
	case t.Step == object.StepPermuted && k.get(it, 2) != object.Null:
		return k.passSelections(it, 2, n, k.permuting(it))
	case t.Step == object.StepProduct && k.get(it, 1) != object.Null:
		return k.passSelections(it, 1, n, k.turning(it))
	case t.Step == object.StepChoice && k.get(it, 1) != object.Null:
		return k.passSelections(it, 1, n, k.choosing(it))
	}
	return k.h.PassAhead(it, n)
}

// passSelections moves an iterator behind n selections, the last one at most; field end of it is Null behind that.
func (k *iterKit) passSelections(v object.Value, end, n int, next func() bool) int {
	for i := range n {
		k.h.CheckStopAt(i)
		if !next() {
			k.set(v, end, object.Null)
			return i + 1
		}
	}
	return n
}

// pairwise: the iterator, the last element.
func makePairwise(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := k.positional("pairwise", args, kwnames, 1, 1); err != nil {
		return err
	}
	it, err := k.h.Iter(args[0])
	k.set(v, 0, it)
	return err
}

func nextPairwise(k *iterKit, v object.Value) (object.Value, error) {
	it, last := k.get(v, 0), k.get(v, 1)
	if it == object.Null {
		return object.Null, nil
	}
	for i := range 2 {
		if i == 0 && last != object.Null {
			continue
		}
		x, err := k.h.Advance(it)
		if x == object.Null || err != nil {
			k.set(v, 0, object.Null)
			k.set(v, 1, object.Null)
			return object.Null, err
		}
		k.set(v, 1, x)
		if i == 1 {
			return k.h.NewTuple(last, x), nil
		}
		last = x
	}
	return object.Null, nil
}

// starmap: the function, the iterator.
func makeStarMap(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := k.positional("starmap", args, kwnames, 2, 2); err != nil {
		return err
	}
	it, err := k.h.Iter(args[1])
	k.set(v, 0, args[0])
	k.set(v, 1, it)
	return err
}

func nextStarMap(k *iterKit, v object.Value) (object.Value, error) {
	x, err := k.h.Advance(k.get(v, 1))
	if x == object.Null || err != nil {
		return x, err
	}
	if x, err = k.h.TupleFromIter(x); err != nil {
		return object.Null, err
	}
	return k.h.Call(k.get(v, 0), k.h.TupleItems(x), object.Null)
}

// zip_longest: the list of iterators (None: ended), how many go on, the value that
// fills in.
func makeZipLongest(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	fill := object.None
	if kwnames != object.Null && k.h.TupleLen(kwnames) > 0 {
		if k.h.TupleLen(kwnames) != 1 || !k.h.StrIs(k.h.TupleItem(kwnames, 0), "fillvalue") {
			return k.h.Raise(object.TypeErrorType, "zip_longest() got an unexpected keyword argument")
		}
		fill = args[len(args)-1]
		args = args[:len(args)-1]
	}
	list := k.h.NewList()
	for _, a := range args {
		it, err := k.h.Iter(a)
		if err != nil {
			return err
		}
		k.h.ListAppend(list, it)
	}
	k.set(v, 0, list)
	k.setInteger(v, 1, len(args))
	k.set(v, 2, fill)
	return nil
}

func nextZipLongest(k *iterKit, v object.Value) (object.Value, error) {
	its := k.get(v, 0)
	if k.integer(v, 1) == 0 {
		return object.Null, nil
	}
	row := k.h.NewList()
	for i := range k.h.ListLen(its) {
		it := k.h.ListItems(its)[i]
		if it == object.None {
			k.h.ListAppend(row, k.get(v, 2))
			continue
		}
		x, err := k.h.Next(it)
		if err != nil {
			k.setInteger(v, 1, 0)
			return object.Null, err
		}
		if x == object.Null {
			k.setInteger(v, 1, k.integer(v, 1)-1)
			if k.integer(v, 1) == 0 {
				return object.Null, nil
			}
			k.h.ListItems(its)[i] = object.None
			x = k.get(v, 2)
		}
		k.h.ListAppend(row, x)
	}
	return k.h.ListToTuple(row), nil
}

// groupby: the iterator, the key function, the key of the group that was given
// last, the key and the value that were read last, the group that may read, the type of groups.
func makeGroupBy(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [2]object.Value
	if err := bind(k.h, groupBySig, args, kwnames, p[:]); err != nil {
		return err
	}
	it, err := k.h.Iter(p[0])
	k.set(v, 0, it)
	if p[1] != object.None {
		k.set(v, 1, p[1])
	}
	k.setInteger(v, 6, int(k.group))
	return err
}

var groupBySig = object.NewSignature("groupby", 0, 1, 0, "iterable", "key")

// step reads one element and its key; ok is false at the end.
func (k *iterKit) step(v object.Value) (ok bool, err error) {
	x, err := k.h.Next(k.get(v, 0))
	if x == object.Null || err != nil {
		return false, err
	}
	key := x
	if f := k.get(v, 1); f != object.Null {
		if key, err = k.call(f, x); err != nil {
			return false, err
		}
	}
	k.set(v, 3, key)
	k.set(v, 4, x)
	return true, nil
}

func nextGroupBy(k *iterKit, v object.Value) (object.Value, error) {
	k.set(v, 5, object.Null)
	for {
		if key := k.get(v, 3); key != object.Null {
			target := k.get(v, 2)
			if target == object.Null {
				break
			}
			same, err := k.h.Same(target, key)
			if err != nil {
				return object.Null, err
			}
			if !same {
				break
			}
		}
		if ok, err := k.step(v); !ok {
			return object.Null, err
		}
	}
	key := k.get(v, 3)
	k.set(v, 2, key)
	group := k.h.NewObject(k.group, object.GroupSize)
	k.set(group, 0, v)
	k.set(group, 1, key)
	k.setInteger(group, 5, 0)
	k.set(v, 5, group)
	return k.h.NewTuple(key, group), nil
}

// initGroups makes the type of the groups: the groupby, the key, and in the field in which a groupby has a group an int.
func (k *iterKit) initGroups(*module) {
	k.group = k.h.RegisterType(&object.Type{Name: "_grouper", Module: "itertools", Step: object.StepGroup, Slots: object.Slots{
		Iter: itself,
		Next: func(_ *object.Heap, g object.Value) (object.Value, error) {
			v := k.get(g, 0)
			if k.get(v, 5) != g {
				return object.Null, nil
			}
			if k.get(v, 4) == object.Null {
				if ok, err := k.step(v); !ok {
					return object.Null, err
				}
			}
			same, err := k.h.Same(k.get(g, 1), k.get(v, 3))
			if !same || err != nil {
				return object.Null, err
			}
			x := k.get(v, 4)
			k.set(v, 4, object.Null)
			return x, nil
		},
	}}).ID
}
