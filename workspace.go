package tier2

import (
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/regalloc"
)

// workspace is the memory of one compile at a time, which it keeps for the next one. What a
// stage has made lies in it until the executor is installed, so compiles that are made at the
// same time have one each.
type workspace struct {
	guest     *guest.Guest // whom the stages behind the build ask: the VM's, or a detached one
	builder   *build.Builder
	checker   verify.Checker
	passes    *passes.Pipeline
	ctx       *passes.Context
	facts     types.Facts
	selector  *lower.Selector // nil where no code is made
	allocator regalloc.Allocator
	capturer  exitdata.Capturer
	pending   *Pending // that it was used for last, if it goes behind the VM's thread
}

// newWorkspace makes a workspace whose stages behind the build ask a guest.
func (c *Compiler) newWorkspace(behind *guest.Guest) (*workspace, error) {
	p, err := passes.Parse(c.opt.Passes, c.opt.Set)
	if err != nil {
		return nil, err
	}
	g := c.guest
	s := &workspace{guest: behind, passes: p, builder: build.New(g.Table(), g.Types, g.Build)}
	s.builder.F.Words, s.builder.Clock, s.builder.Taken = g.Words, c.opt.Clock, g.Taken
	s.ctx = passes.NewContext(s.builder.F)
	s.ctx.Guest = behind
	if c.target != nil {
		s.selector = &lower.Selector{Target: c.target, Rules: behind.Rules(), Frame: &behind.Frame}
		s.selector.Known = s.facts.Of
		if g.Routine != nil {
			s.selector.Routine = func(name string) (*lower.Routine, error) { return c.routines.get(c, behind, name) }
		}
		if c.opt.Clock {
			s.selector.Clock, s.selector.Budget = c.table.ClockAddress(), c.opt.Budget != nil
		}
	}
	return s, nil
}
