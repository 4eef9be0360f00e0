package irtext

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// claimWords are the flags of a claim, in the order of the print.
var claimWords = []struct {
	name string
	flag ir.ClaimFlags
}{{"stable", ir.Stable}, {"ordered", ir.Ordered}, {"version", ir.Version}}

// remade makes a claim anew from what the text form has of it.
func remade(c ir.Claim) ir.Claim {
	var flags ir.ClaimFlags
	for _, w := range claimWords {
		if c.Has(w.flag) {
			flags |= w.flag
		}
	}
	class := c.Class()
	if c.Has(ir.Stable) {
		class = 0
	}
	return ir.NewClaim(c.Kind(), c.Payload(), flags, class)
}

// appendClaim prints kind=1 of=5 stable version.
func appendClaim(b []byte, c ir.Claim) []byte {
	b = fmt.Appendf(b, "kind=%d of=%d", c.Kind(), c.Payload())
	if !c.Has(ir.Stable) {
		b = fmt.Appendf(b, " class=%d", c.Class())
	}
	for _, w := range claimWords {
		if c.Has(w.flag) {
			b = append(append(b, ' '), w.name...)
		}
	}
	return b
}

// parseClaim reads what appendClaim prints.
func (p *parser) parseClaim() ir.Claim {
	p.attr("kind")
	kind := uint8(p.integer("a kind", 0, 255))
	p.attr("of")
	payload := uint64(p.integer("a payload", 0, ir.MaxPayload))
	var class uint8
	if p.isWord("class") {
		p.attr("class")
		class = uint8(p.integer("an alias class", 0, 63))
	}
	var flags ir.ClaimFlags
	for _, w := range claimWords {
		if p.isWord(w.name) {
			p.next()
			flags |= w.flag
		}
	}
	return ir.NewClaim(kind, payload, flags, class)
}
