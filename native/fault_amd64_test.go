//go:build linux

package native

import (
	"strings"
	"testing"
)

// An integer division that traps comes back as an error.
func TestFaultDivide(t *testing.T) {
	m := newMachine(t, resume)
	var p prog
	p.divide()
	p.exit(m.row)
	st, err := m.st.EnterGuarded(m.push(), m.install(p.code))
	if st != StatusFault || err == nil || !strings.Contains(err.Error(), "divide") {
		t.Errorf("%v, %v", st, err)
	}
}
