package ir

// Claim is what guard.fact and guard.state test, in the guest's terms: that a
// value's type has a version, that two values suit an operation, that there is
// room for so many frames. A claim has a kind and a payload, which are the
// guest's, and says by itself when it may be believed again:
//
//   - a Stable claim that has held once of a value (or of the VM) holds for as
//     long as the function runs: it is about what cannot change, or about what
//     the guest watches, so that the executor becomes invalid first (guard.valid);
//   - any other may be made wrong by whatever writes its alias class;
//   - an Ordered claim with a larger payload implies one with a smaller;
//   - a Version is a stable claim of one value that becomes part of what is
//     known of it (Fact.Version) and so passes through block parameters.
//
// The layout: payload in bits 0 to 39, kind in 40 to 47, alias class in 48 to 53,
// flags from bit 54 on.
type Claim int64

// ClaimFlags are properties of a claim.
type ClaimFlags uint8

// The flags.
const (
	Stable ClaimFlags = 1 << iota
	Ordered
	Version
)

// MaxPayload is the largest payload.
const MaxPayload = 1<<40 - 1

// NewClaim makes a claim. class is the alias class that it reads, 0 to 63; it is
// not used if the claim is stable.
func NewClaim(kind uint8, payload uint64, flags ClaimFlags, class uint8) Claim {
	return Claim(payload&MaxPayload | uint64(kind)<<40 | uint64(class&63)<<48 | uint64(flags)<<54)
}

// Kind returns the guest's number for what is claimed.
func (c Claim) Kind() uint8 { return uint8(c >> 40) }

// Payload returns what the kind is about: a version, an amount.
func (c Claim) Payload() uint64 { return uint64(c) & MaxPayload }

// Class returns the alias class that the claim reads.
func (c Claim) Class() uint8 { return uint8(c>>48) & 63 }

// Has reports whether the claim has a flag.
func (c Claim) Has(f ClaimFlags) bool { return ClaimFlags(c>>54)&f != 0 }

// Implies reports whether c, of the same values at the same time, implies d.
func (c Claim) Implies(d Claim) bool {
	return c == d || c.Has(Ordered) && c&^MaxPayload == d&^MaxPayload && c.Payload() > d.Payload()
}

// Claim returns the claim of a guard.fact or guard.state.
func (v *Value) Claim() Claim { return Claim(v.Aux) }

// ClaimTester is an extension of ClaimWords for guests whose values are at hand: it
// tests a claim of them.
type ClaimTester interface {
	Holds(c Claim, args []uint64) bool
}

// ClaimWords is an extension of Words for guests whose traces have claims.
type ClaimWords interface {
	// Shown returns what else is known of a value of which a claim holds: its types.
	Shown(c Claim) Fact
	// Implied reports whether what is known of the operands proves a claim, with
	// what is watched for it; why says it in words.
	Implied(c Claim, args []Fact) (why string, ok bool)
}
