package pyguest

import (
	"sync"

	"github.com/tier2go/tier2/lower"
)

// Routines that are compiled ahead of time, for the port's own processor (aheadFile, aheadTarget).
// TestAhead -update writes the files, for both. They may be behind the texts: a routine whose text
// has changed since is compiled when code wants it, as all were.

// kept is a routine of the file.
type kept struct {
	*lower.Ahead
	same func() bool // whether its text is the file's, found out once
}

var aheadRoutines = sync.OnceValue(func() map[string]kept {
	if aheadTarget == nil {
		return nil
	}
	list, err := lower.ReadAhead(aheadTarget, aheadFile)
	if err != nil {
		return nil // of other conventions: TestAhead says so
	}
	m := make(map[string]kept, len(list))
	for name, a := range list {
		m[name] = kept{a, sync.OnceValue(func() bool {
			text, err := routineText(name)
			return err == nil && lower.AheadText(text) == a.Text
		})}
	}
	return m
})

// routineAhead returns a routine that was compiled ahead of time: guest.Guest.Ahead.
func routineAhead(name string) *lower.Ahead {
	if k, ok := aheadRoutines()[name]; ok && k.same() {
		return k.Ahead
	}
	return nil
}
