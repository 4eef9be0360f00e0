// Package sink is the pass that makes objects where they are needed: at exits, if
// nothing but frame states refers to them.
//
// What, by rule:
//
//   - field: a load from an object that the function has just made is the operand
//     that lies there, if nothing can have changed it;
//   - same: such an object is no other one;
//   - carried: a parameter to which every edge brings an object made by the same
//     operation becomes parameters for what the objects consist of;
//   - box: a state, or a virtual object, holds the number instead of its box, which
//     is made at the exit (not in guest form, where pass unbox does that);
//   - apart: an operation that only looks at such an object (ir.Apart) takes what it consists of, if nobody else
//     can ever see the object (not in guest form: pass inline sees more of both);
//   - sink: an operation that makes an object which only states and other such
//     objects hold becomes a virtual object (ir.OpNew).
//
// stays counts objects that the function makes and that get out.
//
// An object gets out where somebody else may keep it, compare it or change it: it
// is stored, given to an operation, brought to a parameter that is not carried, or
// held by the state of an exit operation, which is always taken. The pass does not
// look at the path: an object that gets out on one way is made on all.
//
// # Identity
//
// Slots that hold one object must hold one object after an exit. A state names a
// virtual object once however many of its slots, its callers' slots and its other
// objects refer to it, so what must not happen is that one object becomes two
// values. Carrying an object in parts does that: the value outside, and what the
// parameters are put together to inside. So a parameter is carried only if what
// its edges bring from outside is not held by anything that its block dominates,
// and if no edge brings one object to two parameters.
//
// Assumptions: rows with Fields say all that an operation does (ir.OpRow.Sinks).
// Source: LuaJIT's allocation sinking (lj_opt_sink.c; Pall, Allocation Sinking
// Optimization, 2012), virtuals and resume data of PyPy (Bolz et al. 2011), and for
// parameters the partial escape analysis of Graal (Stadler et al. 2014), without
// its paths.
package sink

import (
	"slices"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

const (
	ruleField = iota
	ruleSame
	ruleApart
	ruleCarried
	ruleBox
	ruleSink
	ruleStays
)

// Pass sinks objects.
var Pass = &passes.Pass{
	Name: "sink",
	Doc:  "Makes objects that only frame states hold at the exits, and carries them around loops in parts.",
	In:   ir.AnyForm,
	Out:  passes.Same,
	After: []passes.Order{
		{Pass: "guardelim", Why: "a guard of an object's type is a use of the object"},
		{Pass: "peel", Why: "the first iteration brings the loop an object like those of the others"},
	},
	Counters: []string{"field", "same", "apart", "carried", "box", "sink", "stays"},
	New:      func(passes.Options) (passes.Runner, error) { return &runner{}, nil },
}

// shape is what objects that can stand for each other have in common: the
// operation and the number of its operands. The zero shape is none.
type shape struct {
	op ir.Op
	n  int32
}

type runner struct {
	ctx    *passes.Context
	f      *ir.Func
	tree   *dom.Tree
	shapes []shape // by value id: of objects and parameters that may be virtual
	depth  []int8  // by value id: how deep the objects in an object are nested, and its operands
	made   []*ir.Value
	params []*ir.Value
	held   [][]*ir.Block           // by value id: blocks with exits that hold it
	users  []*ir.Value             // loads and comparisons of candidates, and what looks at them, rewritten at the end
	parts  [][]*ir.Value           // by value id: the parameters that carry it in parts
	looked map[*ir.Value]*ir.Value // by object: the operation that may take it apart; nil: none may
	pool   []*ir.Value             // what parts is made of
}

// Run implements passes.Runner.
func (r *runner) Run(ctx *passes.Context) error {
	r.ctx, r.f = ctx, ctx.F
	if r.find(); len(r.made) > 0 {
		r.objects()
	}
	if r.f.Form != ir.Guest {
		r.boxes()
	}
	return nil
}

// objects sinks objects.
func (r *runner) objects() {
	ctx := r.ctx
	r.tree = passes.Get(ctx, dom.Analysis)
	r.fields()
	r.f.Settle()
	r.suppose()
	r.escapes()
	r.settle()
	r.ask()
	for _, v := range r.made {
		if !r.virtual(v) {
			ctx.Count(ruleStays)
		}
	}
	r.rewrite()
}

// find lists the operations that make objects.
func (r *runner) find() {
	r.made = r.made[:0]
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if r.f.Row(v).Sinks() {
				r.made = append(r.made, v)
			}
		}
	}
}

// access returns what a load reads as an access without index; ok is false for
// other values, and for elements at an index that is not constant.
func access(v *ir.Value) (m ir.MemAccess, ok bool) {
	m = v.Mem()
	switch v.Op {
	case ir.OpLoad:
		return m, true
	case ir.OpLoadX:
		i := ir.Resolve(v.Args[1])
		if i.Op != ir.OpConstI64 || uint64(i.Aux) > 1<<20 {
			return m, false
		}
		m.Disp += int32(i.Aux) * int32(m.Scale)
		m.Scale = 0
		return m, true
	}
	return m, false
}

// content returns what a load finds in an object of a shape that consists of
// parts, nil if that is not known.
func (r *runner) content(s shape, parts []*ir.Value, load *ir.Value) (x *ir.Value, final bool) {
	m, ok := access(load)
	if !ok {
		return nil, false
	}
	row := r.f.Ops.Row(s.op)
	i, final, ok := row.FieldArg(int(s.n), m, load.Type)
	switch {
	case !ok:
		return nil, false
	case i == ir.CountField:
		return r.f.ConstI64(int64(s.n) - int64(len(row.Args)) + 1), final
	}
	return ir.Resolve(parts[i]), final
}

// fields forwards loads of what nothing changes: it makes no difference whether
// the object gets out.
func (r *runner) fields() {
	f := r.f
	for _, b := range f.Blocks {
		for v := range b.Values() {
			if v.Op != ir.OpLoad && v.Op != ir.OpLoadX {
				continue
			}
			o := ir.Resolve(v.Args[0])
			if !f.Row(o).Sinks() {
				continue
			}
			s := shape{o.Op, int32(len(o.Args))}
			if x, final := r.content(s, o.Args, v); x != nil && final && r.ctx.Fire(ruleField, v) {
				f.Replace(v, x)
			}
		}
	}
}

// maxNesting bounds how deep virtual objects are nested: every exit that holds one
// has to list all that it consists of.
const maxNesting = 8

// suppose takes every object for virtual, and every parameter that is brought one
// and nothing of another shape.
func (r *runner) suppose() {
	n := r.f.NumValues()
	r.shapes = dense.Cleared(r.shapes, n)
	for len(r.held) < n {
		r.held = append(r.held, nil)
	}
	r.parts = dense.Cleared(r.parts, n)
	r.params, r.pool = r.params[:0], r.pool[:0]
	r.depth = dense.Cleared(r.depth, n)
	for _, v := range r.made {
		r.held[v.ID] = r.held[v.ID][:0]
		for _, a := range v.Args {
			r.depth[v.ID] = max(r.depth[v.ID], r.depth[a.ID]+1)
		}
		if r.depth[v.ID] <= maxNesting {
			r.shapes[v.ID] = shape{v.Op, int32(len(v.Args))}
		} else {
			r.depth[v.ID] = 0
		}
	}
	for again := true; again; {
		again = false
		for _, b := range r.f.Blocks {
			for i, p := range b.Params {
				if p.Type != ir.Ref || r.virtual(p) {
					continue
				}
				arguments(b, i, func(_ *ir.Block, v *ir.Value) bool {
					r.shapes[p.ID] = r.shapes[v.ID]
					return !r.virtual(p)
				})
				if r.virtual(p) {
					r.params, again = append(r.params, p), true
					r.held[p.ID] = r.held[p.ID][:0]
				}
			}
		}
	}
}

// virtual reports whether v may be virtual, as far as is known.
func (r *runner) virtual(v *ir.Value) bool {
	return int(v.ID) < len(r.shapes) && r.shapes[v.ID].op != 0
}

// drop says that v has to be made after all.
func (r *runner) drop(v *ir.Value) { r.shapes[v.ID] = shape{} }

// arguments calls fn for what the edges bring to parameter i of a block, with the
// block that the edge comes from, until fn returns false.
func arguments(b *ir.Block, i int, fn func(from *ir.Block, v *ir.Value) bool) bool {
	for k, p := range b.Preds {
		if slices.Index(b.Preds, p) != k {
			continue // seen: a predecessor stands there once for each edge
		}
		for _, e := range p.Succs {
			if e.To == b && !fn(p, ir.Resolve(e.Args[i])) {
				return false
			}
		}
	}
	return true
}

// rewrite makes what is still supposed to be virtual virtual.
func (r *runner) rewrite() {
	f := r.f
	for _, p := range r.params {
		if r.virtual(p) {
			r.addParts(p)
		}
	}
	for _, p := range r.params {
		if r.virtual(p) {
			r.passParts(p)
		}
	}
	for _, v := range r.users {
		r.rewriteUser(v)
	}
	for _, v := range r.made {
		if r.virtual(v) {
			f.Replace(v, f.Before(v).New(v.Op, v.Args...))
		}
	}
	for _, p := range r.params {
		if r.virtual(p) {
			s := r.shapes[p.ID]
			f.ReplaceParam(p, f.AtStart(p.Block).New(s.op, r.parts[p.ID]...))
		}
	}
}

// boxes lets states and virtual objects hold what is in boxes.
func (r *runner) boxes() {
	for _, b := range r.f.Blocks {
		for v := range b.Values() {
			if v.Op != ir.OpState && v.Op != ir.OpNew {
				continue
			}
			for i, a := range v.Args {
				if a != nil && isBox(a) && r.ctx.Fire(ruleBox, v) {
					r.f.SetOperand(v, i, ir.Resolve(a.Args[0]))
				}
			}
		}
	}
}

func isBox(v *ir.Value) bool {
	return v.Op == ir.OpBoxI64 || v.Op == ir.OpBoxU64 || v.Op == ir.OpBoxF64 || v.Op == ir.OpBoxBool
}

// rewriteUser rewrites a load from an object that has become virtual, a
// comparison with it, or what looks at it.
func (r *runner) rewriteUser(v *ir.Value) {
	f := r.f
	if o, a := r.apart(v); o != nil {
		op, _ := f.Ops.ByName(a.Op)
		args := slices.Delete(slices.Clone(v.Args), a.Arg, a.Arg+1)
		f.Become(v, op, append(args, o.Args...)...)
		return
	}
	if v.Op == ir.OpSame {
		for _, o := range v.Args {
			if o = ir.Resolve(o); r.virtual(o) {
				f.Replace(v, f.ConstBool(false))
				return
			}
		}
		return
	}
	if o := ir.Resolve(v.Args[0]); r.virtual(o) {
		x, _ := r.content(r.shapes[o.ID], r.partsOf(o), v)
		f.Replace(v, x)
	}
}

// partsOf returns what an object that is virtual consists of.
func (r *runner) partsOf(o *ir.Value) []*ir.Value {
	if o.Op == ir.OpParam {
		return r.parts[o.ID]
	}
	return o.Args
}

// addParts adds the parameters that carry p in parts.
func (r *runner) addParts(p *ir.Value) {
	s := r.shapes[p.ID]
	row := r.f.Ops.Row(s.op)
	first := len(r.pool)
	for i := range int(s.n) {
		r.pool = append(r.pool, r.f.NewParam(p.Block, row.ArgType(i)))
	}
	r.parts[p.ID] = r.pool[first:len(r.pool):len(r.pool)]
}

// passParts gives the edges to p's block the arguments for p's parts.
func (r *runner) passParts(p *ir.Value) {
	for k, from := range p.Block.Preds {
		if slices.Index(p.Block.Preds, from) != k {
			continue
		}
		for j := range from.Succs {
			e := &from.Succs[j]
			if e.To != p.Block {
				continue
			}
			for _, x := range r.partsOf(ir.Resolve(e.Args[p.Aux])) {
				r.f.AppendArg(e, ir.Resolve(x))
			}
		}
	}
}
