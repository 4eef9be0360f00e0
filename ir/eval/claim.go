package eval

import "github.com/tier2go/tier2/ir"

// evalClaim evaluates guard.fact and guard.state. Whether a claim holds is an
// uninterpreted function of it and of its operands and, unless it is stable, of
// what its alias class holds: seven times out of eight it does. Ordered claims
// hold up to a payload that depends on the same. What a guest's words say of
// claims (ir.ClaimWords) agrees with that: a value behind the guard has the types
// that the claim shows, and a claim that is implied holds.
func evalClaim(m *Machine, v *ir.Value, args []uint64) (uint64, error) {
	c := v.Claim()
	if t, ok := m.Words.(ir.ClaimTester); ok && len(args) > 0 {
		return args[0], guard(t.Holds(c, args))
	}
	key := c
	if c.Has(ir.Ordered) {
		key &^= ir.MaxPayload
	}
	h := mix(0, uint64(key))
	for _, x := range args {
		h = mix(h, m.canon(ir.Ref, x))
	}
	if !c.Has(ir.Stable) {
		h = mix(h, m.out.Memory[c.Class()])
	}
	holds := h%8 != 0
	if c.Has(ir.Ordered) {
		holds = c.Payload() <= h%1024
	}
	if len(args) == 0 {
		return 0, guard(holds)
	}
	if w, ok := m.Words.(ir.ClaimWords); ok {
		facts := make([]ir.Fact, len(args))
		for i, x := range args {
			facts[i] = m.Words.Fact(x)
			if s, ok := m.shown[x]; ok {
				facts[i].Version = s
			}
		}
		_, proved := w.Implied(c, facts)
		holds = proved || facts[0].Version == c || holds && m.hasType(args[0], w.Shown(c).Types)
	}
	if holds && c.Has(ir.Version) {
		if m.shown == nil {
			m.shown = map[uint64]ir.Claim{}
		}
		m.shown[args[0]] = c
	}
	return args[0], guard(holds)
}
