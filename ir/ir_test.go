package ir

import (
	"slices"
	"testing"
	"unsafe"
)

func TestCoreOrder(t *testing.T) {
	if len(coreRows) != int(FirstGuestOp) {
		t.Fatalf("%d rows for %d operations", len(coreRows), FirstGuestOp)
	}
	for i := range coreRows {
		if coreRows[i].Name == "" {
			t.Errorf("operation %d has no row", i)
		}
	}
}

// sum builds b0: jump b1(n, 0); b1(i, s): s' = s+i; i' = i-1; guard i' > 0; loop.
func sum(f *Func) (loop *Block, i, s, add *Value) {
	f.AddFrame(Frame{Name: "sum", NumLocals: 2, NumSlots: 2})
	b0, b1 := f.NewBlock(), f.NewBlock()
	f.SetLoop(b1, true)
	c := f.AtEnd(b0)
	n := c.AddAux(OpSlot, 0)
	i, s = f.NewParam(b1, I64), f.NewParam(b1, I64)
	st := c.AddAux(OpState, StateAux(0, 0, 12), nil, nil, nil)
	c.Jump(b1, c.AddGuard(OpGuardI64, 0, st, Deopt, n), f.ConstI64(0))
	c = f.AtEnd(b1)
	add = c.Add(OpAdd, s, i)
	dec := c.Add(OpSub, i, f.ConstI64(1))
	st = c.AddAux(OpState, StateAux(0, 0, 14), nil, dec, add)
	c.AddGuard(OpGuardTrue, 0, st, Side, c.Add(OpGt, dec, f.ConstI64(0)))
	c.Jump(b1, dec, add)
	return b1, i, s, add
}

func TestReplaceWhileIterating(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	b, i, s, add := sum(f)
	seen := 0
	for v := range b.Values() {
		seen++
		if v == add { // s + i becomes i + s, inserted in front
			f.Replace(v, f.Before(v).Add(OpAdd, i, s))
			continue
		}
		for _, a := range v.Args {
			if a == add || a != nil && a.Op == OpCopy {
				t.Errorf("%v still refers to the replaced value", v)
			}
		}
	}
	if seen != 6 {
		t.Errorf("visited %d values, want 6", seen)
	}
	if got := b.Succs[0].Args[1]; got.Op != OpAdd || got.Args[0] != i {
		t.Errorf("the back edge passes %v %v", got, got.Op)
	}
}

// TestRemoveParamOfBranch: both edges of a branch may lead to a block.
func TestRemoveParamOfBranch(t *testing.T) {
	f := NewFunc("f", CoreOps, nil)
	from, to := f.NewBlock(), f.NewBlock()
	for range 3 {
		f.NewParam(to, I64)
	}
	args := []*Value{f.ConstI64(1), f.ConstI64(2), f.ConstI64(3)}
	f.AtEnd(from).Branch(f.ConstBool(true), Edge{To: to, Args: slices.Clone(args)}, Edge{To: to, Args: slices.Clone(args)})
	f.RemoveParam(to, 1)
	for _, e := range from.Succs {
		if len(e.Args) != 2 || e.Args[0] != args[0] || e.Args[1] != args[2] {
			t.Errorf("an edge gives %v", e.Args)
		}
	}
}

func TestRemoveDropsExits(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	b, _, _, _ := sum(f)
	for v := range b.Values() {
		if v.Op == OpGuardTrue {
			x := v.Exits[Before]
			f.Remove(v)
			if x.Owner != nil {
				t.Error("the exit of a removed guard has an owner")
			}
		}
	}
	if b.Last().Op != OpJump {
		t.Error("the terminator is gone")
	}
}

func TestParams(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	b, i, s, _ := sum(f)
	f.ReplaceParam(i, f.ConstI64(7))
	f.Settle()
	if len(b.Params) != 1 || s.Aux != 0 || len(f.Blocks[0].Succs[0].Args) != 1 || len(b.Succs[0].Args) != 1 {
		t.Error("removing a parameter left arguments behind")
	}
	for v := range b.Values() {
		for _, a := range v.Args {
			if a == i {
				t.Error("use of a removed parameter")
			}
		}
	}
}

func TestEpochs(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	b, _, _, add := sum(f)
	v0, c0 := f.Epoch()
	for range b.Values() {
	}
	if v, c := f.Epoch(); v != v0 || c != c0 {
		t.Error("reading changed the epochs")
	}
	f.Replace(add, f.ConstI64(1))
	if v, c := f.Epoch(); v == v0 || c != c0 {
		t.Error("Replace must change the values' epoch and not the graph's")
	}
	f.NewBlock()
	if _, c := f.Epoch(); c == c0 {
		t.Error("NewBlock must change the graph's epoch")
	}
}

// TestReset checks that a function's memory is used again and comes back clean.
func TestReset(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	for range 3 {
		sum(f)
		f.Reset("again")
	}
	allocs := testing.AllocsPerRun(100, func() {
		sum(f)
		f.Reset("again")
	})
	if allocs > 0 {
		t.Errorf("%v allocations a build in steady state", allocs)
	}
	f.Reset("x")
	if b := f.NewBlock(); b.First() != nil || len(b.Preds)+len(b.Params)+len(b.Succs) != 0 {
		t.Error("a block came back dirty")
	}
}

func TestLattice(t *testing.T) {
	a, b := RangeFact(0, 10), RangeFact(5, 20)
	if j := Join(a, b); j.Lo != 0 || j.Hi != 20 {
		t.Error("join of ranges")
	}
	if m := Meet(a, b); m.Lo != 5 || m.Hi != 10 {
		t.Error("meet of ranges")
	}
	if Join(Fact{}, a) != a || !Meet(Fact{}, a).IsBottom() {
		t.Error("bottom")
	}
	c := ConstFact(7)
	if j := Join(c, ConstFact(8)); j.Const {
		t.Error("join of two constants")
	}
	if m := Meet(Top, c); !m.Const || m.Word != 7 {
		t.Error("meet with a constant")
	}
}

// TestSlab: a function has room for any number of values, small ones take little, and each has its own place.
func TestSlab(t *testing.T) {
	f := NewFunc("t", CoreOps, nil)
	c := f.AtEnd(f.NewBlock())
	first := c.AddAux(OpSlot, 0)
	small := f.Bytes()
	if small > 16<<10 {
		t.Errorf("a function of one value takes %d bytes", small)
	}
	const n = 100_000
	for i := range n {
		c.AddAux(OpSlot, int64(i+1))
	}
	i := int64(0)
	for v := range f.Entry().Values() {
		if v.Aux != i {
			t.Fatalf("value %d has number %d", i, v.Aux)
		}
		i++
	}
	if got := f.Bytes() - small; first.Aux != 0 || i != n+1 || got < n*int(unsafe.Sizeof(*first)) || got > 2*n*int(unsafe.Sizeof(*first)) {
		t.Errorf("%d values take %d bytes", i, got)
	}
}

func BenchmarkBuild(b *testing.B) {
	f := NewFunc("t", CoreOps, nil)
	b.ReportAllocs()
	for b.Loop() {
		sum(f)
		f.Reset("again")
	}
}
