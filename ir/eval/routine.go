package eval

import "github.com/tier2go/tier2/ir"

// endRoutine ends a routine by its result, or by giving up. A result that is what stands for
// giving up is giving up: the caller cannot tell them apart.
func (m *Machine) endRoutine(v *ir.Value) {
	m.out.Returned = m.f.GaveUp
	if v.Op == ir.OpRet {
		m.out.Returned = m.value(v.Args[0])
	}
	m.out.GaveUp = m.f.GivesUp && m.out.Returned == m.f.GaveUp
}
