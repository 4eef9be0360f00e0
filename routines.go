package tier2

import (
	"fmt"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/routine"
)

// routines are the guest's routines, each compiled when code wants it first.
type routines struct {
	compiler *routine.Compiler
	made     map[string]*madeRoutine
}

// madeRoutine is a routine, or why there is none.
type madeRoutine struct {
	r   *lower.Routine
	err error
}

// Routine returns a routine of the guest (guest.Guest.Routine), compiled. The first error
// stays: what is wrong with a text is wrong for good.
func (c *Compiler) Routine(name string) (*lower.Routine, error) {
	m := c.routines.made[name]
	if m == nil {
		if c.routines.made == nil {
			c.routines.compiler = routine.New(c.target, c.guest.Table())
			c.routines.made = map[string]*madeRoutine{}
		}
		m = &madeRoutine{}
		m.r, m.err = c.makeRoutine(name)
		c.routines.made[name] = m
	}
	return m.r, m.err
}

// makeRoutine compiles a routine and gives it memory: none where code is looked at only.
func (c *Compiler) makeRoutine(name string) (*lower.Routine, error) {
	f, err := c.guest.RoutineFunc(name)
	if err != nil {
		return nil, err
	}
	code, err := c.routines.compiler.Compile(f, 0)
	if err != nil {
		return nil, err
	}
	if c.opt.Backend != exitdata.Native {
		return code.At(listedRoutine + 0x1000*uint64(len(c.routines.made))), nil
	}
	at, err := c.table.AddRoutine(f, code.Bytes)
	if err != nil {
		return nil, fmt.Errorf("routine %s: %w", name, err)
	}
	return code.At(at), nil
}

// listedRoutine is where the routines of code for another processor would be.
const listedRoutine = 0x5000_0000
