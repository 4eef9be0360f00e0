package lib

import "github.com/tier2go/tier2/interp/object"

// The iterators of itertools that combine elements, and tee.

// pool returns a tuple of the elements of an iterable, and a number that may be
// left out.
func (k *iterKit) pool(name string, args []object.Value, kwnames object.Value, optional bool) (pool object.Value, r int, err error) {
	lo := 2
	if optional {
		lo = 1
	}
	sig := object.NewSignature(name, 0, lo, 0, "iterable", "r")
	var p [2]object.Value
	if err := bind(k.h, sig, args, kwnames, p[:]); err != nil {
		return object.Null, 0, err
	}
	if pool, err = k.h.TupleFromIter(p[0]); err != nil {
		return object.Null, 0, err
	}
	if optional && (p[1] == object.Null || p[1] == object.None) {
		return pool, k.h.TupleLen(pool), nil
	}
	if optional && !k.h.IsIntegral(p[1]) {
		return object.Null, 0, k.h.Raise(object.TypeErrorType, "Expected int as r")
	}
	if r, err = k.h.Ssize(p[1]); err == nil && r < 0 {
		err = k.h.Raise(object.ValueErrorType, "r must be non-negative")
	}
	return pool, r, err
}

// indices makes a list of ints.
func (k *iterKit) indices(n int, f func(i int) int) object.Value {
	list := k.h.NewList()
	for i := range n {
		k.h.ListAppend(list, object.SmallInt(int64(f(i))))
	}
	return list
}

func up(i int) int                      { return i }
func zero(int) int                      { return 0 }
func at(list []object.Value, i int) int { return int(list[i].Small()) }
func put(list []object.Value, i, n int) { list[i] = object.SmallInt(int64(n)) }

// pick makes the tuple of the elements that the first r indices name.
func (k *iterKit) pick(pool object.Value, r int, list object.Value) object.Value {
	row := k.h.NewTupleOfNull(r)
	a, from, items := k.h.ListItems(list), k.h.TupleItems(pool), k.h.TupleItems(row)
	for i := range items {
		items[i] = from[at(a, i)]
	}
	return row
}

// combinations: the pool, the indices of the next one; Null at the end.
func makeCombinations(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	pool, r, err := k.pool("combinations", args, kwnames, false)
	if err == nil && r <= k.h.TupleLen(pool) {
		k.set(v, 0, pool)
		k.set(v, 1, k.indices(r, up))
	}
	return err
}

// nextSelection is the next selection of elements.
func nextSelection(k *iterKit, v object.Value) (object.Value, error) {
	pool, list := k.get(v, 0), k.get(v, 1)
	if list == object.Null {
		return object.Null, nil
	}
	row := k.pick(pool, k.h.ListLen(list), list)
	if !k.choosing(v)() {
		k.set(v, 1, object.Null)
	}
	return row, nil
}

// choosing goes on to the next selection of elements, of which each may come again or not: the last index that can grow does so, and those behind
// it follow it. It reports whether there is one.
func (k *iterKit) choosing(v object.Value) func() bool {
	n, a, step := k.h.TupleLen(k.get(v, 0)), k.h.ListItems(k.get(v, 1)), 1
	if k.get(v, 2) == object.True {
		step = 0
	}
	return func() bool {
		r := len(a)
		i := r - 1
		for i >= 0 && at(a, i) == n-1-step*(r-1-i) {
			i--
		}
		if i < 0 {
			return false
		}
		for next := at(a, i) + 1; i < r; i++ {
			put(a, i, next)
			next += step
		}
		return true
	}
}

// combinations_with_replacement: as combinations.
func makeReplacement(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	pool, r, err := k.pool("combinations_with_replacement", args, kwnames, false)
	if err == nil && (r == 0 || k.h.TupleLen(pool) > 0) {
		k.set(v, 0, pool)
		k.set(v, 1, k.indices(r, zero))
		k.set(v, 2, object.True)
	}
	return err
}

// permutations: the pool, all indices, the cycles; Null at the end.
func makePermutations(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	pool, r, err := k.pool("permutations", args, kwnames, true)
	if n := 0; err == nil {
		if n = k.h.TupleLen(pool); r <= n {
			k.set(v, 0, pool)
			k.set(v, 1, k.indices(n, up))
			k.set(v, 2, k.indices(r, func(i int) int { return n - i }))
		}
	}
	return err
}

func nextPermutations(k *iterKit, v object.Value) (object.Value, error) {
	pool, list, cycles := k.get(v, 0), k.get(v, 1), k.get(v, 2)
	if cycles == object.Null {
		return object.Null, nil
	}
	row := k.pick(pool, k.h.ListLen(cycles), list)
	if !k.permuting(v)() {
		k.set(v, 2, object.Null)
	}
	return row, nil
}

// permuting goes on to the next permutation; it reports whether there is one.
func (k *iterKit) permuting(v object.Value) func() bool {
	a, c := k.h.ListItems(k.get(v, 1)), k.h.ListItems(k.get(v, 2))
	return func() bool {
		n := len(a)
		for i := len(c) - 1; i >= 0; i-- {
			j := at(c, i) - 1
			if j != 0 {
				put(c, i, j)
				a[i], a[n-j] = a[n-j], a[i]
				return true
			}
			first := a[i]
			for m := i + 1; m < n; m++ {
				a[m-1] = a[m]
			}
			a[n-1] = first
			put(c, i, n-i)
		}
		return false
	}
}

var productSig = object.NewSignature("product", 0, 0, 1, "repeat")

// product: the list of pools, the indices; Null at the end.
func makeProduct(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	repeat := 1
	if kwnames != object.Null && k.h.TupleLen(kwnames) > 0 {
		if n := k.h.TupleLen(kwnames); n > 1 {
			return productSig.TooManyKeywords(k.h, n)
		}
		if !k.h.StrIs(k.h.TupleItem(kwnames, 0), "repeat") {
			return k.h.Raise(object.TypeErrorType, "product() got an unexpected keyword argument '%s'", k.h.GoString(k.h.TupleItem(kwnames, 0)))
		}
		var err error
		if repeat, err = k.h.Ssize(args[len(args)-1]); err != nil {
			return err
		}
		if repeat < 0 {
			return k.h.Raise(object.ValueErrorType, "repeat argument cannot be negative")
		}
		args = args[:len(args)-1]
	}
	pools := k.h.NewList()
	for range repeat {
		for i, a := range args {
			var pool object.Value
			if n := k.h.ListLen(pools); n >= len(args) {
				pool = k.h.ListItems(pools)[i]
			} else {
				var err error
				if pool, err = k.h.TupleFromIter(a); err != nil {
					return err
				}
			}
			k.h.ListAppend(pools, pool)
		}
	}
	k.set(v, 0, pools)
	for _, pool := range k.h.ListItems(pools) {
		if k.h.TupleLen(pool) == 0 {
			return nil
		}
	}
	k.set(v, 1, k.indices(k.h.ListLen(pools), zero))
	return nil
}

func nextProduct(k *iterKit, v object.Value) (object.Value, error) {
	pools, list := k.get(v, 0), k.get(v, 1)
	if list == object.Null {
		return object.Null, nil
	}
	n := k.h.ListLen(pools)
	row := k.h.NewTupleOfNull(n)
	from, a, items := k.h.ListItems(pools), k.h.ListItems(list), k.h.TupleItems(row)
	for i, pool := range from {
		items[i] = k.h.TupleItem(pool, at(a, i))
	}
	if !k.turning(v)() {
		k.set(v, 1, object.Null)
	}
	return row, nil
}

// turning goes on to the next row of a product; it reports whether there is one.
func (k *iterKit) turning(v object.Value) func() bool {
	from, a := k.h.ListItems(k.get(v, 0)), k.h.ListItems(k.get(v, 1))
	return func() bool {
		for i := len(a) - 1; i >= 0; i-- {
			next := at(a, i) + 1
			if next < k.h.TupleLen(from[i]) {
				put(a, i, next)
				return true
			}
			put(a, i, 0)
		}
		return false
	}
}

// initTee adds tee: iterators that share a chain of nodes. A node has the element
// that was read and the next node, Null where nobody has read on; the source holds
// the iterator.
func (k *iterKit) initTee(m *module) {
	h := k.h
	k.source = h.RegisterType(&object.Type{Name: "_tee_source", Module: "itertools"}).ID
	k.node = h.RegisterType(&object.Type{Name: "_tee_dataobject", Module: "itertools"}).ID
	t := h.RegisterType(&object.Type{Name: "_tee", Weak: true, Module: "itertools", Step: object.StepTee, Slots: object.Slots{Iter: itself, Next: k.nextTee}})
	k.tee = t.ID
	h.AddMethods(t, []object.Builtin{{Name: "__copy__", Arity: object.NoArgs, Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		return k.newTee(k.get(v, 0), k.get(v, 1)), nil
	}}})
	m.functions([]object.Builtin{{Name: "tee", Arity: object.Fast, Min: 1, Max: 2, Fn: k.makeTee}})
}

// newTee makes an iterator of a source, behind a node.
func (k *iterKit) newTee(source, node object.Value) object.Value {
	v := k.h.NewObject(k.tee, 24)
	k.set(v, 0, source)
	k.set(v, 1, node)
	return v
}

func (k *iterKit) makeTee(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n := 2
	if len(a) > 1 {
		var err error
		if n, err = h.Ssize(a[1]); err != nil {
			return object.Null, err
		}
		if n < 0 {
			return object.Null, h.Raise(object.ValueErrorType, "n must be >= 0")
		}
	}
	it, err := h.Iter(a[0])
	if err != nil || n == 0 {
		return h.NewTuple(), err
	}
	var source, node object.Value
	if h.Is(it, k.tee) {
		source, node = k.get(it, 0), k.get(it, 1)
	} else {
		source = h.NewObject(k.source, 16)
		k.set(source, 0, it)
		node = h.NewObject(k.node, object.NodeSize)
	}
	list := h.NewList()
	for range n {
		h.ListAppend(list, k.newTee(source, node))
	}
	return h.ListToTuple(list), nil
}

func (k *iterKit) nextTee(h *object.Heap, v object.Value) (object.Value, error) {
	node := k.get(v, 1)
	next := k.get(node, 1)
	if next == object.Null {
		x, err := h.Next(k.get(k.get(v, 0), 0))
		if x == object.Null || err != nil {
			return x, err
		}
		next = h.NewObject(k.node, object.NodeSize)
		k.set(next, 0, x)
		k.set(node, 1, next)
	}
	k.set(v, 1, next)
	return k.get(next, 0), nil
}
