package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The module itertools (Modules/itertoolsmodule.c): each iterator is a row, with
// how many values it keeps, how it is made, and its next element. What it keeps
// stands in the object's fields.

// iterator is a type of the module.
type iterator struct {
	name   string
	fields int
	step   object.StepKind // StepNone: no routine has its steps
	// make fills in the fields of a new object; its arguments are those of the call.
	make func(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error
	// next returns the next element, Null at the end.
	next func(k *iterKit, v object.Value) (object.Value, error)
	repr func(k *iterKit, v object.Value) (object.Value, error) // nil: object's
	// positional: no argument has a name, and those that a class's own __init__ takes by name are left to it.
	positional bool
}

// iterators are all of them.
var iterators = []iterator{
	{name: "accumulate", step: object.StepAccumulate, fields: 4, make: makeAccumulate, next: nextAccumulate},
	{name: "batched", step: object.StepBatch, fields: 3, make: makeBatched, next: nextBatched},
	{name: "chain", step: object.StepChain, positional: true, fields: 2, make: makeChain, next: nextChain},
	{name: "combinations", step: object.StepChoice, fields: 3, make: makeCombinations, next: nextSelection},
	{name: "combinations_with_replacement", step: object.StepChoice, fields: 3, make: makeReplacement, next: nextSelection},
	{name: "compress", step: object.StepCompress, fields: 2, make: makeCompress, next: nextCompress},
	{name: "count", step: object.StepCount, fields: 2, make: makeCount, next: nextCount, repr: reprCount},
	{name: "cycle", step: object.StepCycle, positional: true, fields: 3, make: makeCycle, next: nextCycle},
	{name: "dropwhile", step: object.StepDrop, positional: true, fields: 3, make: makePredicate("dropwhile"), next: nextDropWhile},
	{name: "filterfalse", step: object.StepReject, positional: true, fields: 3, make: makePredicate("filterfalse"), next: nextFilterFalse},
	{name: "groupby", step: object.StepGroup, fields: 7, make: makeGroupBy, next: nextGroupBy},
	{name: "islice", step: object.StepSlice, positional: true, fields: 5, make: makeISlice, next: nextISlice},
	{name: "pairwise", step: object.StepPairs, positional: true, fields: 2, make: makePairwise, next: nextPairwise},
	{name: "permutations", step: object.StepPermuted, fields: 3, make: makePermutations, next: nextPermutations},
	{name: "product", step: object.StepProduct, fields: 2, make: makeProduct, next: nextProduct},
	{name: "repeat", step: object.StepRepeat, fields: 2, make: makeRepeat, next: nextRepeat, repr: reprRepeat},
	{name: "starmap", step: object.StepStar, positional: true, fields: 2, make: makeStarMap, next: nextStarMap},
	{name: "takewhile", step: object.StepTake, positional: true, fields: 3, make: makePredicate("takewhile"), next: nextTakeWhile},
	{name: "zip_longest", step: object.StepLongest, fields: 3, make: makeZipLongest, next: nextZipLongest},
}

// iterKit is what the rows work with.
type iterKit struct {
	h                        *object.Heap
	group, tee, source, node object.TypeID
}

// get and set reach field i of an object.
func (k *iterKit) get(v object.Value, i int) object.Value { return k.h.StepField(v, i) }
func (k *iterKit) set(v object.Value, i int, x object.Value) {
	k.h.SetStepField(v, i, x)
}

// integer reads a field that is an int of at most 64 bits.
func (k *iterKit) integer(v object.Value, i int) int { return int(k.h.IntLow64(k.get(v, i))) }
func (k *iterKit) setInteger(v object.Value, i, n int) {
	k.set(v, i, k.h.Int(int64(n)))
}

// call calls a function.
func (k *iterKit) call(f object.Value, args ...object.Value) (object.Value, error) {
	t := k.h.NewTuple(args...) // keeps the arguments alive
	return k.h.Call(f, k.h.TupleItems(t), object.Null)
}

func itself(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil }

// newItertools makes the module.
func (l *Lib) newItertools() (object.Value, error) {
	h, m := l.h, l.newModule("itertools")
	k := &iterKit{h: h}
	for _, row := range iterators {
		slots := object.Slots{Iter: itself}
		slots.Next = func(_ *object.Heap, v object.Value) (object.Value, error) { return row.next(k, v) }
		slots.New = func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			if kwnames != object.Null && t.OwnInit() && row.positional {
				args, kwnames = args[:len(args)-h.TupleLen(kwnames)], object.Null // they are for __init__
			}
			v := h.NewEmpty(t)
			return v, row.make(k, v, args, kwnames)
		}
		if row.repr != nil {
			slots.Repr = func(_ *object.Heap, v object.Value) (object.Value, error) { return row.repr(k, v) }
		}
		t := h.RegisterType(&object.Type{Name: row.name, Module: "itertools", Size: uintptr(8 + 8*row.fields), Step: row.step, Slots: slots})
		m.set(row.name, t.Object)
		if row.name == "repeat" {
			h.AddMethods(t, []object.Builtin{{Name: "__length_hint__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
				if n := k.get(v, 1); n != object.None {
					return n, nil
				}
				return object.Null, h.Raise(object.TypeErrorType, "len() of unsized object")
			}}})
		}
		if row.name == "chain" {
			t.Drain = k.drainChain
			h.AddClassMethods(t, []object.Builtin{{Name: "from_iterable", Arity: object.O, Fn: func(h *object.Heap, class object.Value, a []object.Value) (object.Value, error) {
				v := h.NewEmpty(h.TypeFromObject(class))
				it, err := h.Iter(a[0])
				k.set(v, 0, it)
				return v, err
			}}})
		}
	}
	k.initGroups(m)
	k.initTee(m)
	return m.v, nil
}

// positional checks the arguments of a type that takes no keywords.
func (k *iterKit) positional(name string, args []object.Value, kwnames object.Value, lo, hi int) error {
	if err := k.h.NoKeywords(name, kwnames); err != nil {
		return err
	}
	return k.h.CheckCount(name, len(args), lo, hi)
}

var (
	accumulateSig = object.NewSignature("accumulate", 0, 1, 1, "iterable", "func", "initial")
	batchedSig    = object.NewSignature("batched", 0, 2, 1, "iterable", "n", "strict")
	compressSig   = object.NewSignature("compress", 0, 2, 0, "data", "selectors")
	countSig      = object.NewSignature("count", 0, 0, 0, "start", "step")
	repeatSig     = object.NewSignature("repeat", 0, 1, 0, "object", "times")
)

// accumulate: the iterator, the function or None, the total, the initial value.
func makeAccumulate(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [3]object.Value
	if err := bind(k.h, accumulateSig, args, kwnames, p[:]); err != nil {
		return err
	}
	it, err := k.h.Iter(p[0])
	k.set(v, 0, it)
	k.set(v, 1, p[1])
	if p[2] != object.None {
		k.set(v, 3, p[2])
	}
	return err
}

func nextAccumulate(k *iterKit, v object.Value) (object.Value, error) {
	if first := k.get(v, 3); first != object.Null {
		k.set(v, 3, object.Null)
		k.set(v, 2, first)
		return first, nil
	}
	x, err := k.h.Advance(k.get(v, 0))
	if x == object.Null || err != nil {
		return x, err
	}
	if total := k.get(v, 2); total != object.Null {
		if f := k.get(v, 1); f == object.Null || f == object.None {
			x, err = k.h.Binary(object.Add, total, x)
		} else {
			x, err = k.call(f, total, x)
		}
		if err != nil {
			return object.Null, err
		}
	}
	k.set(v, 2, x)
	return x, nil
}

// batched: the iterator, the size, whether batches must be full.
func makeBatched(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [3]object.Value
	if err := bind(k.h, batchedSig, args, kwnames, p[:]); err != nil {
		return err
	}
	n, err := k.h.Ssize(p[1])
	if err != nil {
		return err
	}
	if n < 1 {
		return k.h.Raise(object.ValueErrorType, "n must be at least one")
	}
	strict := false
	if p[2] != object.Null {
		if strict, err = k.h.Truth(p[2]); err != nil {
			return err
		}
	}
	it, err := k.h.Iter(p[0])
	k.set(v, 0, it)
	k.setInteger(v, 1, n)
	k.set(v, 2, object.Bool(strict))
	return err
}

func nextBatched(k *iterKit, v object.Value) (object.Value, error) {
	it := k.get(v, 0)
	if it == object.Null {
		return object.Null, nil
	}
	list, n := k.h.NewList(), k.integer(v, 1)
	for k.h.ListLen(list) < n {
		x, err := k.h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if x == object.Null {
			k.set(v, 0, object.Null)
			if k.h.ListLen(list) == 0 {
				return object.Null, nil
			}
			if k.get(v, 2) == object.True {
				return object.Null, k.h.Raise(object.ValueErrorType, "batched(): incomplete batch")
			}
			break
		}
		k.h.ListAppend(list, x)
	}
	return k.h.ListToTuple(list), nil
}

// chain: the iterator over iterables, the one that is active.
func makeChain(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := k.h.NoKeywords("chain", kwnames); err != nil {
		return err
	}
	it, err := k.h.Iter(k.h.NewTuple(args...))
	k.set(v, 0, it)
	return err
}

func nextChain(k *iterKit, v object.Value) (object.Value, error) {
	for {
		it, err := k.link(v)
		if it == object.Null || err != nil {
			return object.Null, err
		}
		x, err := k.h.Next(it)
		if x != object.Null || err != nil {
			return x, err
		}
		k.set(v, 1, object.Null)
	}
}

// link returns the iterator that a chain is at, Null at its end.
func (k *iterKit) link(v object.Value) (object.Value, error) {
	if k.get(v, 0) == object.Null {
		return object.Null, nil
	}
	if it := k.get(v, 1); it != object.Null {
		return it, nil
	}
	it, err := k.h.Next(k.get(v, 0))
	if err == nil && it != object.Null {
		it, err = k.h.Iter(it)
	}
	if it == object.Null || err != nil {
		k.set(v, 0, object.Null)
		k.h.EndSteps(v)
		return object.Null, err
	}
	k.set(v, 1, it)
	return it, nil
}

// drainChain is a chain's Drain: each iterator goes to the list as a whole. One may use the chain itself meanwhile.
func (k *iterKit) drainChain(h *object.Heap, v, list object.Value) error {
	for {
		it, err := k.link(v)
		if it == object.Null || err != nil {
			return err
		}
		if err := h.ListTake(list, it); err != nil {
			return err
		}
		if k.get(v, 1) == it {
			k.set(v, 1, object.Null)
		}
	}
}

// compress: the iterators over data and selectors.
func makeCompress(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [2]object.Value
	if err := bind(k.h, compressSig, args, kwnames, p[:]); err != nil {
		return err
	}
	for i, x := range p {
		it, err := k.h.Iter(x)
		if err != nil {
			return err
		}
		k.set(v, i, it)
	}
	return nil
}

func nextCompress(k *iterKit, v object.Value) (object.Value, error) {
	for {
		x, err := k.h.Advance(k.get(v, 0))
		if x == object.Null || err != nil {
			return x, err
		}
		s, err := k.h.Advance(k.get(v, 1))
		if s == object.Null || err != nil {
			return s, err
		}
		if yes, err := k.h.Truth(s); yes || err != nil {
			return x, err
		}
	}
}

// count: the next number, the step.
func makeCount(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	p := [2]object.Value{}
	if err := bind(k.h, countSig, args, kwnames, p[:]); err != nil {
		return err
	}
	for i, def := range []int64{0, 1} {
		if p[i] == object.Null {
			p[i] = object.SmallInt(def)
		} else if !k.number(p[i]) {
			return k.h.Raise(object.TypeErrorType, "a number is required")
		}
	}
	// Steps of 1 from what fits a word are counted in plain ints (itertoolsmodule.c, fast_mode).
	if k.h.IsIntegral(p[0]) && k.h.IsIntegral(p[1]) {
		n, fits := k.h.AsInt64(p[0])
		if step, ok := k.h.AsInt64(p[1]); fits && ok && step == 1 {
			p[0], p[1] = k.h.Int(n), object.SmallInt(1)
		}
	}
	k.set(v, 0, p[0])
	k.set(v, 1, p[1])
	return nil
}

// number is PyNumber_Check.
func (k *iterKit) number(v object.Value) bool {
	if k.h.IsIntegral(v) || v.IsFloat() {
		return true
	}
	for _, name := range []string{"__index__", "__int__", "__float__"} {
		if k.h.TypeOf(v).Lookup(k.h.Intern(name)) != object.Null {
			return true
		}
	}
	return false
}

func nextCount(k *iterKit, v object.Value) (object.Value, error) {
	x := k.get(v, 0)
	next, err := k.h.Binary(object.Add, x, k.get(v, 1))
	if err != nil {
		return object.Null, err
	}
	k.set(v, 0, next)
	return x, nil
}

func reprCount(k *iterKit, v object.Value) (object.Value, error) {
	step := k.get(v, 1)
	if step == object.SmallInt(1) {
		return k.repr(v, k.get(v, 0))
	}
	return k.repr(v, k.get(v, 0), step)
}

// repr is a call of the class of v as it is written.
func (k *iterKit) repr(v object.Value, args ...object.Value) (object.Value, error) {
	out := k.h.TypeOf(v).Name + "("
	for i, x := range args {
		r, err := k.h.Repr(x)
		if err != nil {
			return object.Null, err
		}
		if i > 0 {
			out += ", "
		}
		out += k.h.GoString(r)
	}
	return k.h.NewStr(out + ")"), nil
}

// cycle: the iterator, what it has given, where in that we are.
func makeCycle(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := k.positional("cycle", args, kwnames, 1, 1); err != nil {
		return err
	}
	it, err := k.h.Iter(args[0])
	k.set(v, 0, it)
	k.set(v, 1, k.h.NewList())
	k.setInteger(v, 2, 0)
	return err
}

func nextCycle(k *iterKit, v object.Value) (object.Value, error) {
	saved := k.get(v, 1)
	if it := k.get(v, 0); it != object.Null {
		x, err := k.h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if x != object.Null {
			k.h.ListAppend(saved, x)
			return x, nil
		}
		k.set(v, 0, object.Null)
	}
	n, i := k.h.ListLen(saved), k.integer(v, 2)
	if n == 0 {
		return object.Null, nil
	}
	k.setInteger(v, 2, (i+1)%n)
	return k.h.ListItems(saved)[i], nil
}

// repeat: the object, how often still (None: for ever).
func makeRepeat(k *iterKit, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [2]object.Value
	if err := bind(k.h, repeatSig, args, kwnames, p[:]); err != nil {
		return err
	}
	k.set(v, 0, p[0])
	k.set(v, 1, object.None)
	if p[1] != object.Null {
		n, err := k.h.Ssize(p[1])
		if err != nil {
			return err
		}
		k.setInteger(v, 1, max(n, 0))
	}
	return nil
}

func nextRepeat(k *iterKit, v object.Value) (object.Value, error) {
	if k.get(v, 1) != object.None {
		n := k.integer(v, 1)
		if n == 0 {
			return object.Null, nil
		}
		k.setInteger(v, 1, n-1)
	}
	return k.get(v, 0), nil
}

func reprRepeat(k *iterKit, v object.Value) (object.Value, error) {
	if k.get(v, 1) == object.None {
		return k.repr(v, k.get(v, 0))
	}
	return k.repr(v, k.get(v, 0), k.get(v, 1))
}
