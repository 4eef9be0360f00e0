package toyguest

import "github.com/tier2go/tier2/ir"

// claimShape is the kind of claim that every list makes true: for tests of claims.
// All other kinds mean nothing to the guest.
const claimShape = 1

// Shown implements ir.ClaimWords: what claims show of a value besides themselves.
func (h *Heap) Shown(c ir.Claim) ir.Fact {
	if c.Kind() == claimShape {
		return ir.Meet(ir.TypesFact(TList), ir.Fact{NotNull: true})
	}
	return ir.Top
}

// Implied implements ir.ClaimWords.
func (h *Heap) Implied(c ir.Claim, args []ir.Fact) (why string, ok bool) {
	if c.Kind() == claimShape && len(args) > 0 && !args[0].IsBottom() && args[0].Types.Within(TList) {
		return "lists have the shape", true
	}
	return "", false
}
