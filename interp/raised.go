package interp

import (
	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/uop"
)

// catching projects the trace that continues the exit by which a helper leaves that has
// raised: from the handler on, if one of the exit's frames has it.
func (s *source) catching(lim uop.Limits) (*uop.Trace, uop.Stop) {
	t, stop, ok := project.Catch(program{s.vm}, project.Entry{Code: s.code, PC: s.pc, Depth: s.depth, Top: object.Null, Callers: s.callers, Linking: true}, lim)
	if ok {
		s.vm.opt.Stops[stop]++
	}
	return t, stop
}

// raisedBy counts that an exception has left machine code by an exit. When that has
// happened often, it is asked for an executor that continues the exit at the handler.
func (vm *VM) raisedBy(x *exitdata.Exit) {
	if vm.places&tier2.Handlers == 0 || x.State.InMemory() || x.Continued() != nil || x.Executor.Kind != exitdata.Native || x.Executor.Invalid {
		return
	}
	if x.Failures > maxCatchFailures || x.Taken < uint64(catchHot)<<x.Failures {
		return
	}
	x.Failures++
	x.Taken = 0
	inner := &x.State.Frames[len(x.State.Frames)-1]
	s := &source{vm: vm, code: vm.codes[inner.Frame.Code], pc: int(inner.PC), depth: inner.SP - inner.Frame.NumLocals, exit: x, raised: true}
	for _, fs := range x.State.Frames[:len(x.State.Frames)-1] {
		s.callers = append(s.callers, project.Caller{Code: vm.codes[fs.Frame.Code], PC: fs.PC, Gen: object.Null})
	}
	if ex := vm.optimize(s); ex != nil {
		x.Continue(ex)
	}
}

const (
	catchHot         = 64 // as an exit that is hot
	maxCatchFailures = 5
)
