// Package types is the analysis that finds what is known of every value: guest
// types, constants, integer ranges. It is the dataflow half of type
// propagation; passes typeprop, guardelim, constprop and unbox use its result.
//
// Facts are elements of ir.Fact's lattice. The analysis is optimistic: a
// parameter of a loop starts as impossible and grows by what the edges bring,
// until nothing changes, so that what holds before the loop and is kept by its
// body is found to hold inside. Ranges that keep growing are widened to the
// bounds of int64. (Kildall 1973; Wegman and Zadeck 1991 without the
// reachability half: regions have few branches, and guards leave rather than
// branch.)
//
//	facts := analysis.Get(c, types.Analysis)
//	if facts.Of(v).Types.Within(intType) { … }
//
// The package must not know any guest: constants and box types come from
// ir.Words.
package types

import (
	"math"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/ir"
)

// Analysis computes Facts.
var Analysis = &analysis.Analysis[Facts]{
	Name:    "types",
	Compute: func(c *analysis.Cache, out *Facts) { Compute(c.F, out) },
}

// Facts holds what is known of each value of a function.
type Facts struct {
	of    []ir.Fact // by value id
	words ir.Words
	args  []ir.Fact
	boxes [3]ir.TypeSet // guest types of boxed I64, F64, Bool
	tail  tail          // of the join that EachLoss looks at

	consts []ir.Fact // of the constants of a use of a function, in their order
	fn     *ir.Func
	use    uint64
}

// Of returns what is known of v: nothing of values made since the analysis,
// apart from constants.
func (f *Facts) Of(v *ir.Value) ir.Fact {
	switch {
	case int(v.ID) < len(f.of):
		return f.of[v.ID]
	case v.IsConst():
		return f.constant(v)
	}
	return ir.Top
}

// rounds after which a parameter's range that still grows is widened.
const widenAfter = 2

// Compute analyses fn.
func Compute(fn *ir.Func, f *Facts) {
	if cap(f.of) < fn.NumValues() {
		f.of = make([]ir.Fact, fn.NumValues()+fn.NumValues()/4)
	}
	f.of = f.of[:fn.NumValues()]
	clear(f.of)
	f.words = fn.Words
	f.boxes = [3]ir.TypeSet{ir.AnyType, ir.AnyType, ir.AnyType}
	if f.words != nil {
		f.boxes[0], f.boxes[1], f.boxes[2] = f.words.Boxes()
	}
	f.constants(fn)
	// In the order of the blocks values stand behind what they depend on, but for
	// what back edges bring to parameters. So what stands before the first block
	// whose parameters have changed need not be looked at again.
	for round, from := 0, 0; from < len(fn.Blocks); round++ {
		for i, b := range fn.Blocks[from:] {
			if i > 0 || round == 0 {
				f.params(b, round)
			}
			for v := b.First(); v != nil; v = v.Next() {
				if v.Type != ir.Void && v.Type != ir.State {
					f.of[v.ID] = f.transfer(fn, v)
				}
			}
		}
		for from = 0; from < len(fn.Blocks) && !f.params(fn.Blocks[from], round+1); from++ {
		}
	}
}

// constants finds the facts of constants that are new since the last time.
func (f *Facts) constants(fn *ir.Func) {
	if f.fn != fn || f.use != fn.Use() {
		f.fn, f.use, f.consts = fn, fn.Use(), f.consts[:0]
	}
	for i, c := range fn.Consts() {
		if i == len(f.consts) {
			f.consts = append(f.consts, f.constant(c))
		}
		f.of[c.ID] = f.consts[i]
	}
}

// params joins what the edges bring to the parameters of a block and reports
// whether a fact grew.
func (f *Facts) params(b *ir.Block, round int) (changed bool) {
	for i, p := range b.Params {
		changed = f.param(b, i, p, round) || changed
	}
	return changed
}

func (f *Facts) constant(c *ir.Value) ir.Fact {
	fact := ir.ConstFact(uint64(c.Aux))
	switch c.Op {
	case ir.OpConstRef:
		if f.words != nil {
			k := f.words.Fact(uint64(c.Aux))
			k.Const, k.Word = true, uint64(c.Aux)
			return k
		}
	case ir.OpConstI64, ir.OpConstBool:
		fact.Lo, fact.Hi = c.Aux, c.Aux
	}
	return fact
}

// param joins what the edges bring to a parameter and reports whether the
// fact grew.
func (f *Facts) param(b *ir.Block, i int, p *ir.Value, round int) bool {
	old := f.of[p.ID]
	fact := old
	for _, pred := range b.Preds {
		for k := range pred.Succs {
			if e := &pred.Succs[k]; e.To == b {
				fact.Add(&f.of[ir.Resolve(e.Args[i]).ID])
			}
		}
	}
	if fact == old {
		return false
	}
	if round >= widenAfter && !old.IsBottom() {
		if fact.Lo < old.Lo {
			fact.Lo = math.MinInt64
		}
		if fact.Hi > old.Hi {
			fact.Hi = math.MaxInt64
		}
	}
	f.of[p.ID] = fact
	return true
}

// transfer computes what is known of an operation's result.
func (f *Facts) transfer(fn *ir.Func, v *ir.Value) ir.Fact {
	arg := func(i int) ir.Fact { return f.of[ir.Resolve(v.Args[i]).ID] }
	switch v.Op {
	case ir.OpCopy:
		return arg(0)
	case ir.OpEntry:
		if i := int(v.Aux); i < len(fn.EntryFacts) {
			return fn.EntryFacts[i]
		}
		return ir.Top
	case ir.OpGuardType:
		return arg(0).Guarded(v.TypeSet())
	case ir.OpGuardFact:
		return f.claimed(v.Claim(), arg(0))
	case ir.OpGuardI64, ir.OpUnboxI64:
		return f.unboxInt(arg(0))
	case ir.OpGuardU64:
		return natural(arg(0))
	case ir.OpLowI64:
		return f.low(arg(0))
	case ir.OpI2U:
		return natural(arg(0))
	case ir.OpU2I:
		return bitsOf(arg(0))
	case ir.OpBoxU64:
		return f.boxNatural(arg(0))
	case ir.OpUnboxF64:
		return f.unboxConst(arg(0), func(w uint64) (uint64, bool) {
			x, ok := f.words.UnboxF64(w)
			return math.Float64bits(x), ok
		})
	case ir.OpUnboxBool:
		return ir.Meet(ir.RangeFact(0, 1), f.unboxConst(arg(0), func(w uint64) (uint64, bool) {
			b, ok := f.words.UnboxBool(w)
			if b {
				return 1, ok
			}
			return 0, ok
		}))
	case ir.OpBoxI64:
		return f.boxInt(arg(0))
	case ir.OpBoxF64:
		return f.boxConst(arg(0), ir.TypesFact(f.boxes[1]), func(w uint64) (uint64, bool) {
			return f.words.BoxF64(math.Float64frombits(w)), true
		})
	case ir.OpBoxBool:
		return f.boxConst(arg(0), ir.TypesFact(f.boxes[2]), func(w uint64) (uint64, bool) { return f.words.BoxBool(w != 0), true })
	}
	if v.Op == ir.OpSame && f.differ(arg(0), arg(1)) {
		return ir.ConstFact(0)
	}
	row := fn.Row(v)
	if v.Op == ir.OpNew {
		row = fn.Ops.Row(v.NewOp())
	}
	if v.Op != ir.OpNew && row.Infer != nil {
		f.args = f.args[:0]
		for i := range v.Args {
			f.args = append(f.args, arg(i))
		}
		return row.Infer(v, f.args)
	}
	switch v.Type {
	case ir.Ref:
		known := row.Types
		if v.Op != ir.OpNew {
			known = fn.Ops.Types(v)
		}
		k := ir.TypesFact(known)
		k.NotNull = known != ir.AnyType
		return k
	case ir.Bool:
		k := f.integer(v, arg)
		if k.Lo < 0 || k.Hi > 1 {
			k = ir.Meet(ir.RangeFact(0, 1), k)
		}
		return k
	case ir.I64:
		return f.integer(v, arg)
	}
	return ir.Top
}

// differ reports whether two words are different ones for certain: those of objects of
// different types, or of an object and of none.
func (f *Facts) differ(a, c ir.Fact) bool {
	switch {
	case a.IsBottom() || c.IsBottom() || f.words == nil:
		return false
	case a.NotNull && c.NotNull:
		return a.Types&c.Types == 0
	}
	return a.NotNull && c.Const || a.Const && c.NotNull // the constant refers to no object
}

// claimed returns what is known of a value behind a guard.fact.
func (f *Facts) claimed(c ir.Claim, a ir.Fact) ir.Fact {
	g := ir.Top
	if w, ok := f.words.(ir.ClaimWords); ok {
		g = w.Shown(c)
	}
	if c.Has(ir.Version) {
		g.Version = c
	}
	return ir.Meet(a, g)
}

// unboxConst returns the fact of an unboxed number: constant if the word is.
func (f *Facts) unboxConst(a ir.Fact, number func(uint64) (uint64, bool)) ir.Fact {
	if a.IsBottom() {
		return a
	}
	if a.Const && f.words != nil {
		if n, ok := number(a.Word); ok {
			return ir.ConstFact(n)
		}
	}
	return ir.Top
}

func (f *Facts) unboxInt(a ir.Fact) ir.Fact {
	if a.IsBottom() {
		return a
	}
	k := ir.RangeFact(a.Lo, a.Hi)
	if a.Const && f.words != nil {
		if n, ok := f.words.UnboxI64(a.Word); ok {
			k = ir.RangeFact(n, n)
			k.Const, k.Word = true, uint64(n)
		}
	}
	return k
}

// natural bounds a number from 0 to 2^64−1 with the bits of an I64, or in a Ref.
func natural(a ir.Fact) ir.Fact {
	switch {
	case a.IsBottom():
		return a
	case a.Lo >= 0:
		return ir.RangeFact(a.Lo, a.Hi) // not constant: there are no constants of U64
	}
	return ir.RangeFact(0, math.MaxInt64)
}

// bitsOf bounds the bits of a U64 as an I64.
func bitsOf(a ir.Fact) ir.Fact {
	switch {
	case a.IsBottom():
		return a
	case a.Lo >= 0 && a.Hi < math.MaxInt64:
		return constant(ir.RangeFact(a.Lo, a.Hi))
	}
	return ir.Top
}

// low bounds the low bits of an int.
func (f *Facts) low(a ir.Fact) ir.Fact {
	switch {
	case a.IsBottom():
		return a
	case a.Const:
		if w, ok := f.words.(ir.WideWords); ok {
			if n, ok := w.Low64(a.Word); ok {
				return constant(ir.RangeFact(int64(n), int64(n)))
			}
		}
	case a.Small:
		return ir.RangeFact(a.Lo, a.Hi)
	}
	return ir.Top
}

func (f *Facts) boxNatural(a ir.Fact) ir.Fact {
	if a.IsBottom() {
		return a
	}
	k := ir.TypesFact(f.boxes[0])
	k.NotNull, k.U64 = true, true
	if a.Lo >= 0 && a.Hi < math.MaxInt64 {
		k.Lo, k.Hi, k.Small = a.Lo, a.Hi, true
	}
	return k
}

func (f *Facts) boxInt(a ir.Fact) ir.Fact {
	k := ir.TypesFact(f.boxes[0])
	k.Lo, k.Hi, k.Small = a.Lo, a.Hi, true
	return f.boxConst(a, k, func(w uint64) (uint64, bool) { return f.words.Int(int64(w)) })
}

// boxConst completes the fact of a box: if the number is constant, so is it.
func (f *Facts) boxConst(a, k ir.Fact, word func(uint64) (uint64, bool)) ir.Fact {
	k.NotNull = true
	if a.IsBottom() {
		return a
	}
	if a.Const && f.words != nil {
		if w, ok := word(a.Word); ok {
			k.Const, k.Word = true, w
		}
	}
	return k
}
