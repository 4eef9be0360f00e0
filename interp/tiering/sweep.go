package tiering

import (
	"maps"
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/uop"
)

// A Sweep finds out, while the VM finds out which of its code is alive, which executors
// are: those of code that is, those that such executors lead to, and those that execution
// comes back to. The last may stand for code that nothing else refers to, where they have
// inlined it: they rely on it until they leave. Executors that wait to be freed may still
// run, and are alive.
type Sweep struct {
	Value func(object.Value)     // marks a value
	Words func([]uint64)         // marks words
	Code  func(handle uint32)    // marks code
	Alive func(code uint32) bool // reports whether code is marked

	tier *Tier
	seen map[*exitdata.Executor]bool
}

// BeginSweep begins a sweep, whose functions are set.
func (t *Tier) BeginSweep(s Sweep) *Sweep {
	s.tier, s.seen = t, map[*exitdata.Executor]bool{}
	if t.Table == nil {
		return &s
	}
	t.Table.InUse(t.vm.ResumeWords, s.use)
	for _, ex := range t.vm.Running() {
		s.use(ex)
	}
	if x := t.LastExit; x != nil {
		s.use(x.Executor)
	}
	for _, a := range t.awaited {
		s.await(a)
	}
	return &s
}

// use marks an executor that execution comes back to.
func (s *Sweep) use(ex *exitdata.Executor) {
	if !s.seen[ex] && ex.Trace != nil { // a landing's executor has none
		s.mark(ex)
	}
}

// Mark marks what the executors rely on that are found alive, and reports whether there
// were any that it had not found before.
func (s *Sweep) Mark() (found bool) {
	if s.tier.Table == nil {
		return false
	}
	for _, ex := range s.tier.Table.Executors {
		if !s.seen[ex] && (ex.Invalid || s.Alive(uint32(ex.Code)) || ex.Parent != nil && s.seen[ex.Parent.Executor]) {
			s.mark(ex)
			found = true
		}
	}
	return found
}

// await marks an executor that is being made.
func (s *Sweep) await(a *awaited) {
	s.Words(a.Pins())
	s.Value(a.source.top)
	s.Code(a.source.code.Handle)
	if r := a.source.region; r != nil {
		for i := range r.Blocks {
			s.Code(uint32(r.Blocks[i].At.Code))
		}
	}
	s.markReliance(a.Executor())
}

func (s *Sweep) mark(ex *exitdata.Executor) {
	s.seen[ex] = true
	s.Words(ex.Roots)
	s.markReliance(ex)
}

// markReliance marks what an executor relies on.
func (s *Sweep) markReliance(ex *exitdata.Executor) {
	for _, token := range ex.Deps {
		w := s.tier.watched.list[token]
		s.Value(w.dict)
		s.Value(w.key)
	}
	for _, handle := range ex.Trace.Codes {
		s.Code(uint32(handle))
	}
}

// End makes the other executors invalid, and forgets the places and the watched keys of
// what has died, of which dead tells.
func (s *Sweep) End(dead func(v object.Value) bool) {
	t := s.tier
	if t.Table != nil {
		for _, ex := range slices.Clone(t.Table.Executors) {
			if !s.seen[ex] && !ex.Invalid {
				t.Invalidate(ex)
			}
		}
	}
	t.watched.drop(dead)
	maps.DeleteFunc(t.globals, func(d object.Value, _ keys) bool { return dead(d) })
	gone := func(code uint64) bool { return !s.Alive(uint32(code)) }
	if d, ok := t.sel.run.(uop.Dropper); ok {
		d.Drop(gone)
	}
	t.sel.wanted = slices.DeleteFunc(t.sel.wanted, func(w wanted) bool {
		return gone(uint64(w.code.Handle)) || w.region != nil && slices.ContainsFunc(w.region.Blocks, func(b uop.RegionBlock) bool { return gone(b.At.Code) })
	})
}

// Died forgets code that has died. It reports whether the code's handle may be given to
// other code.
func (t *Tier) Died(code *adaptive.Code) bool {
	for _, l := range code.Landings {
		if l != nil {
			t.Table.Unland(l.Exit)
		}
	}
	code.Landings = nil
	if t.Watch != nil {
		delete(t.Watch.sizes, code)
	}
	if t.meter != nil {
		t.meter.forget(code)
	}
	_, drops := t.sel.run.(uop.Dropper)
	return drops || !code.Traced
}

// FreeRetired frees the executors that wait for it and that nobody can come back to, the
// one apart that execution last came back by. Call it where the guest is in Go.
func (t *Tier) FreeRetired() {
	if t.Table != nil && t.Table.HasRetired() {
		t.Collect(t.LastExit)
	}
}
