package tiering

import (
	"errors"
	"fmt"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// Selection: which regions are made is the choice of Options.Selector. One that learns
// (uop.Learner) is asked where the VM's own counters find a hot place, with the
// profile around it; any other sees what tier 1 executes and says itself what is hot
// (observe.go). Where nothing is selected, a linear trace is made if the VM has found
// the place to be hot.

// selecting is the selector at work.
type selecting struct {
	run      uop.SelectorRun // nil: there are linear traces only
	learner  uop.Learner     // run, if it learns
	priced   uop.Priced      // run, if it decides by price
	watch    *watch          // nil if it does
	wanted   []wanted        // regions that are selected and not made
	regions  int
	refused  [uop.NumRefusals]int
	time     time.Duration
	grown    int
	phases   int
	splits   int
	parted   int
	shared   int
	selected int
	likely   bool // the selector is region.Ways: profiles stay inside of a loop
	max      int  // micro-ops of a region
}

// instructionUops is about what a bytecode instruction becomes: limits are in
// micro-ops, sizes of blocks in instructions.
const instructionUops = 4

// beginSelecting puts the selector to work, for an optimizer that takes regions.
func (t *Tier) beginSelecting(lim uop.Limits) {
	s := t.selector()
	if s.New == nil {
		return
	}
	t.sel.likely, t.sel.max = s.Name == Ways.Name, lim.MaxUops
	lim.MaxUops /= instructionUops
	t.sel.run = s.New(lim)
	t.sel.priced, _ = t.sel.run.(uop.Priced)
	var learns bool
	if t.sel.learner, learns = t.sel.run.(uop.Learner); !learns {
		t.beginWatch()
	}
}

// Ways is the selector of a VM that is given none. This package is the one of the VM that
// knows package region, and gonum through it.
var Ways = region.Ways

// selector returns the selector that the VM was given, or its own.
func (t *Tier) selector() uop.Selector {
	if s := t.opts.Selector; s.Name != "" || s.New != nil {
		return s
	}
	return Ways
}

// observes reports whether the selector has to be told of each block.
func (t *Tier) observes(lim uop.Limits) bool {
	s := t.selector()
	if s.New == nil {
		return false
	}
	_, learns := s.New(lim).(uop.Learner)
	return !learns
}

// Prices reports whether the selector decides by prices, which compiles measure for it.
func (t *Tier) Prices() bool {
	s := t.selector()
	if s.New == nil {
		return false
	}
	_, ok := s.New(uop.DefaultLimits).(uop.Priced)
	return ok
}

// selectRegion asks for the region of a head, which execution stands at: anew if there
// was one.
func (t *Tier) selectRegion(code *adaptive.Code, pc int) (*uop.Region, error) {
	code.Traced = true
	head := uop.Place{Code: uint64(code.Handle), PC: uint32(pc)}
	start := time.Now()
	defer func() { t.sel.time += time.Since(start) }()
	if f, ok := t.sel.run.(uop.Forgetter); ok {
		f.Forget(head)
	}
	if l := t.sel.learner; l != nil {
		t.profiler.Around(code, pc, t.sel.likely, l.Learn)
	}
	return t.choice(head)
}

// reported hands a report on, and returns what the selector makes of the region.
func (t *Tier) reported(r uop.Report) *uop.Region {
	start := time.Now()
	defer func() { t.sel.time += time.Since(start) }()
	return t.sel.priced.Report(r)
}

// choice returns what the selector selects for a head. The error is a *uop.Refusal.
func (t *Tier) choice(head uop.Place) (*uop.Region, error) {
	r, refusal := t.sel.run.Select(head)
	if refusal == nil && (r == nil || r.Check(head) != nil) {
		refusal = &uop.Refusal{Reason: uop.RefuseInvalid, At: head}
	}
	if refusal != nil {
		if refusal.Reason >= uop.NumRefusals {
			refusal.Reason = uop.RefuseInvalid
		}
		t.sel.refused[refusal.Reason]++
		return nil, refusal
	}
	t.sel.selected++
	return r, nil
}

// Region implements tier2.Source. There is none for an exit: what continues that takes
// over its values. A hot exit's target gets a region of its own, see continueExit.
func (s *source) Region(lim uop.Limits) (*uop.Trace, uop.Stop) {
	if lim.Anew && s.region == nil {
		if p, ok := placedAt(s.code, s.pc); ok {
			s.region, s.remade = p.region, p.remade
		}
	}
	if s.raised || s.exit != nil && (!lim.Anew || s.blunt()) || s.tier.sel.run == nil || s.refusal != nil || s.merges() {
		return nil, uop.AbortNoRegion
	}
	if s.region == nil {
		var err error
		if s.region, err = s.tier.selectRegion(s.code, s.head()); err != nil {
			s.refusal = err
			return nil, uop.AbortNoRegion
		}
	}
	if s.layout != nil && lim.Ahead > 0 {
		if b, ok := s.layout.BeginBefore(lim.Ahead); ok {
			s.ends = append(s.ends, b)
		}
	}
	t, layout, stop := project.Region(s.tier.vm, s.region, project.Entry{Code: s.code, PC: s.pc, Depth: s.depth, Top: s.top}, s.ends, lim)
	s.tier.settle()
	if t != nil {
		s.layout = layout
		s.tier.Stats.Stops[stop]++
	}
	return t, stop
}

// Profile implements tier2.Source.
func (s *source) Profile(fn func(uop.Flow)) {
	s.tier.profiler.Around(s.code, s.head(), s.tier.sel.likely, fn)
}

// head returns where the region begins that is entered at the source's place: a jump
// back leads to it.
func (s *source) head() int {
	in := s.code.Decode(s.pc)
	if in.Op.Base() == pycode.JUMP_BACKWARD {
		if target, ok := in.Target(); ok {
			return target
		}
	}
	return s.pc
}

// placedAt returns what is known of the region of the executor that stands at pc of code,
// if it is of one.
func placedAt(c *adaptive.Code, pc int) (p place, ok bool) {
	if ex := c.ExecutorAt(pc); ex != nil {
		p, ok = ex.Data.(place)
	}
	return p, ok && p.region != nil
}

// made notes who has made an executor, and which region it is of.
func (s *source) made(ex *exitdata.Executor, by *registered) {
	p, _ := ex.Data.(place)
	s.remade = s.retyped(ex)
	p.by, p.remade = by, s.remade
	if s.region != nil && ex.Trace.Blocks != nil {
		p = place{code: s.code, pc: s.pc, region: s.region, layout: s.layout, remade: s.remade, by: by}
		s.tier.sel.regions++
	}
	ex.Data = p
	s.tier.limitVain(ex, by)
}

// loopHead returns where the region of a hot jump back at pc is to stand: at the loop's
// top if several jumps lead there, so that they share it, else at pc.
func (t *Tier) loopHead(code *adaptive.Code, pc int) int {
	if t.sel.run == nil {
		return pc
	}
	target, ok := code.Decode(pc).Target()
	if !ok {
		return pc
	}
	jumps := 0
	for in := range code.Instructions() {
		if in.Op.Base() != pycode.JUMP_BACKWARD {
			continue
		}
		if t, _ := in.Target(); t == target {
			jumps++
		}
	}
	if jumps > 1 {
		return target
	}
	return pc
}

// SelectionStats counts what became of selected regions.
type SelectionStats struct {
	Selector string `json:"selector"` // "" without regions
	Selected int    `json:"selected"` // regions that were selected
	Compiled int    `json:"compiled"` // of those, what has become an executor
	Grown    int    `json:"grown"`    // regions that were selected anew because they were left at one place
	// Phases is how many of them were left in each round; 0 where instructions are not counted.
	Phases int `json:"phases"`
	// Parted counts regions that were made once more with copies behind joins where facts were lost; Shared
	// those that were looked at for it, and go on sharing, as what was lost does not pay for the copies.
	Parted  int            `json:"parted"`
	Shared  int            `json:"shared"`
	Split   int            `json:"split"`  // places where regions are left that got one of their own
	Events  uint64         `json:"events"` // that a selector was told of which does not learn
	Refused map[string]int `json:"refused,omitempty"`
	NS      int64          `json:"ns"` // spent in selecting; events apart
}

// SelectionStats returns what selecting has done since the tier began.
func (t *Tier) SelectionStats() SelectionStats {
	s := SelectionStats{Selected: t.sel.selected, Compiled: t.sel.regions, Grown: t.sel.grown, Phases: t.sel.phases, Split: t.sel.splits, Parted: t.sel.parted, Shared: t.sel.shared, NS: t.sel.time.Nanoseconds()}
	if t.sel.run == nil {
		return s
	}
	if s.Selector = t.opts.Selector.Name; s.Selector == "" {
		s.Selector = Ways.Name
	}
	if t.Watch != nil {
		s.Events = t.Watch.events
	}
	for i, n := range t.sel.refused {
		if n > 0 {
			if s.Refused == nil {
				s.Refused = map[string]int{}
			}
			s.Refused[uop.RefusalReason(i).String()] = n
		}
	}
	return s
}

// refusedRegion makes a selector's refusal one by the optimizer's name for it: what is
// made where no region is selected, if anything, is a linear trace.
func refusedRegion(err error) error {
	var r *uop.Refusal
	if errors.As(err, &r) {
		return &tier2.Refusal{Reason: "region_" + r.Reason.String(), Err: fmt.Errorf("the selector: %w", err)}
	}
	return err
}
