package tiering

import (
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Brief executors. Go enters machine code, and machine code leaves to Go, in the time of some thirty instructions of tier 1
// (docs/measurements.md, "Functions that builtin functions call"). Where a frame that Go waits for is left behind fewer, tier 1 executes them:
// behind such machine code is nothing but Go.

// mostBrief is how many instructions a brief executor has at most.
const mostBrief = 24

// installed makes what stands at a place of code.
func installed(code *adaptive.Code, ex *exitdata.Executor, unit uint16) *adaptive.Installed {
	return &adaptive.Installed{Executor: ex, Unit: unit, Brief: ex != nil && ex.Kind == exitdata.Native && brief(code, ex.Trace)}
}

// brief reports whether a trace has few instructions, runs no other frame and leaves its own wherever it ends.
func brief(code *adaptive.Code, t *uop.Trace) bool {
	if t == nil || t.Bytecodes > mostBrief || slices.ContainsFunc(t.Insts, func(u uop.Inst) bool { return u.Op == cpython.PUSH_FRAME }) {
		return false
	}
	for i, b := range t.Blocks {
		if b.Next >= 0 && b.Next <= i || b.Else >= 0 && b.Else <= i || b.Next < 0 && !leaves(code, &t.Insts[b.End-1]) {
			return false
		}
	}
	return len(t.Blocks) > 0 || leaves(code, &t.Insts[len(t.Insts)-1])
}

// leaves reports whether the frame is left where a trace ends with a micro-op, or by the instruction that it has left for others.
func leaves(code *adaptive.Code, u *uop.Inst) bool {
	switch u.Op {
	case cpython.RETURN_VALUE, cpython.YIELD_VALUE:
		return true
	case cpython.INTERPRET:
		return project.Leaves(u)
	case cpython.EXIT_TRACE:
		if int(u.Target) >= len(code.Live) {
			return false
		}
		switch code.Decode(int(u.Target)).Op.Base() {
		case pycode.RETURN_VALUE, pycode.YIELD_VALUE:
			return true
		}
	}
	return false
}
