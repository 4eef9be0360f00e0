// Package inline is the pass that puts the bodies of routines in the place of the
// operations that they are, where little is left of them.
//
// The problem: a call of a routine takes a nanosecond or two, and what stands in it nobody
// sees: that `x in (1, 2, 3)` is three comparisons, that the two tuples of `(a, b) == (c, d)`
// need not be made. A routine is written for all operands: of `in` for twenty types. At one
// place most of that is decided.
//
// So the pass follows the routine for the operands of the place, along each of its ways, and
// computes what can be: types and parts of constant objects (ir.ObjectWords), parts of new objects
// (ir.OpRow.Fields), ranges of words, what has been tested on the way. Rounds of loops are
// followed one after the other. What is left is a tree of operations. If there are few, it stands
// in place of the operation; the ways that give up lead to the operation as it was, in a cold block.
//
// How many operations are few is an option: of a block in a loop, and of others. Cold blocks
// keep their calls.
//
// Not inlined: loops whose number of rounds is not known, and routines that allocate, whose
// words in the middle of making are none that the collector may see.
//
// Assumptions: the guest's rows say truly which routine an operation is (guest.Op.Inline): one that
// reads or writes what the row does not say (guest.Guest.Undeclared) is left as it is; a routine gives up before it writes. The branch that asks for an operation's result is led to
// directly where that is known, so that the ways do not meet in between.
//
// Source: partial evaluation of the interpreter's operations (Jones, Gomard, Sestoft 1993, online
// specialization); splitting of the ways as in Chambers and Ungar 1990, Iterative type analysis and
// extended message splitting.
package inline

import (
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Pass inlines routines.
var Pass = &passes.Pass{
	Name:     "inline",
	Doc:      "Puts bodies of routines in the place of operations where little is left of them.",
	In:       ir.GuestOnly | 1<<ir.Typed,
	Out:      passes.Same,
	After:    []passes.Order{{Pass: "unbox", Why: "bodies are in typed form, and ints are known by their boxes"}},
	Counters: []string{"body"},
	Options: []passes.Option{
		{Name: "loop", Default: 48, Doc: "the most operations that are left, in a loop"},
		{Name: "once", Default: 24, Doc: "the same elsewhere"},
	},
	New: func(o passes.Options) (passes.Runner, error) {
		return &runner{loop: o["loop"], once: o["once"]}, nil
	},
}

type runner struct {
	loop, once int
	planner    planner
	// facts are of the function as it was: what a body adds is unknown, and what was known stays true. So they are computed
	// once, not for each body. nil: there was no body yet.
	facts   *types.Facts
	looping []bool // by block id, the blocks that bodies add included: it stands in a loop
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	g, ok := ctx.Guest.(*guest.Guest)
	if !ok || g.Routine == nil {
		return nil
	}
	f := ctx.F
	r.facts = nil
	for i := 0; i < len(f.Blocks); i++ { // what follows an operation becomes the next block
		b := f.Blocks[i]
		for v := b.First(); v != nil && !b.Cold; v = v.Next() {
			op := g.Op(v.Op)
			if op == nil || op.Inline == nil {
				continue
			}
			if in, ok := op.Inline(v); ok {
				r.visit(ctx, g, v, in)
			}
		}
	}
	return nil
}

// visit inlines an operation, if that is worth it.
func (r *runner) visit(ctx *passes.Context, g *guest.Guest, v *ir.Value, in guest.Inlined) {
	f := ctx.F
	body, err := g.RoutineFunc(in.Routine)
	if err != nil || !in.Fits(v, body.Entries, body.Returns) || g.Undeclared(&g.Op(v.Op).OpRow, in.Routine) != "" {
		return // who lowers the operation says so
	}
	if r.facts == nil {
		r.analyze(ctx)
	}
	p := &r.planner
	p.f, p.r, p.facts, p.limit = f, body, r.facts, r.once
	from := v.Block
	if r.looping[from.ID] {
		p.limit = r.loop
	}
	p.words, _ = f.Words.(ir.ObjectWords)
	for i, x := range in.Operands {
		in.Operands[i] = ir.Resolve(x)
	}
	root := p.plan(in.Operands)
	if root == nil || !ctx.Fire(0, v) {
		return
	}
	e := &emitter{f: f, v: v, in: in, givesUp: p.givesUp, stores: p.stores}
	e.emit(root)
	for len(r.looping) < f.NumBlocks() {
		r.looping = append(r.looping, r.looping[from.ID])
	}
	e.thread()
}

// analyze finds what is known of the function ahead of the first body.
func (r *runner) analyze(ctx *passes.Context) {
	r.facts = passes.Get(ctx, types.Analysis)
	forest := passes.Get(ctx, loops.Analysis)
	r.looping = append(r.looping[:0], make([]bool, ctx.F.NumBlocks())...)
	for _, b := range ctx.F.Blocks {
		r.looping[b.ID] = forest.Of(b) != nil
	}
}
