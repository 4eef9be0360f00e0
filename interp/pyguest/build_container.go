package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// containerRules: subscripts, displays, iteration, unpacking, strings.
func (p *py) containerRules() map[uop.ID]build.Rule {
	subscript := func(name string) build.Rule {
		ops := map[sign]ir.Op{natural: p.mustOp(name), fromEnd: p.mustOp(name + string(fromEnd))}
		return func(b *build.Builder, u *uop.Inst) error {
			i, s := b.Pop(), b.Pop()
			b.Push(b.Effect(ops[signOf(u)], 0, s, i))
			return nil
		}
	}
	plain := func(name string, n int) build.Rule {
		op := p.mustOp(name)
		return func(b *build.Builder, u *uop.Inst) error { return p.helper(b, op, 0, n) }
	}
	// into adds popped operands to the container that lies depth entries below
	// the top once they are popped.
	into := func(name string, n int) build.Rule {
		op := p.mustOp(name)
		return func(b *build.Builder, u *uop.Inst) error {
			args := make([]*ir.Value, n+1)
			for i := n; i >= 1; i-- {
				args[i] = b.Pop()
			}
			args[0] = b.Peek(int(u.Oparg) - 1)
			b.Effect(op, 0, args...)
			return nil
		}
	}
	return map[uop.ID]build.Rule{
		cpython.BINARY_OP_SUBSCR_LIST_INT:   subscript("list.getitem"),
		cpython.BINARY_OP_SUBSCR_TUPLE_INT:  p.tupleItem(subscript("tuple.getitem")),
		cpython.BINARY_OP_SUBSCR_STR_INT:    subscript("str.getitem"),
		cpython.BINARY_OP_SUBSCR_DICT:       plain("dict.getitem", 2),
		cpython.BINARY_OP_SUBSCR_LIST_SLICE: p.getItem,
		cpython.BINARY_SLICE: func(b *build.Builder, u *uop.Inst) error {
			stop, start, s := b.Pop(), b.Pop(), b.Pop()
			b.Push(b.Effect(p.mustOp("py.getslice"), 0, s, start, stop, p.word(b, object.None)))
			return nil
		},
		cpython.STORE_SUBSCR_LIST_INT: func(b *build.Builder, u *uop.Inst) error {
			i, s, x := b.Pop(), b.Pop(), b.Pop()
			b.Effect(p.mustOp("list.setitem"+string(signOf(u))), 0, s, i, x)
			return nil
		},
		cpython.STORE_SUBSCR: p.storeSubscr,
		cpython.STORE_SUBSCR_DICT: func(b *build.Builder, u *uop.Inst) error {
			k, d, x := b.Pop(), b.Pop(), b.Pop()
			b.Effect(p.mustOp("dict.setitem"), 0, d, k, x)
			return nil
		},
		cpython.DELETE_SUBSCR: plain("py.delitem", 2),
		cpython.STORE_SLICE: func(b *build.Builder, u *uop.Inst) error {
			stop, start, s, x := b.Pop(), b.Pop(), b.Pop(), b.Pop()
			b.Effect(p.mustOp("py.setslice"), 0, s, start, stop, p.word(b, object.None), x)
			return nil
		},

		cpython.BUILD_LIST:   p.display("py.list", 1),
		cpython.BUILD_TUPLE:  p.display("py.tuple", 1),
		cpython.BUILD_SET:    p.buildSet,
		cpython.BUILD_MAP:    p.dictDisplay,
		cpython.BUILD_STRING: p.display("py.string", 1),
		cpython.BUILD_SLICE: func(b *build.Builder, u *uop.Inst) error {
			step := p.word(b, object.None)
			if u.Oparg == 3 {
				step = b.Pop()
			}
			stop, start := b.Pop(), b.Pop()
			b.Push(b.Add(p.mustOp("py.newslice"), start, stop, step))
			return nil
		},
		cpython.LIST_APPEND: into("list.append", 1),
		cpython.LIST_EXTEND: into("py.listextend", 1),
		cpython.SET_ADD:     into("py.setadd", 1),
		cpython.SET_UPDATE:  into("py.setupdate", 1),
		cpython.MAP_ADD:     into("py.mapadd", 2),
		cpython.DICT_UPDATE: into("py.dictupdate", 1),
		cpython.DICT_MERGE: func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 == MergesNothing {
				from := b.GuardType(b.Peek(0), tDict)
				p.ofLength(b, from, length(object.OffDictUsed, clsHeap), 0)
				b.Pop()
				return nil
			}
			if u.Operand0 == MergesNames {
				if ok, err := p.mergeNames(b, u); ok || err != nil {
					return err
				}
			}
			from := b.Pop()
			b.Effect(p.mustOp("py.dictmerge"), 0, b.Peek(int(u.Oparg)+2), b.Peek(int(u.Oparg)-1), from)
			return nil
		},

		cpython.GET_ITER:          p.getIter,
		cpython.FOR_ITER_TIER_TWO: p.forIter,
		cpython.GUARD_NOT_EXHAUSTED_RANGE: func(b *build.Builder, u *uop.Inst) error {
			next := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffRangeIterNext, clsRangeNext), b.Peek(0))
			end := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffRangeIterEnd, clsRangeEnd), b.Peek(0))
			b.SideExit(b.Add(ir.OpNe, next, end), true, u.Target)
			return nil
		},
		cpython.ITER_NEXT_RANGE:           p.nextRange,
		cpython.GUARD_NOT_EXHAUSTED_LIST:  p.notExhausted(length(object.OffListLen, clsListLen)),
		cpython.GUARD_NOT_EXHAUSTED_TUPLE: p.notExhausted(tupleLen),
		cpython.ITER_NEXT_LIST_TIER_TWO: func(b *build.Builder, u *uop.Inst) error {
			seq, i := p.advance(b)
			items := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), seq)
			b.Push(b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffArrayItems, clsElems), items, i))
			return nil
		},
		cpython.ITER_NEXT_TUPLE: func(b *build.Builder, u *uop.Inst) error {
			seq, i := p.advance(b)
			b.Push(b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffTupleItems, clsTuple), seq, i))
			return nil
		},

		cpython.UNPACK_SEQUENCE_TWO_TUPLE: p.unpackTuple,
		cpython.UNPACK_SEQUENCE_TUPLE:     p.unpackTuple,
		cpython.UNPACK_SEQUENCE_LIST:      p.unpackList,
		cpython.UNPACK_SEQUENCE: func(b *build.Builder, u *uop.Inst) error {
			t := b.Effect(p.mustOp("py.unpack"), int64(u.Oparg), b.Pop())
			p.pushItems(b, t, object.OffTupleItems, clsTuple, int(u.Oparg))
			return nil
		},

		cpython.FORMAT_SIMPLE: func(b *build.Builder, u *uop.Inst) error {
			if b.KnownType(b.Peek(0)).Within(tStr) {
				return nil
			}
			b.Push(b.Effect(p.mustOp("py.format"), 0, b.Pop(), p.word(b, object.Null)))
			return nil
		},
		cpython.FORMAT_WITH_SPEC: plain("py.format", 2),
		cpython.CONVERT_VALUE: func(b *build.Builder, u *uop.Inst) error {
			return p.helper(b, p.mustOp("py.convert"), int64(u.Oparg), 1)
		},
		cpython.MATCH_SEQUENCE: p.collects("py.matchseq", object.SequenceFlag),
		cpython.MATCH_MAPPING:  p.collects("py.matchmap", object.MappingFlag),
		cpython.MATCH_KEYS: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Effect(p.mustOp("py.matchkeys"), 0, b.Peek(1), b.Peek(0)))
			return nil
		},
		cpython.MATCH_CLASS: p.matchClass,
		cpython.GET_LEN:     p.getLen,
	}
}

// buildSet makes a set and adds the elements, first to last.
func (p *py) buildSet(b *build.Builder, u *uop.Inst) error {
	items := make([]*ir.Value, u.Oparg)
	for i := len(items) - 1; i >= 0; i-- {
		items[i] = b.Pop()
	}
	s := b.Effect(p.mustOp("py.newset"), 0)
	for _, x := range items {
		b.Effect(p.mustOp("py.setadd"), 0, s, x)
	}
	b.Push(s)
	return nil
}

// newSlice returns the slice object that the trace has made and v is, nil if it is
// none. What reads it may take its members: nothing has seen the object yet.
func (p *py) newSlice(v *ir.Value) *ir.Value {
	for v.Op == ir.OpGuardType {
		v = v.Args[0]
	}
	if v.Op != p.mustOp("py.newslice") {
		return nil
	}
	return v
}

// getItem: container, key.
func (p *py) getItem(b *build.Builder, u *uop.Inst) error {
	k, s := b.Pop(), b.Pop()
	if m := p.newSlice(k); m != nil {
		b.Push(b.Effect(p.mustOp("py.getslice"), 0, s, m.Args[0], m.Args[1], m.Args[2]))
		return nil
	}
	b.Push(b.Effect(p.mustOp("py.getitem"), 0, s, k))
	return nil
}

// tupleItem reads an element of a tuple; at a constant index it is a field, so that
// the tuple need not be made if the trace makes it.
func (p *py) tupleItem(other build.Rule) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		i := b.Peek(0)
		if !i.IsConst() {
			return other(b, u)
		}
		k, ok := wordsOf(p.h).UnboxI64(i.Word())
		if !ok || k < 0 || k > maxIndex {
			return other(b, u)
		}
		t := b.Peek(1)
		n := b.AddTyped(ir.OpLoad, ir.I64, tupleLen, t)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpUlt, b.F.ConstI64(k), n))
		b.Pop()
		b.Poke(0, b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(k), clsTuple), t))
		return nil
	}
}

// maxIndex bounds the constant indexes that are fields.
const maxIndex = 1 << 10

// storeSubscr: value, container, key.
func (p *py) storeSubscr(b *build.Builder, u *uop.Inst) error {
	if p.setNumberItem(b, u) {
		return nil
	}
	k, s, x := b.Pop(), b.Pop(), b.Pop()
	if m := p.newSlice(k); m != nil {
		b.Effect(p.mustOp("py.setslice"), 0, s, m.Args[0], m.Args[1], m.Args[2], x)
		return nil
	}
	b.Effect(p.mustOp("py.setitem"), 0, s, k, x)
	return nil
}

// display builds a container of oparg·per stack entries.
func (p *py) display(name string, per int) build.Rule {
	op := p.mustOp(name)
	return func(b *build.Builder, u *uop.Inst) error {
		n := int(u.Oparg) * per
		if n > maxArgs {
			return b.Abort(AbortTooManyOperands, name)
		}
		if n == 0 && name == "py.tuple" {
			b.Push(p.word(b, p.h.NewTuple()))
			return nil
		}
		return p.helper(b, op, 0, n)
	}
}

// dictDisplay is BUILD_MAP. Keys that are different constant strs need no Python to be compared.
func (p *py) dictDisplay(b *build.Builder, u *uop.Inst) error {
	n := 2 * int(u.Oparg)
	if n > maxArgs {
		return b.Abort(AbortTooManyOperands, "dict")
	}
	items := topmost(b, 0, n)
	seen := map[object.Value]bool{}
	for i := 0; i < n; i += 2 {
		k := ir.Resolve(items[i])
		if !k.IsConst() || !p.h.Is(object.Value(k.Word()), object.StrType) || p.h.InternValue(object.Value(k.Word())) != object.Value(k.Word()) {
			return p.helper(b, p.mustOp("py.dict"), 0, n)
		}
		seen[object.Value(k.Word())] = true
	}
	if 2*len(seen) < n {
		return p.helper(b, p.mustOp("py.dict"), 0, n)
	}
	d := p.newDictOf(b, items)
	for range n {
		b.Pop()
	}
	b.Push(d)
	return nil
}

// nextRange takes the next number of a range iterator, of which there is one.
func (p *py) nextRange(b *build.Builder, u *uop.Inst) error {
	it := b.Peek(0)
	atNext := mem(object.OffRangeIterNext, clsRangeNext)
	next := b.AddTyped(ir.OpLoad, ir.I64, atNext, it)
	step := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffRangeIterStep, clsRangeStep), it)
	b.AddTyped(ir.OpStore, ir.Void, atNext, it, b.Add(ir.OpAdd, next, step))
	b.Push(b.Add(ir.OpBoxI64, next))
	return nil
}

// notExhausted leaves behind the loop when a list or tuple iterator is at its end. What it goes over is a list or tuple, or an
// instance of a class that derives from that; of an iterator that has ended before it is Null, whose length is 0.
func (p *py) notExhausted(size int64) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		it := b.Peek(0)
		seq := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffSeqIterSeq, clsSeqIter), it)
		i := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffSeqIterIndex, clsSeqIndex), it)
		n := b.AddTyped(ir.OpLoad, ir.I64, size, seq)
		b.SideExit(b.Add(ir.OpUlt, i, n), true, u.Target)
		return nil
	}
}

// takenRules has what happens when a loop ends: an iterator over a list or tuple
// loses its sequence, so that it stays at its end.
func (p *py) takenRules() []build.Rule {
	ends := []uop.ID{cpython.GUARD_NOT_EXHAUSTED_LIST, cpython.GUARD_NOT_EXHAUSTED_TUPLE, cpython.SEND_NEXT}
	rules := make([]build.Rule, slices.Max(ends)+1)
	for _, id := range ends {
		rules[id] = func(b *build.Builder, u *uop.Inst) error {
			n, ok := EndsSequence(u)
			if it := b.Peek(n); ok && !b.F.Row(it).Sinks() { // something else may hold it
				b.AddTyped(ir.OpStore, ir.Void, mem(object.OffSeqIterSeq, clsSeqIter), it, p.word(b, object.Null))
			}
			return nil
		}
	}
	return rules
}

// EndsSequence reports whether the branch of a micro-op is the end of an iterator over a list or tuple, which lies n below the top.
func EndsSequence(u *uop.Inst) (n int, ok bool) {
	switch u.Op {
	case cpython.GUARD_NOT_EXHAUSTED_LIST, cpython.GUARD_NOT_EXHAUSTED_TUPLE:
		return 0, true
	case cpython.SEND_NEXT:
		return 1, iterKind(u.Operand0) < rangeIter
	}
	return 0, false
}

// advance returns a list or tuple iterator's sequence and index, and moves it
// on.
func (p *py) advance(b *build.Builder) (seq, i *ir.Value) {
	it := b.Peek(0)
	seq = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffSeqIterSeq, clsSeqIter), it)
	i = b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffSeqIterIndex, clsSeqIndex), it)
	b.AddTyped(ir.OpStore, ir.Void, mem(object.OffSeqIterIndex, clsSeqIndex), it, b.Add(ir.OpAdd, i, b.F.ConstI64(1)))
	return seq, i
}

// pushItems pushes n elements, the first one last.
func (p *py) pushItems(b *build.Builder, s *ir.Value, off uintptr, class uint8, n int) {
	for i := n - 1; i >= 0; i-- {
		b.Push(b.AddTyped(ir.OpLoad, ir.Ref, mem(off+8*uintptr(i), class), s))
	}
}

// ofLength leaves unless a sequence has n elements.
func (p *py) ofLength(b *build.Builder, s *ir.Value, size int64, n int) {
	have := b.AddTyped(ir.OpLoad, ir.I64, size, s)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, have, b.F.ConstI64(int64(n))))
}

func (p *py) unpackTuple(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	t := b.Peek(0)
	p.ofLength(b, t, tupleLen, n)
	b.Pop()
	p.pushItems(b, t, object.OffTupleItems, clsTuple, n)
	return nil
}

func (p *py) unpackList(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	l := b.Peek(0)
	p.ofLength(b, l, length(object.OffListLen, clsListLen), n)
	b.Pop()
	items := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), l)
	p.pushItems(b, items, object.OffArrayItems, clsElems, n)
	return nil
}
