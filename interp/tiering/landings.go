package tiering

import (
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/pycode"
)

// LandingAt returns the landing at pc, nil if there is no memory for its row.
func (t *Tier) LandingAt(code *adaptive.Code, pc int) *adaptive.Landing {
	if code.Landings == nil {
		code.Landings = make([]*adaptive.Landing, len(code.Live))
	}
	l := code.Landings[pc]
	if l == nil {
		x, err := t.Table.Landing()
		if err != nil {
			return nil
		}
		l = &adaptive.Landing{Exit: x}
		l.Resume = code.ResumeRow(uint32(pc), x.RowAddress())
		code.Landings[pc] = l
	}
	return l
}

// landed counts that execution has come back to the interpreter by a landing, and asks
// for an executor there when that has happened often. Back edges and functions' starts
// count for themselves.
func (t *Tier) landed(code *adaptive.Code, pc int) {
	l := code.Landings[pc]
	if ex := code.ExecutorAt(pc); ex != nil {
		t.Table.Land(l.Exit, ex)
		return
	}
	if l.Arrivals++; l.Arrivals < landingHot<<l.Tries || l.Tries > maxLandingTries || code.Execs != nil && code.Execs[pc] != nil {
		return
	}
	switch in := pycode.Decode(code.Live, pc); in.Op.Base() {
	case pycode.JUMP_BACKWARD, pycode.NOT_TAKEN:
		return
	case pycode.RESUME:
		if in.Arg&3 == 0 {
			return
		}
	}
	l.Arrivals = 0
	l.Tries++
	t.install(code, pc, nil)
}

const (
	landingHot      = 64 // as an exit, before it is compiled
	maxLandingTries = 8
)

// Lead makes the resume word of a frame of code lead to where the frame goes on: to the
// executor that stands there, or to the interpreter.
func (t *Tier) Lead(fp unsafe.Pointer, code *adaptive.Code) {
	row := t.ReturnRow
	if t.Table.Native() {
		pc := int(*frame.PC(fp))
		if l := t.LandingAt(code, pc); l != nil {
			if l.Exit.Target.Kind == exitdata.Cold {
				if ex := code.ExecutorAt(pc); ex != nil {
					t.Table.Land(l.Exit, ex)
				}
			}
			row = l.Exit.RowAddress()
			if pc == 0 {
				t.vm.Callable(code, row)
			}
		}
	}
	*frame.Resume(fp) = row
}
