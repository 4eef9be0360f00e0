package lib

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/object"
)

// The module _heapq (Modules/_heapqmodule.c): a list as a binary heap, the least or the greatest element first.

// heapOrder says which of two elements goes up.
type heapOrder struct {
	name string // behind the functions' names
	max  bool
}

// heapEach says what calls of the functions are that may be frames.
var heapEach = map[string]object.Each{
	"heappush": object.EachHeapPush, "heappop": object.EachHeapPop, "heapreplace": object.EachHeapReplace, "heappushpop": object.EachHeapPushPop,
}

// newHeapq makes the module.
func (l *Lib) newHeapq() (object.Value, error) {
	m := l.newModule("_heapq")
	var rows []object.Builtin
	for _, o := range []heapOrder{{"", false}, {"_max", true}} {
		one := func(name string, f func(h *object.Heap, list object.Value) (object.Value, error)) {
			rows = append(rows, object.Builtin{Name: name + o.name, Arity: object.O, Each: heapEach[name+o.name], Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				if !h.IsInstance(a[0], object.ListType) {
					return object.Null, h.Raise(object.TypeErrorType, "%s() argument must be list, not %s", name+o.name, argTypeName(h, a[0]))
				}
				return f(h, a[0])
			}})
		}
		two := func(name string, f func(h *object.Heap, list, x object.Value) (object.Value, error)) {
			rows = append(rows, object.Builtin{Name: name + o.name, Arity: object.Fast, Min: 2, Max: 2, Each: heapEach[name+o.name], Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
				if !h.IsInstance(a[0], object.ListType) {
					return object.Null, h.Raise(object.TypeErrorType, "%s() argument 1 must be list, not %s", name+o.name, argTypeName(h, a[0]))
				}
				return f(h, a[0], a[1])
			}})
		}
		two("heappush", o.push)
		one("heappop", o.pop)
		two("heapreplace", o.replace)
		two("heappushpop", o.pushPop)
		one("heapify", o.heapify)
	}
	m.functions(rows)
	return m.v, nil
}

// before reports whether a goes above b.
func (o heapOrder) before(h *object.Heap, a, b object.Value) (bool, error) {
	if o.max {
		a, b = b, a
	}
	if object.BothSmall(a, b) {
		return a < b, nil
	}
	return less(h, a, b)
}

// less is a < b of others than two small ints.
func less(h *object.Heap, a, b object.Value) (bool, error) {
	if a.IsFloat() && b.IsFloat() {
		return a.Float() < b.Float(), nil
	}
	return h.CompareBool(object.LT, a, b)
}

// lessIn is less of two elements of a list of n, and what the list has then: the comparison may have stored others.
func lessIn(h *object.Heap, list object.Value, n int, a, b object.Value) (bool, []object.Value, error) {
	above, err := less(h, a, b)
	if err != nil {
		return false, nil, err
	}
	items := h.ListItems(list)
	if len(items) != n {
		return false, nil, changed(h)
	}
	return above, items, nil
}

// changed is the error of a list that a comparison has made longer or shorter.
func changed(h *object.Heap) error {
	return h.Raise(object.RuntimeErrorType, "list changed size during iteration")
}

// down moves the element at a place towards the start, to behind those that go above it.
func (o heapOrder) down(h *object.Heap, list object.Value, start, at int) error {
	items := h.ListItems(list)
	n := len(items)
	if at >= n {
		return noIndex(h)
	}
	if at > start {
		if ok, err := o.loop(h, list, items[at], items[(at-1)>>1], bits.Len(uint(at-start)), 0, start, at); ok {
			return err
		}
	}
	for at > start {
		parent := (at - 1) >> 1
		a, b := items[at], items[parent]
		if o.max {
			a, b = b, a
		}
		above := a < b
		if !object.BothSmall(a, b) {
			var err error
			if above, items, err = lessIn(h, list, n, a, b); err != nil {
				return err
			}
		}
		if !above {
			break
		}
		items[parent], items[at] = items[at], items[parent]
		at = parent
	}
	return nil
}

// up moves the element at a place to the end of the path of those that go above their siblings, and from there down to its place.
func (o heapOrder) up(h *object.Heap, list object.Value, at int) error {
	items := h.ListItems(list)
	n, start := len(items), at
	if at >= n {
		return noIndex(h)
	}
	if child := 2*at + 1; child+1 < n {
		if ok, err := o.loop(h, list, items[child], items[child+1], 2*bits.Len(uint(n-at)), n>>1, start, at); ok {
			return err
		}
	}
	for at < n>>1 { // it has a child
		child := 2*at + 1
		if child+1 < n {
			a, b := items[child], items[child+1]
			if o.max {
				a, b = b, a
			}
			above := a < b
			if !object.BothSmall(a, b) {
				var err error
				if above, items, err = lessIn(h, list, n, a, b); err != nil {
					return err
				}
			}
			second := 1 // of equal ones, too. It is added, not branched on: nobody can foresee which one it is.
			if above {
				second = 0
			}
			child += second
		}
		items[child], items[at] = items[at], items[child]
		at = child
	}
	return o.down(h, list, start, at)
}

// loop moves an element up and down as down and up do, if x and y are compared by a method in Python, about compares times.
func (o heapOrder) loop(h *object.Heap, list, x, y object.Value, compares, half, start, at int) (ok bool, err error) {
	loop := object.LoopHeapLeast
	if o.max {
		x, y, loop = y, x, object.LoopHeapGreatest
	}
	f := object.Null
	if h.Is(list, object.ListType) {
		f = h.Comparing(object.LT, x, y, compares)
	}
	if f == object.Null {
		return false, nil
	}
	n := func(i int) object.Value { return h.Int(int64(i)) }
	_, err = h.RunLoop(loop, object.LoopState{
		Func: f, Iter: object.Null, First: object.Null, Second: object.Null, Args: []object.Value{list, n(h.ListLen(list)), n(half), n(start), n(at)},
	})
	return true, err
}

func noIndex(h *object.Heap) error {
	return h.Raise(object.IndexErrorType, "index out of range")
}

func (o heapOrder) push(h *object.Heap, list, x object.Value) (object.Value, error) {
	h.ListAppend(list, x)
	return object.None, o.down(h, list, 0, h.ListLen(list)-1)
}

func (o heapOrder) pop(h *object.Heap, list object.Value) (object.Value, error) {
	n := h.ListLen(list)
	if n == 0 {
		return object.Null, noIndex(h)
	}
	last, err := h.ListPop(list, n-1)
	if err != nil || n == 1 {
		return last, err
	}
	return o.replace(h, list, last)
}

func (o heapOrder) replace(h *object.Heap, list, x object.Value) (object.Value, error) {
	if h.ListLen(list) == 0 {
		return object.Null, noIndex(h)
	}
	items := h.ListItems(list)
	first := items[0]
	items[0] = x
	if err := o.up(h, list, 0); err != nil {
		return object.Null, err
	}
	return first, nil
}

func (o heapOrder) pushPop(h *object.Heap, list, x object.Value) (object.Value, error) {
	if h.ListLen(list) == 0 {
		return x, nil
	}
	above, err := o.before(h, h.ListItem(list, 0), x)
	if err != nil {
		return object.Null, err
	}
	if !above {
		return x, nil
	}
	return o.replace(h, list, x)
}

func (o heapOrder) heapify(h *object.Heap, list object.Value) (object.Value, error) {
	for i := h.ListLen(list)/2 - 1; i >= 0; i-- {
		h.CheckStopAt(i)
		if err := o.up(h, list, i); err != nil {
			return object.Null, err
		}
	}
	return object.None, nil
}
