package adaptive

import "github.com/tier2go/tier2/interp/object"

// RunsIn notes that there is a function of the code with these globals; plain says that it has
// the VM's own builtins.
func (c *Code) RunsIn(globals object.Value, plain bool) {
	switch {
	case c.Globals == object.Null && !c.GlobalsDiffer && plain:
		c.Globals = globals
	case c.Globals != globals || !plain:
		c.Globals, c.GlobalsDiffer = object.Null, true
	}
}
