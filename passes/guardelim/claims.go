package guardelim

import (
	"github.com/tier2go/tier2/ir"
)

// claims finds guards of claims (ir.Claim) that hold already.
//
// A stable claim needs a guard that dominates. Any other needs that on every path
// to the guard the same claim has been tested and nothing since has written what
// it reads: the classical problem of available expressions, solved over the
// blocks with a bit for each claim of each value.
type claims struct {
	heads  []int32 // by value id: the last entry whose first operand it is, −1
	rows   []claimRow
	states []*ir.Value // guards of stable claims about the VM that stay
	words  int         // of a set
	out    []uint64    // by block id: the set at its end
	cur    []uint64    // the set where the scan is
}

// claimRow is a claim that is not stable, of its operands.
type claimRow struct {
	guard *ir.Value // the first guard of it
	next  int32
}

// start numbers the claims that are not stable and solves for the sets.
func (r *runner) startClaims() {
	c := &r.claims
	c.rows, c.states = c.rows[:0], c.states[:0]
	any := false
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if perishable(v) {
				any = true
				r.number(v)
			}
		}
	}
	c.words, c.cur = 0, c.cur[:0]
	if !any {
		return
	}
	c.words = (len(c.rows) + 63) / 64
	n := 0
	for _, b := range r.f.Blocks {
		n = max(n, int(b.ID)+1)
	}
	c.out = grown(c.out, n*c.words)
	c.cur = grown(c.cur, c.words)
	for i := range c.out {
		c.out[i] = ^uint64(0)
	}
	for changed := true; changed; {
		changed = false
		for _, b := range r.f.Blocks {
			r.enter(b)
			for v := b.First(); v != nil; v = v.Next() {
				r.step(v)
			}
			old := c.out[int(b.ID)*c.words:][:c.words]
			for i, w := range c.cur {
				changed = changed || old[i] != w
				old[i] = w
			}
		}
	}
}

// perishable reports whether v is a guard of a claim that may cease to hold.
func perishable(v *ir.Value) bool {
	return (v.Op == ir.OpGuardFact || v.Op == ir.OpGuardState) && !v.Claim().Has(ir.Stable)
}

// grown returns a slice of n elements.
func grown(s []uint64, n int) []uint64 {
	if cap(s) < n {
		return make([]uint64, n+n/4)[:n]
	}
	return s[:n]
}

// subject returns the id of the value that a claim is about, 0 for claims about
// the VM: what it chains with need only be likely to be the same.
func (r *runner) subject(v *ir.Value) int32 {
	if len(v.Args) == 0 {
		return 0
	}
	return r.root(v.Args[0]).ID
}

// number returns the number of v's claim of its operands; it gives a new one if
// there is none. It is −1 for values made since.
func (r *runner) number(v *ir.Value) int32 {
	c := &r.claims
	k := r.subject(v)
	if int(k) >= len(c.heads) {
		return -1
	}
	for i := c.heads[k]; i >= 0; i = c.rows[i].next {
		if r.sameClaim(c.rows[i].guard, v) {
			return i
		}
	}
	c.rows = append(c.rows, claimRow{v, c.heads[k]})
	c.heads[k] = int32(len(c.rows) - 1)
	return c.heads[k]
}

// sameClaim reports whether two guards test the same of the same values.
func (r *runner) sameClaim(a, b *ir.Value) bool {
	return a.Op == b.Op && a.Claim() == b.Claim() && r.sameArgs(a, b)
}

func (r *runner) sameArgs(a, b *ir.Value) bool {
	if len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if r.root(a.Args[i]) != r.root(b.Args[i]) {
			return false
		}
	}
	return true
}

// enter makes the set that at the begin of b.
func (r *runner) enter(b *ir.Block) {
	c := &r.claims
	for i := range c.cur {
		w := uint64(0)
		if len(b.Preds) > 0 {
			w = ^uint64(0)
		}
		for _, p := range b.Preds {
			w &= c.out[int(p.ID)*c.words+i]
		}
		c.cur[i] = w
	}
}

// step takes the set over v.
func (r *runner) step(v *ir.Value) {
	c := &r.claims
	if perishable(v) {
		if i := r.number(v); i >= 0 && int(i) < 64*c.words {
			c.cur[i/64] |= 1 << (i % 64)
		}
		return
	}
	switch flags := r.f.Row(v).Flags; {
	case v.Op == ir.OpPoll || v.Op == ir.OpClock: // what happens at a poll happens outside
	case flags&(ir.Escapes|ir.Opaque) != 0:
		clear(c.cur)
	default:
		if w := r.f.Writes(v); w != 0 {
			for i := range c.rows {
				if w>>c.rows[i].guard.Claim().Class()&1 != 0 {
					c.cur[i/64] &^= 1 << (i % 64)
				}
			}
		}
	}
}

// elimClaim removes a guard of a claim that is known to hold.
func (r *runner) elimClaim(v *ir.Value) bool {
	if v.Op == ir.OpGuardFact {
		if r.claimProved(v) {
			return true
		}
	} else if why, ok := r.implied(v); ok {
		if !r.ctx.FireBy(ruleImplied, v, nil, why) {
			return false
		}
		r.f.Remove(v)
		return true
	}
	if !v.Claim().Has(ir.Stable) {
		return r.elimAvailable(v)
	}
	if v.Op == ir.OpGuardState {
		return r.elimState(v)
	}
	if g := r.find(v, func(g *ir.Value) bool { return r.sameClaim(g, v) }); g != nil {
		return r.merge(ruleShown, v, g)
	}
	return false
}

// claimProved removes a guard whose claim what is known of its operands proves.
func (r *runner) claimProved(v *ir.Value) bool {
	k := r.facts.Of(v.Args[0])
	if k.IsBottom() {
		return false
	}
	if v.Claim().Has(ir.Version) && k.Version == v.Claim() {
		if !r.ctx.FireBy(ruleVersion, v, v.Args[0], "") {
			return false
		}
		r.f.Replace(v, v.Args[0])
		return true
	}
	if why, ok := r.implied(v); ok && r.ctx.FireBy(ruleImplied, v, v.Args[0], why) {
		r.f.Replace(v, v.Args[0])
		return true
	}
	return false
}

// implied asks the guest.
func (r *runner) implied(v *ir.Value) (why string, ok bool) {
	w, ok := r.f.Words.(ir.ClaimWords)
	if !ok {
		return "", false
	}
	r.known = r.known[:0]
	for _, a := range v.Args {
		r.known = append(r.known, r.facts.Of(a))
	}
	return w.Implied(v.Claim(), r.known)
}

// elimAvailable removes the guard of a claim that has been tested on every path,
// and that nothing has touched since.
func (r *runner) elimAvailable(v *ir.Value) bool {
	c := &r.claims
	i := r.number(v)
	if i < 0 || int(i) >= 64*c.words || c.cur[i/64]>>(i%64)&1 == 0 {
		return false
	}
	var g *ir.Value
	if v.Op == ir.OpGuardFact {
		g = r.find(v, func(g *ir.Value) bool { return r.sameClaim(g, v) })
	}
	if !r.ctx.FireBy(ruleAvailable, v, g, "") {
		return false
	}
	if g != nil {
		r.f.AddFrom(g, v.From)
	}
	if v.Type == ir.Void {
		r.f.Remove(v)
	} else {
		r.f.Replace(v, v.Args[0])
	}
	return true
}

// elimState removes the guard of a stable claim about the VM that a guard which
// dominates it implies, or can imply: an ordered claim is raised there, so that
// one test does for all.
func (r *runner) elimState(v *ir.Value) bool {
	for _, g := range r.claims.states {
		if !r.tree.Dominates(g.Block, v.Block) {
			continue
		}
		switch {
		case g.Claim().Implies(v.Claim()):
			return r.merge(ruleShown, v, g)
		case v.Claim().Implies(g.Claim()):
			if !r.ctx.FireBy(ruleRaised, v, g, "") {
				return false
			}
			r.f.SetAux(g, v.Aux)
			r.f.AddFrom(g, v.From)
			r.f.Remove(v)
			return true
		}
	}
	return false
}
