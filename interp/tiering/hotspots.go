package tiering

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// Hot places. With an optimizer that takes them, back edges are JUMP_BACKWARD_JIT
// and functions begin with RESUME: these count, all others do not. The counter of
// a back edge is in its inline cache, with the number of attempts that have failed
// in its lower 4 bits; that of a function is in its Code. When it has run its
// period, the place is looked at (tier2.Hotspots). Without an optimizer there is no
// instruction that counts: JUMP_BACKWARD_NO_JIT and RESUME_CHECK stand there.

// maxTries is how many attempts at a place may fail before it is given up.
const maxTries = 12

// CountsJumps reports whether back edges count: an optimizer asks for them, and no
// selector is told each block instead.
func (t *Tier) CountsJumps() bool { return t.Triggers&tier2.BackEdges != 0 && t.Watch == nil }

// ticksOf is how many ticks a place has before it is looked at, after a number of
// failed attempts.
func (t *Tier) ticksOf(tries int) int { return min(t.Period<<tries, tier2.MaxK) }

// BeginJump begins to count a back edge, whose inline cache is at pc.
func (t *Tier) BeginJump(code *adaptive.Code, pc, tries int) {
	code.Live[pc] = uint16(t.ticksOf(tries)-1)<<4 | uint16(tries)
	for i := range code.Since {
		if code.Since[i].PC == pc {
			code.Since[i].Ticks = t.Ticks
			return
		}
	}
	code.Since = append(code.Since, adaptive.Since{PC: pc, Ticks: t.Ticks})
}

// HotBackEdge is called when the counter of the back edge at pc has run down, whose
// inline cache is at the unit cache. It reports whether an executor stands over the
// instruction now: over the first of its EXTENDED_ARGs, if it has some.
func (t *Tier) HotBackEdge(fp unsafe.Pointer, code *adaptive.Code, pc, cache int) bool {
	tries := int(code.Live[cache] & 15)
	before := code.ExecutorAt(pc)
	if t.Finish(); before == nil && code.ExecutorAt(pc) != nil {
		return true
	}
	if before != nil { // which came back to it: see Entering
		t.BeginJump(code, cache, tries)
		return false
	}
	at := t.loopHead(code, pc)
	by := t.hotFor(tier2.BackEdges, spot{code, at}, t.ticksOf(tries), code.JumpSince(cache))
	if by == nil {
		t.Stats.Lukewarm++
		t.BeginJump(code, cache, tries)
		return false
	}
	if at != pc && code.ExecutorAt(at) != nil || t.held(code, at) {
		t.BeginJump(code, cache, tries)
		return false
	}
	switch t.optimize(t.source(fp, code, at), by, t.over(code, at)) {
	case isMade:
		if at != pc {
			t.BeginJump(code, cache, 0)
		}
		return at == pc
	case isLater:
		t.BeginJump(code, cache, tries)
		return false
	}
	if tries++; tries > maxTries {
		t.blacklist(code, pc)
		return false
	}
	t.Stats.BackOffs++
	t.BeginJump(code, cache, tries)
	return false
}

// HotEntry is called when the counter of a function has run down, whose RESUME is at pc. It
// reports whether an executor stands there now.
func (t *Tier) HotEntry(fp unsafe.Pointer, code *adaptive.Code, pc int) bool {
	before := code.ExecutorAt(pc)
	t.Finish()
	by := t.hotFor(tier2.Entries, spot{code, pc}, t.ticksOf(code.Tries), code.EntrySince)
	code.Entries, code.EntrySince = 0, t.Ticks
	switch {
	case before != nil: // which came back to it: see Entering
		return false
	case code.ExecutorAt(pc) != nil:
		return true
	case by == nil:
		t.Stats.Lukewarm++
		return false
	case t.held(code, pc):
		return false
	}
	switch t.optimize(t.source(fp, code, pc), by, t.over(code, pc)) {
	case isMade:
		return true
	case isLater:
		return false
	}
	if code.Tries++; code.Tries > maxTries {
		t.blacklist(code, pc)
		return false
	}
	t.Stats.BackOffs++
	return false
}

// over returns what puts an executor over the instruction at pc, if nothing stands or is wanted there.
func (t *Tier) over(code *adaptive.Code, pc int) func(*exitdata.Executor) bool {
	return func(ex *exitdata.Executor) bool {
		if code.Execs != nil && code.Execs[pc] != nil {
			return false
		}
		t.install(code, pc, ex)
		return true
	}
}

// blacklist makes an instruction stop counting: no executor will be asked for there
// again.
func (t *Tier) blacklist(code *adaptive.Code, pc int) {
	t.Stats.Blacklisted++
	in := pycode.Decode(code.Live, pc)
	op := (*byte)(unsafe.Pointer(&code.Live[in.Unit]))
	switch in.Op.Base() {
	case pycode.JUMP_BACKWARD:
		*op = byte(pycode.JUMP_BACKWARD_NO_JIT)
	case pycode.RESUME:
		*op = byte(pycode.RESUME_CHECK)
	}
}
