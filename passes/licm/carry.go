package licm

import (
	"github.com/tier2go/tier2/analysis/alias"
	"github.com/tier2go/tier2/ir"
)

// carry makes a load from an object that comes from outside the loop a parameter, if a
// later store in every iteration, to the same place, is all that may write there. So
// what reads the number does not wait for its store: an iterator's position is a
// number around the loop. Where an iteration without joins has been peeled, loadelim
// does that.
func (r *runner) carry(v *ir.Value) bool {
	p, _ := alias.Access(v)
	if p.Mem().Kind != ir.Mem64 {
		return false
	}
	var store *ir.Value
	for _, w := range r.writers {
		if !r.info.Clobbers(w, p) {
			continue
		}
		if q, ok := alias.Access(w); !ok || q != p || store != nil {
			return false
		}
		store = w
	}
	if store == nil || !r.follows(store, v) {
		return false
	}
	h, last := r.in.Header, ir.Resolve(store.Args[len(store.Args)-1])
	if last.Type != v.Type || !r.ctx.Fire(ruleCarried, v) {
		return false
	}
	c := r.f.BeforeTerm(r.in.Preheader)
	c.From = v.From
	first := c.AddTyped(v.Op, v.Type, v.Aux, v.Args...)
	param := r.f.NewParam(h, v.Type)
	for k, b := range h.Preds {
		if !firstOf(h.Preds, k) {
			continue
		}
		by := last
		if b == r.in.Preheader {
			by = first
		}
		for i := range b.Succs {
			if e := &b.Succs[i]; e.To == h {
				r.f.AppendArg(e, by)
			}
		}
	}
	r.f.Replace(v, param)
	r.room--
	return true
}

// follows reports whether every iteration executes the store w once, behind v.
func (r *runner) follows(w, v *ir.Value) bool {
	if r.forest.Of(w.Block) != r.in || !r.always(w.Block) {
		return false
	}
	if w.Block != v.Block {
		return r.tree.Dominates(v.Block, w.Block)
	}
	for u := v.Next(); u != nil; u = u.Next() {
		if u == w {
			return true
		}
	}
	return false
}

// firstOf reports whether no predecessor before number k is the same block.
func firstOf(preds []*ir.Block, k int) bool {
	for _, p := range preds[:k] {
		if p == preds[k] {
			return false
		}
	}
	return true
}
