package sink

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// looks finds the objects that an operation may take apart, and that operation. Where it does not find what it looks for it
// makes an object of its own, which guest code may see and keep. So nobody else may ever see the one of the guest: it is
// made in the operation's block, goes into no other object and over no edge, and only states in front of the operation
// have it, on the operand stack, from where the operation takes it.
func (r *runner) looks() {
	clear(r.looked)
	if r.f.Form == ir.Guest { // pass inline may know better
		return
	}
	for _, b := range r.f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			a := r.f.Row(v).Apart
			if a == nil {
				continue
			}
			o := ir.Resolve(v.Args[a.Arg])
			if o.Op == ir.OpParam || len(o.Args) > a.Most || r.f.Row(o).Name != a.Of {
				continue
			}
			if r.looked == nil {
				r.looked = map[*ir.Value]*ir.Value{}
			}
			_, again := r.looked[o]
			uses := 0
			for _, x := range v.Args {
				if x != nil && ir.Resolve(x) == o {
					uses++
				}
			}
			if r.looked[o] = v; again || uses > 1 || o.Block != b {
				r.looked[o] = nil
			}
		}
	}
	if len(r.looked) > 0 {
		r.seen()
	}
}

// seen takes the objects out of looked that others see.
func (r *runner) seen() {
	see := func(x *ir.Value) {
		if x != nil {
			if o := ir.Resolve(x); r.looked[o] != nil {
				r.looked[o] = nil
			}
		}
	}
	for _, b := range r.f.Blocks {
		var behind []*ir.Value // operations that have taken theirs from the operand stack
		for v := b.First(); v != nil; v = v.Next() {
			switch {
			case v.Op == ir.OpState:
				for i, x := range v.StateSlots() {
					if x == nil {
						continue
					}
					u := r.looked[ir.Resolve(x)]
					if u != nil && (u.Block != b || i < r.f.Frames[v.StateFrame()].NumLocals || slices.Contains(behind, u)) {
						see(x)
					}
				}
			case v.Op == ir.OpNew, r.virtual(v):
				for _, x := range v.Args {
					see(x)
				}
			case r.f.Row(v).Apart != nil:
				behind = append(behind, v)
			}
		}
		for k := range b.Succs {
			for _, x := range b.Succs[k].Args {
				see(x)
			}
		}
	}
}

// apart returns the operand that v takes apart, if that may be virtual.
func (r *runner) apart(v *ir.Value) (o *ir.Value, a *ir.Apart) {
	if a = r.f.Row(v).Apart; a == nil {
		return nil, nil
	}
	o = ir.Resolve(v.Args[a.Arg])
	if !r.virtual(o) || r.looked[o] != v {
		return nil, nil
	}
	return o, a
}
