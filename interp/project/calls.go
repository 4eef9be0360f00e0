package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// Calls and returns: the frames that a projection goes into and comes back from.

// enter goes on in the function that the call's inline cache names.
func (p *projector) enter(at, after int) uop.Stop {
	if p.into.code != nil {
		return p.enterGenerator(after)
	}
	return p.enterVersion(uint32(adaptive.CacheValue(p.code.Live[at+2:], 2)), after)
}

// enterInit goes on in the __init__ of the class that the call's inline cache names:
// above the frame that returns the instance.
func (p *projector) enterInit(at, after int) uop.Stop {
	version := initVersion(p.heap, uint32(adaptive.CacheValue(p.code.Live[at+2:], 2)))
	if p.prog.CodeByVersion(version) == nil {
		p.drop()
		return p.stop(uop.StopUnknownCallee, p.lastBegin())
	}
	p.between(p.prog.InitShim(), after)
	return p.enterVersion(version, pyguest.ShimReturn)
}

// enterVersion goes on in the function that has a version.
func (p *projector) enterVersion(version uint32, after int) uop.Stop {
	callee := p.prog.CodeByVersion(version)
	if callee == nil {
		p.drop()
		return p.stop(uop.StopUnknownCallee, p.lastBegin())
	}
	recursive := !callee.Generates && p.inside(callee)
	p.callers = append(p.callers[:len(p.callers):len(p.callers)], Caller{p.code, uint32(after), p.gen})
	p.code, p.pc, p.gen = callee, 0, Generator{}
	if p.region != nil {
		p.region.enter(callee, after, Generator{})
	}
	switch {
	case recursive:
		return p.stop(uop.StopRecursion, 0)
	case p.visible() >= p.lim.MaxFrames:
		return p.stop(uop.StopFrames, 0)
	}
	return uop.StopNone
}

// visible returns how many frames that the guest sees wait below the one at hand.
func (p *projector) visible() (n int) {
	for _, c := range p.callers {
		if !c.Code.Shim {
			n++
		}
	}
	return n
}

// inside reports whether a frame of the code is already part of the trace.
func (p *projector) inside(code *adaptive.Code) bool {
	if code == p.code {
		return true
	}
	for _, c := range p.callers {
		if c.Code == code {
			return true
		}
	}
	return false
}

// drop removes the micro-ops of the instruction at hand: the trace ends before
// it.
func (p *projector) drop() {
	for i := len(p.t.Insts) - 1; i >= 0; i-- {
		if p.t.Insts[i].Op == cpython.CHECK_VALIDITY {
			p.pc = int(p.t.Insts[i].Target)
			p.t.Insts = p.t.Insts[:i]
			p.t.Bytecodes--
			return
		}
	}
}

// lastBegin returns the pc that drop has gone back to.
func (p *projector) lastBegin() int { return p.pc }

// leave goes on in the caller, or ends the trace.
func (p *projector) leave() uop.Stop {
	n := len(p.callers)
	if n == 0 {
		return uop.StopReturn
	}
	c := p.callers[n-1]
	p.callers = p.callers[:n-1]
	p.code, p.pc, p.gen = c.Code, int(c.PC), c.Gen
	if r := p.region; r != nil {
		r.at = r.contexts[r.at].parent
	}
	return uop.StopNone
}
