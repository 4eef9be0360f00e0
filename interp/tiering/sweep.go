package tiering

import (
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
)

// A Sweep finds out, while the VM finds out which of its code is alive, which executors
// are: those of code that is, and those that such executors lead to. Executors that wait
// to be freed may still run, and are alive.
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
	return &s
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

func (s *Sweep) mark(ex *exitdata.Executor) {
	s.seen[ex] = true
	s.Words(ex.Roots)
	for _, token := range ex.Deps {
		w := s.tier.watched.list[token]
		s.Value(w.dict)
		s.Value(w.key)
	}
	for _, handle := range ex.Trace.Codes {
		s.Code(uint32(handle))
	}
}

// End makes the other executors invalid, and forgets the watched keys of what has died,
// of which dead tells. Tokens are not used again: executors that wait to be freed have
// them.
func (s *Sweep) End(dead func(v object.Value) bool) {
	t := s.tier
	if t.Table != nil {
		for _, ex := range slices.Clone(t.Table.Executors) {
			if !s.seen[ex] && !ex.Invalid {
				t.Invalidate(ex)
			}
		}
	}
	for _, w := range t.watched.list {
		if w.dict != object.Null && dead(w.dict) {
			delete(t.watched.index, w.watchKey)
			*w = watcher{watchKey: watchKey{object.Null, object.Null}}
		}
	}
}

// FreeRetired frees the executors that wait for it and that nobody can come back to, the
// one apart that execution last came back by. Call it where the guest is in Go.
func (t *Tier) FreeRetired() {
	if t.Table != nil && t.Table.HasRetired() {
		t.Collect(t.LeftBy)
	}
}
