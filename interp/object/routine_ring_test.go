package object

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/opgen/mem"
)

// ring returns a ring of few slots, which is full often; or seldom something else.
func (r *randomValues) ring() Value {
	if r.rng.IntN(8) == 0 {
		return r.item()
	}
	if r.ringType == nil {
		r.ringType = r.h.RegisterType(&Type{Name: "ring", Size: RingSize, Ring: true, Slots: Slots{
			GetItem: func(h *Heap, d, key Value) (Value, error) {
				i, err := h.Ssize(key)
				items := ringItems(h, d)
				if i < 0 {
					i += len(items)
				}
				return items[i], err
			},
			Iter: func(h *Heap, d Value) (Value, error) {
				it := h.NewObject(h.RefType(d)+1, RingIterSize)
				h.SetField(it, OffRingIterOf, d)
				h.SetWord(it, OffRingIterIndex, 0)
				h.SetWord(it, OffRingIterLeft, h.Word(d, OffRingLen))
				h.SetWord(it, OffRingIterState, h.Word(d, OffRingState))
				return it, nil
			},
			Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
				if h.TypeOf(a) != h.TypeOf(b) {
					return NotImplemented, nil
				}
				return h.Compare(op, h.NewList(ringItems(h, a)...), h.NewList(ringItems(h, b)...))
			},
		}})
		r.h.RegisterType(&Type{Name: "ring iterator", RingIter: true}) // right behind it
		consistsOf[r.ringType.ID] = []uintptr{OffRingList}
	}
	room := []int{8, 8, 8, 16, 32}[r.rng.IntN(5)]
	n := []int{r.rng.IntN(room + 1), room, room - 1}[r.rng.IntN(3)]
	items, head := make([]Value, room), r.rng.IntN(room)
	r.last = nil
	for i := range items {
		at := (head + i) % room
		if items[at] = None; i < n {
			items[at] = r.item()
			r.last = append(r.last, items[at])
		}
	}
	d := r.h.NewObject(r.ringType.ID, RingSize)
	r.h.SetField(d, OffRingList, r.h.NewList(items...))
	r.h.SetWord(d, OffRingHead, uint64(head))
	r.h.SetWord(d, OffRingLen, uint64(n))
	r.h.SetWord(d, OffRingMax, ^uint64(0))
	if r.rng.IntN(3) == 0 {
		r.h.SetWord(d, OffRingMax, uint64(n+r.rng.IntN(3)))
	}
	r.h.SetWord(d, OffRingState, 5)
	return d
}

// likeRing returns a ring that may have the elements of the last container.
func (r *randomValues) likeRing() Value {
	items := slices.Clone(r.last)
	d := r.ring()
	if r.ringType == nil || !r.h.Is(d, r.ringType.ID) || r.rng.IntN(4) == 0 {
		return d
	}
	list := r.h.Field(d, OffRingList)
	room, head := r.h.ListLen(list), int(r.h.Word(d, OffRingHead))
	if len(items) <= room {
		r.h.SetWord(d, OffRingLen, uint64(len(items)))
		for i, x := range items {
			r.h.ListItems(list)[(head+i)%room] = x
		}
	}
	return d
}

// turns returns by how much rings are rotated.
func (r *randomValues) turns() Value {
	if r.rng.IntN(12) == 0 {
		return r.item()
	}
	return SmallInt(int64(r.rng.IntN(40) - 20))
}

// ringItems are a ring's elements.
func ringItems(h *Heap, d Value) []Value {
	slots, head, n := h.ListItems(h.Field(d, OffRingList)), int(h.Word(d, OffRingHead)), int(h.Word(d, OffRingLen))
	items := make([]Value, n)
	for i := range items {
		items[i] = slots[(head+i)%len(slots)]
	}
	return items
}

// A ringChange is an operation of a ring: how it is done once, and what it leaves of the elements of one that has at most so many.
type ringChange struct {
	routine  string
	once     func(m mem.Mem, x []mem.Ref) (mem.Ref, bool)
	elements func(h *Heap, items []Value, most int, args []Value) []Value
	changes  bool // for iterators
}

// ringPlace is where an index is among n elements.
func ringPlace(k Value, n int) int {
	if i := int(k.Small()); i < 0 {
		return i + n
	} else {
		return i
	}
}

var ringChanges = []ringChange{
	{"deque.append", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeAppend(m, x[0], x[1])) },
		func(_ *Heap, items []Value, most int, args []Value) []Value {
			items = append(items, args[0])
			return items[max(0, len(items)-most):]
		}, true},
	{"deque.appendleft", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeAppendLeft(m, x[0], x[1])) },
		func(_ *Heap, items []Value, most int, args []Value) []Value {
			items = append([]Value{args[0]}, items...)
			return items[:min(most, len(items))]
		}, true},
	{"deque.extend", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeExtended(m, x[0], x[1])) },
		func(h *Heap, items []Value, most int, args []Value) []Value {
			items = append(items, h.sequenceItems(args[0])...)
			return items[max(0, len(items)-most):]
		}, true},
	{"deque.insert", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeInserted(m, x[0], x[1], x[2])) },
		func(_ *Heap, items []Value, _ int, args []Value) []Value {
			at := ringPlace(args[0], len(items))
			return slices.Insert(items, min(max(at, 0), len(items)), args[1])
		}, true},
	{"deque.remove", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeRemoved(m, x[0], x[1])) },
		func(h *Heap, items []Value, _ int, args []Value) []Value {
			i := slices.IndexFunc(items, func(e Value) bool { same, err := h.Same(e, args[0]); return same && err == nil })
			return slices.Delete(items, i, i+1)
		}, true},
	{"deque.rotate", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeRotated(m, x[0], x[1])) },
		func(_ *Heap, items []Value, _ int, args []Value) []Value {
			if len(items) == 0 {
				return items
			}
			n := len(items)
			at := ((n-int(args[0].Small()))%n + n) % n
			return append(slices.Clone(items[at:]), items[:at]...)
		}, false},
	{"deque.reverse", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeTurned(m, x[0])) },
		func(_ *Heap, items []Value, _ int, _ []Value) []Value { slices.Reverse(items); return items }, false},
	{"deque.clear", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dequeEmptied(m, x[0])) },
		func(*Heap, []Value, int, []Value) []Value { return nil }, true},
	{"deque.copy", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return dequeCopied(m, x[0]) },
		func(_ *Heap, items []Value, _ int, _ []Value) []Value { return items }, false},
	{"delitem", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(dropItem(m, x[0], x[1])) },
		func(_ *Heap, items []Value, _ int, args []Value) []Value {
			i := ringPlace(args[0], len(items))
			return slices.Delete(items, i, i+1)
		}, true},
	{"setitem", func(m mem.Mem, x []mem.Ref) (mem.Ref, bool) { return changed(putItem(m, x[0], x[1], x[2])) },
		func(_ *Heap, items []Value, _ int, args []Value) []Value {
			items[ringPlace(args[0], len(items))] = args[1]
			return items
		}, false},
}

// ringOperands are the operands of the operations that have others elsewhere.
var ringOperands = map[string][]func(*randomValues) Value{
	"delitem": {(*randomValues).ring, (*randomValues).turns}, "setitem": {(*randomValues).ring, (*randomValues).turns, (*randomValues).item},
}

// TestRings: an operation of a ring leaves the elements that a slice has behind the same, None in the slots without one, and tells
// iterators of what changes the order or number; one that gives up changes nothing.
func TestRings(t *testing.T) {
	h := newHeap(t, Options{})
	r := &randomValues{h: h, rng: rand.New(rand.NewPCG(5, 12))}
	for _, c := range ringChanges {
		makers := ringOperands[c.routine]
		if makers == nil {
			makers = writtenOnce[c.routine].operands
		}
		did := map[bool]int{}
		for range 2000 {
			m := h.Mark()
			r.windows()
			var args []Value
			var refs []mem.Ref
			for _, make := range makers {
				v := make(r)
				h.Push(v)
				args, refs = append(args, v), append(refs, mem.Ref(v))
			}
			d := args[0]
			if r.ringType == nil || !h.Is(d, r.ringType.ID) {
				h.Release(m)
				continue
			}
			before, state, most := ringItems(h, d), h.Word(d, OffRingState), int(h.Word(d, OffRingMax))
			if most < 0 {
				most = 1 << 20
			}
			x, ok := c.once(h.mem(), refs)
			did[ok]++
			want, of := before, d
			if ok {
				want = c.elements(h, slices.Clone(before), most, args[1:])
			}
			if c.routine == "deque.copy" && ok {
				of = Value(x)
			}
			if got := ringItems(h, of); !slices.Equal(got, want) {
				t.Fatalf("%s%x of %x leaves %x, not %x (done: %v)", c.routine, args[1:], before, got, want, ok)
			}
			slots := h.ListItems(h.Field(of, OffRingList))
			if len(slots)&(len(slots)-1) != 0 {
				t.Fatalf("%s: %d slots", c.routine, len(slots))
			}
			for i := len(want); i < len(slots); i++ {
				if x := slots[(int(h.Word(of, OffRingHead))+i)%len(slots)]; x != None {
					t.Fatalf("%s%x of %x leaves %#x behind the last element", c.routine, args[1:], before, uint64(x))
				}
			}
			if told := h.Word(d, OffRingState) != state; ok && c.changes && !slices.Equal(want, before) && !told || !ok && told {
				t.Fatalf("%s: iterators are told: %v (done: %v)", c.routine, told, ok)
			}
			h.Release(m)
		}
		if did[true] < 300 {
			t.Errorf("%s has given up %d times of %d", c.routine, did[false], did[false]+did[true])
		}
	}
}

// ringGeneral is a method of the list of a ring's elements.
func ringGeneral(name string) general {
	method := numberGeneral(name)
	return func(h *Heap, args []Value) (uint64, error) {
		return method(h, []Value{h.NewList(ringItems(h, args[0])...), args[1]})
	}
}

// gatherGeneral is a list of the elements of what is iterated over.
func gatherGeneral(h *Heap, args []Value) (uint64, error) {
	if h.TypeOf(args[0]).Ring {
		return uint64(h.NewList(ringItems(h, args[0])...)), nil
	}
	l, err := h.ListFromIter(args[0])
	return uint64(l), err
}
