package tier2

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/routine"
)

// routines are the guest's routines, each compiled when code wants it first. Compiles may want
// them on two goroutines. They get memory, and their addresses, on the VM's thread, ahead of
// the first code that calls them.
type routines struct {
	mu       sync.Mutex
	compiler *routine.Compiler
	made     map[string]*madeRoutine
	fresh    map[*lower.Routine]*madeRoutine // those that have no address yet
}

// madeRoutine is a routine, or why there is none.
type madeRoutine struct {
	r    *lower.Routine
	code []byte // until it is installed
	err  error
}

// Routine returns a routine of the guest (guest.Guest.Routine), compiled and installed. The first
// error stays: what is wrong with a text is wrong for good.
func (c *Compiler) Routine(name string) (*lower.Routine, error) {
	if err := c.prepare(); err != nil {
		return nil, err
	}
	r, err := c.routines.get(c, c.guest, name)
	if err == nil {
		err = c.installRoutines([]*lower.Routine{r})
	}
	return r, err
}

// get returns a routine, of which g has the text.
func (rs *routines) get(c *Compiler, g *guest.Guest, name string) (*lower.Routine, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	m := rs.made[name]
	if m == nil {
		if rs.made == nil {
			rs.compiler = routine.New(c.target, c.guest.Table())
			rs.made, rs.fresh = map[string]*madeRoutine{}, map[*lower.Routine]*madeRoutine{}
		}
		m = &madeRoutine{}
		if a := c.ahead(g, name); a != nil {
			r := a.Routine
			m.r, m.code = &r, a.Code
			rs.fresh[m.r] = m
		} else {
			m.err = rs.make(m, c.opt.Backend, g, name)
		}
		rs.made[name] = m
	}
	return m.r, m.err
}

// ahead returns what a routine was given ahead of time, nil if it is to be compiled: where stages are checked, it
// is, as all other code.
func (c *Compiler) ahead(g *guest.Guest, name string) *lower.Ahead {
	if g.Ahead == nil || c.opt.Backend != exitdata.Native || c.opt.Debug {
		return nil
	}
	return g.Ahead(name)
}

// make compiles a routine. Where code is looked at only its address is invented.
func (rs *routines) make(m *madeRoutine, kind exitdata.Kind, g *guest.Guest, name string) error {
	f, err := g.RoutineFunc(name)
	if err != nil {
		return err
	}
	code, err := rs.compiler.Compile(f, 0)
	if err != nil {
		return err
	}
	if kind != exitdata.Native {
		m.r = code.At(listedRoutine + 0x1000*uint64(len(rs.made)))
		return nil
	}
	m.r, m.code = code.At(0), slices.Clone(code.Bytes)
	rs.fresh[m.r] = m
	return nil
}

// installRoutines gives memory to the routines of a list that have none.
func (c *Compiler) installRoutines(list []*lower.Routine) error {
	c.routines.mu.Lock()
	defer c.routines.mu.Unlock()
	for _, r := range list {
		m := c.routines.fresh[r]
		if m == nil {
			continue
		}
		at, err := c.table.AddRoutine(r.Name, m.code)
		if err != nil {
			return fmt.Errorf("routine %s: %w", r.Name, err)
		}
		r.Addr, m.code = at, nil
		delete(c.routines.fresh, r)
	}
	return nil
}

// listedRoutine is where the routines of code for another processor would be.
const listedRoutine = 0x5000_0000
