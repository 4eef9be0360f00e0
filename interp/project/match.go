package project

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// Class patterns: MATCH_CLASS, COPY 1 and POP_JUMP_IF_NONE are one instruction of a trace, so that what the branch asks need not be made
// a tuple first. Guards that fail in it leave to MATCH_CLASS.

// matchedBy returns the branch that is one instruction with the MATCH_CLASS whose successor stands at after; ok is false where there
// is none.
func matchedBy(code *adaptive.Code, after int) (branch pycode.Instr, ok bool) {
	if after+1 >= len(code.Live) {
		return branch, false
	}
	in := code.Decode(after)
	branch = code.Decode(in.Unit + 1)
	return branch, in.Op == pycode.COPY && in.Arg == 1 && branch.Op.Base() == pycode.POP_JUMP_IF_NONE
}

// matchClass expands MATCH_CLASS with its branch. A region goes on where the pattern matches, and branches to where it does not; so does a
// trace that an exit leads to, which mostly is there because the pattern matched against what the branch did before.
func (p *projector) matchClass(op pycode.Op, start, after int, arg uint32) (stop uop.Stop, ok bool) {
	if op != pycode.MATCH_CLASS || p.general(start) {
		return uop.StopNone, false
	}
	branch, ok := matchedBy(p.code, after)
	if !ok {
		return uop.StopNone, false
	}
	behind := branch.Unit + 1 + branch.Op.Caches()
	fails, matches := behind+int(branch.Arg), p.code.Behind(behind)
	failed := bits.OnesCount16(p.code.Live[branch.Unit+1])
	none := failed > 8 && !(p.first && p.linking)
	if r := p.region; r != nil {
		none = r.follow(matches).block == outside && r.follow(fails).block != outside
	}
	likely, next, other := 16-failed, matches, fails
	if none {
		likely, next, other = failed, fails, matches
	}
	p.begin(start)
	p.t.Bytecodes += 2
	p.emit(cpython.MATCH_CLASS, arg, start).Operand0 = pyguest.MatchBranches
	p.emit(cpython.COPY, 1, start)
	p.emit(guards[pycode.POP_JUMP_IF_NONE][b2i(none)], 0, other).Operand0 = pyguest.MatchBranches
	p.pc, p.branched = next, true
	if p.region != nil {
		if p.region.fork(other, float64(likely)/16) {
			return stopBlock, true
		}
		return uop.StopNone, true
	}
	if !p.first {
		p.conf = p.conf * likely / 16
	}
	if p.conf < minConfidence {
		return p.stop(uop.StopConfidence, next), true
	}
	return uop.StopNone, true
}
