package uop

import (
	"fmt"
	"strconv"
	"strings"
)

// A region is a trace with joins and inner loops: its micro-ops are cut into
// blocks (Trace.Blocks).
//
//	trace @f entry=4 depth=0
//	block b0 @4 -> b1
//	  JUMP @4
//	block b1 @6 -> b2         ; the loop's top
//	  LOAD 0 @6
//	  EXITUNLESS @20 -> b3    ; if not, on in b3, not out of the region
//	block b2 @9 -> b1
//	  …

// Block is a part of a region: a straight sequence of micro-ops, of which one may
// branch, and which goes on in another block or ends. A block comes behind all
// that lead to it, but for those of the loop that it is the top of.
type Block struct {
	Start, End int    // its micro-ops: Insts[Start:End]
	PC         uint32 // of its first instruction, in the innermost frame's code
	// Branch is the micro-op, by its index in Insts, that goes to the block Else
	// where it would leave by its side exit; both are −1 if none does.
	Branch, Else int
	Next         int // the block that follows; −1: the last micro-op ends the trace
}

// CheckBlocks reports the first thing that is wrong with a region's blocks: they
// must be pieces of Insts that follow on each other, and each but the first must
// have a way in from an earlier one.
func (t *Trace) CheckBlocks() error {
	entered := make([]bool, len(t.Blocks))
	at := 0
	for i, b := range t.Blocks {
		fail := func(what string) error { return fmt.Errorf("uop: block b%d of %s %s", i, t.Name, what) }
		switch {
		case b.Start != at || b.End <= b.Start || b.End > len(t.Insts):
			return fail("has no micro-ops, or not those that follow")
		case b.Next < -1 || b.Next >= len(t.Blocks) || b.Else < -1 || b.Else >= len(t.Blocks):
			return fail("goes on in a block that does not exist")
		case (b.Branch < 0) != (b.Else < 0) || b.Branch >= 0 && (b.Branch < b.Start || b.Branch >= b.End):
			return fail("branches at none of its micro-ops")
		case i > 0 && !entered[i]:
			return fail("has no way in from an earlier one")
		}
		for _, to := range []int{b.Next, b.Else} {
			if to >= 0 {
				entered[to] = true
			}
		}
		at = b.End
	}
	if t.Blocks != nil && at != len(t.Insts) {
		return fmt.Errorf("uop: %s has micro-ops behind its last block", t.Name)
	}
	return nil
}

// appendInsts appends the micro-ops of a trace, a line each, and a line for each
// block of a region.
func appendInsts(b []byte, t *Trace) []byte {
	k := 0
	for i, in := range t.Insts {
		for k < len(t.Blocks) && t.Blocks[k].Start == i {
			b = fmt.Appendf(b, "block b%d @%d", k, t.Blocks[k].PC)
			b = appendTarget(b, t.Blocks[k].Next)
			b = append(b, '\n')
			k++
		}
		b = append(b, "  "...)
		b = appendInst(b, t.Table, in)
		if k > 0 && t.Blocks[k-1].Branch == i {
			b = appendTarget(b, t.Blocks[k-1].Else)
		}
		b = append(b, '\n')
	}
	return b
}

func appendTarget(b []byte, block int) []byte {
	if block >= 0 {
		b = fmt.Appendf(b, " -> b%d", block)
	}
	return b
}

// parseBlock reads what follows "block".
func (p *parser) parseBlock(t *Trace) error {
	p.space()
	at := p.col
	if n, err := p.blockName(); err != nil {
		return err
	} else if n != len(t.Blocks) || n == 0 && len(t.Insts) > 0 {
		return p.fail(at, "block b%d expected", len(t.Blocks))
	}
	b := Block{Start: len(t.Insts), End: len(t.Insts), Branch: -1, Else: -1, Next: -1}
	p.space()
	if !p.accept('@') {
		return p.fail(p.col, `"@" and the block's pc expected`)
	}
	var err error
	at = p.col
	if b.PC, err = p.decimal(at, p.word(""), "pc"); err != nil {
		return err
	}
	if b.Next, err = p.arrow(); err != nil {
		return err
	}
	t.Blocks = append(t.Blocks, b)
	return p.end()
}

// arrow reads "-> bN" if it is there; it returns −1 otherwise.
func (p *parser) arrow() (int, error) {
	if p.atEnd() || p.src[p.col] != '-' {
		return -1, nil
	}
	at := p.col
	if p.word("") != "->" {
		return 0, p.fail(at, `"->" expected`)
	}
	p.space()
	return p.blockName()
}

func (p *parser) blockName() (int, error) {
	at := p.col
	s := p.word("@")
	digits, ok := strings.CutPrefix(s, "b")
	n, err := strconv.ParseUint(digits, 10, 16)
	if !ok || err != nil {
		return 0, p.fail(at, "a block's name expected, as b1, not %q", s)
	}
	return int(n), nil
}

// end demands that the line has nothing more.
func (p *parser) end() error {
	if !p.atEnd() {
		at := p.col
		return p.fail(at, "the end of the line expected, not %q", p.word(""))
	}
	return nil
}
