// Package live is the analysis that finds which values each block needs from the
// blocks before it, and leaves to those behind it.
//
// A value is used by the operations that have it as an operand, by the edges that
// have it as an argument (at the end of the block that the edge leaves), and by
// the frame states that have it, through callers' states and the virtual objects
// that a state is made of: those are uses at the operation that leaves with the
// state, since that is where it is read. A frame state or virtual object itself
// lives nowhere, and neither does a constant. A parameter is made at its block's
// start: it is not among what the block needs.
//
// Each use is followed up to the value's definition, which dominates it: no
// iteration, every block is entered once for each value that it needs. Source:
// Brandner, Boissinot, Darte, Dupont de Dinechin, Rastello, Computing Liveness
// Sets for SSA-Form Programs (2011), path exploration by use.
//
//	sets := analysis.Get(c, live.Analysis)
//	if sets.In(loop.Header, v) { … } // v is needed in the loop
//
// The package must not know what operations compute, nor any guest or target.
package live

import (
	"iter"
	"math/bits"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// Analysis computes Sets.
var Analysis = &analysis.Analysis[Sets]{
	Name:    "live",
	Compute: func(c *analysis.Cache, out *Sets) { Compute(c.F, analysis.Get(c, dom.Analysis), out) },
}

// Sets holds, for each reachable block, the values that live at its start and at
// its end, as bits by value id.
type Sets struct {
	f     *ir.Func
	words int      // of a set
	in    []uint64 // by block id
	out   []uint64
	value []*ir.Value // by id, those in any set
	seen  []int32     // by value id of a state: the last block that it was walked for, counted from 1
	stack []*ir.Block
	state []*ir.Value
	tick  int32
}

// Compute finds what lives where in f; t is f's dominator tree.
func Compute(f *ir.Func, t *dom.Tree, s *Sets) {
	s.f, s.words = f, (f.NumValues()+63)/64
	s.in = dense.Cleared(s.in, s.words*f.NumBlocks())
	s.out = dense.Cleared(s.out, s.words*f.NumBlocks())
	s.value = dense.Cleared(s.value, f.NumValues())
	s.seen = dense.Cleared(s.seen, f.NumValues())
	s.tick = 0
	for _, b := range t.RPO() {
		s.tick++
		for v := b.First(); v != nil; v = v.Next() {
			if !virtual(v) {
				s.operands(v)
			}
		}
		for _, e := range b.Succs {
			for _, a := range e.Args {
				s.atEnd(ir.Resolve(a), b)
			}
		}
	}
}

// operands follows what an operation uses, its states' operands included.
func (s *Sets) operands(v *ir.Value) {
	for _, a := range v.Args {
		s.use(ir.Resolve(a), v.Block)
	}
	for _, x := range v.States {
		s.visit(ir.Resolve(x))
	}
	for len(s.state) > 0 {
		x := s.state[len(s.state)-1]
		s.state = s.state[:len(s.state)-1]
		for _, a := range x.Args {
			if a = ir.Resolve(a); a != nil && virtual(a) {
				s.visit(a)
			} else {
				s.use(a, v.Block)
			}
		}
	}
}

// virtual reports whether v is not computed, but described to exits.
func virtual(v *ir.Value) bool { return v.Op == ir.OpState || v.Op == ir.OpNew }

// visit puts a state or virtual object on the stack, once for each block that leaves with it.
func (s *Sets) visit(x *ir.Value) {
	if x != nil && s.seen[x.ID] != s.tick {
		s.seen[x.ID] = s.tick
		s.state = append(s.state, x)
	}
}

// use makes v live from its definition to block b.
func (s *Sets) use(v *ir.Value, b *ir.Block) {
	if v == nil || v.IsConst() || v.Block == b {
		return
	}
	s.value[v.ID] = v
	s.stack = s.stack[:0]
	s.begin(v, b)
	for len(s.stack) > 0 {
		b := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, p := range b.Preds {
			set(s.row(s.out, p), v)
			if p != v.Block {
				s.begin(v, p)
			}
		}
	}
}

// begin makes v live at the start of a block, which still has to be left upwards
// if that is news.
func (s *Sets) begin(v *ir.Value, b *ir.Block) {
	if row := s.row(s.in, b); !has(row, v) {
		set(row, v)
		s.stack = append(s.stack, b)
	}
}

// atEnd makes v live from its definition to the end of block b.
func (s *Sets) atEnd(v *ir.Value, b *ir.Block) {
	if v.IsConst() {
		return
	}
	s.value[v.ID] = v
	set(s.row(s.out, b), v)
	s.use(v, b)
}

func (s *Sets) row(of []uint64, b *ir.Block) []uint64 {
	return of[int(b.ID)*s.words:][:s.words]
}

func set(row []uint64, v *ir.Value)      { row[v.ID>>6] |= 1 << (v.ID & 63) }
func has(row []uint64, v *ir.Value) bool { return row[v.ID>>6]>>(v.ID&63)&1 != 0 }

// In reports whether v lives at the start of b: b or a block behind it uses v,
// which was made before b.
func (s *Sets) In(b *ir.Block, v *ir.Value) bool { return has(s.row(s.in, b), v) }

// Out reports whether v lives at the end of b: an edge from b has it as an
// argument, or a block behind b needs it.
func (s *Sets) Out(b *ir.Block, v *ir.Value) bool { return has(s.row(s.out, b), v) }

// Ins iterates over the values that live at the start of b, by ascending id.
func (s *Sets) Ins(b *ir.Block) iter.Seq[*ir.Value] { return s.all(s.row(s.in, b)) }

// Outs iterates over the values that live at the end of b, by ascending id.
func (s *Sets) Outs(b *ir.Block) iter.Seq[*ir.Value] { return s.all(s.row(s.out, b)) }

func (s *Sets) all(row []uint64) iter.Seq[*ir.Value] {
	return func(yield func(*ir.Value) bool) {
		for i, w := range row {
			for ; w != 0; w &= w - 1 {
				if !yield(s.value[i<<6+bits.TrailingZeros64(w)]) {
					return
				}
			}
		}
	}
}

// CountIn returns how many values live at the start of b.
func (s *Sets) CountIn(b *ir.Block) int { return count(s.row(s.in, b)) }

// CountOut returns how many values live at the end of b.
func (s *Sets) CountOut(b *ir.Block) int { return count(s.row(s.out, b)) }

func count(row []uint64) int {
	n := 0
	for _, w := range row {
		n += bits.OnesCount64(w)
	}
	return n
}
