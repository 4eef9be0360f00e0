package tiering

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/uop"
)

// catching projects the trace that continues the exit by which a helper leaves that has
// raised: from the handler on, if one of the exit's frames has it.
func (s *source) catching(lim uop.Limits) (*uop.Trace, uop.Stop) {
	t, stop, ok := project.Catch(s.tier.vm, project.Entry{Code: s.code, PC: s.pc, Depth: s.depth, Top: object.Null, Callers: s.callers, Linking: true}, lim)
	s.tier.settle()
	if ok {
		s.tier.Stats.Stops[stop]++
	}
	return t, stop
}

// RaisedBy counts that an exception has left machine code by an exit. When that has
// happened often, it is asked for an executor that continues the exit at the handler.
func (t *Tier) RaisedBy(x *exitdata.Exit) {
	if t.Triggers&tier2.Handlers == 0 || x.State.InMemory() || x.Continued() != nil || x.Executor.Kind != exitdata.Native || x.Executor.Invalid {
		return
	}
	t.Finish()
	if x.Failures() > maxCatchFailures || x.Taken() < uint64(catchHot)<<x.Failures() {
		return
	}
	inner := &x.State.Frames[len(x.State.Frames)-1]
	s := &source{tier: t, code: t.vm.Code(uint32(inner.Frame.Code)), pc: int(inner.PC), depth: inner.SP - inner.Frame.NumLocals, exit: x, raised: true}
	for _, fs := range x.Callers() {
		s.callers = append(s.callers, project.Caller{Code: t.vm.Code(uint32(fs.Frame.Code)), PC: fs.PC})
	}
	o := t.optimize(s, t.continuing(x.Executor, tier2.Handlers), func(ex *exitdata.Executor) bool {
		if x.Continued() != nil || x.Executor.Invalid {
			return false
		}
		x.Continue(ex)
		return true
	})
	if o != isLater {
		x.Failed()
	}
}

const (
	catchHot         = 64 // as an exit that is hot
	maxCatchFailures = 5
)

// CountHandler counts that execution has come to a handler, with the frame's pc and
// sp as they are then, and asks for an executor where that is hot.
func (t *Tier) CountHandler(fp unsafe.Pointer, code *adaptive.Code, hot *adaptive.Handler) {
	t.Ticks++
	if hot.Count++; hot.Count < t.ticksOf(hot.Tries) {
		return
	}
	t.Finish()
	pc, by := hot.Target, t.hotFor(tier2.Handlers, spot{code, hot.Target}, t.ticksOf(hot.Tries), hot.Since)
	hot.Count, hot.Since = 0, t.Ticks
	switch {
	case hot.Tries > maxTries || code.Execs != nil && code.Execs[pc] != nil:
		return
	case by == nil:
		t.Stats.Lukewarm++
		return
	}
	if t.optimize(t.source(fp, code, pc), by, t.over(code, pc)) != notMade {
		return
	}
	if hot.Tries++; hot.Tries > maxTries {
		t.Stats.Blacklisted++
		return
	}
	t.Stats.BackOffs++
}
