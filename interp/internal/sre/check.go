package sre

import "fmt"

// checker checks codes before they are matched (_sre.c, _validate_inner).
type checker struct{ p *Program }

func (c *checker) bad(at int, what string) error {
	return fmt.Errorf("sre: %s at code %d", what, at)
}

// arg returns the argument n of the code at a place, which must lie before end.
func (c *checker) arg(at, n, end int) (int, error) {
	if at+n >= end {
		return 0, c.bad(at, "a code without its arguments")
	}
	return int(c.p.code[at+n]), nil
}

// skip returns where the distance at a place leads: behind it and not behind end.
func (c *checker) skip(at, end int) (int, error) {
	if at >= end {
		return 0, c.bad(at, "a code without its arguments")
	}
	to := at + int(c.p.code[at])
	if c.p.code[at] == 0 || to > end {
		return 0, c.bad(at, "a wrong distance")
	}
	return to, nil
}

// info reads the block that says what every match has.
func (c *checker) info() error {
	p := c.p
	end, err := c.skip(1, len(p.code))
	if err != nil {
		return err
	}
	flags, err := c.arg(0, 2, end)
	if err != nil {
		return err
	}
	if p.min, err = c.arg(0, 3, end); err != nil {
		return err
	}
	if _, err = c.arg(0, 4, end); err != nil {
		return err
	}
	p.body = end
	switch {
	case flags&infoPrefix != 0:
		n, err := c.arg(0, 5, end)
		if err != nil {
			return err
		}
		if 7+2*n != end {
			return c.bad(5, "a prefix of a wrong length")
		}
		for _, x := range p.code[7 : 7+n] {
			p.prefix = append(p.prefix, int(x))
		}
	case flags&infoCharset != 0:
		if err := c.charset(5, end); err != nil {
			return err
		}
		p.first = 5
	}
	return nil
}

// charset checks the members of a set.
func (c *checker) charset(start, end int) error {
	code := c.p.code
	for at := start; ; {
		if at >= end {
			return c.bad(start, "a charset without an end")
		}
		n := 1
		switch code[at] {
		case opFailure:
			if at+1 != end {
				return c.bad(at, "something behind a charset")
			}
			return nil
		case opNegate:
		case opLiteral:
			n = 2
		case opCategory:
			n = 2
			if x, err := c.arg(at, 1, end); err != nil || x >= numCategories {
				return c.bad(at, "an unknown category")
			}
		case opRange, opRangeUniIgnore:
			n = 3
		case opCharset:
			n = 1 + 8
		case opBigCharset:
			blocks, err := c.arg(at, 1, end)
			if err != nil {
				return err
			}
			n = 2 + 64 + 8*blocks
			if blocks > 256 || at+n > end {
				return c.bad(at, "a charset of a wrong length")
			}
			for i := range 256 {
				if block(code[at+2:], i) >= blocks {
					return c.bad(at, "a charset with an unknown block")
				}
			}
		default:
			return c.bad(at, "a code that no charset has")
		}
		if at += n; at > end {
			return c.bad(at, "a code without its arguments")
		}
	}
}

// unit reports whether a code matches one character, and where the next begins.
func (c *checker) unit(at, end int) (next int, err error) {
	switch c.p.code[at] {
	case opAny, opAnyAll:
		return at + 1, nil
	case opLiteral, opNotLiteral, opLiteralIgnore, opNotLiteralIgnore, opLiteralLocIgnore, opNotLiteralLocIgnore,
		opLiteralUniIgnore, opNotLiteralUniIgnore:
		_, err := c.arg(at, 1, end)
		return at + 2, err
	case opCategory:
		if x, err := c.arg(at, 1, end); err != nil || x >= numCategories {
			return 0, c.bad(at, "an unknown category")
		}
		return at + 2, nil
	case opIn, opInIgnore, opInLocIgnore, opInUniIgnore:
		to, err := c.skip(at+1, end)
		if err != nil {
			return 0, err
		}
		return to, c.charset(at+2, to)
	}
	return 0, nil
}

// maxNesting bounds the recursion of the check, and with it that of the matcher.
const maxNesting = 2000

// block checks the codes from one place up to another, or to the SUCCESS, JUMP or
// UNTIL that ends them, where it returns.
func (c *checker) block(at, end, depth int) (int, error) {
	if depth > maxNesting {
		return 0, c.bad(at, "too many groups in groups")
	}
	code := c.p.code
	for at < end {
		c.p.parts++
		next, err := c.unit(at, end)
		if next == 0 && err == nil {
			next, err = c.compound(at, end, depth)
		}
		if err != nil {
			return 0, err
		}
		if next == at {
			return at, nil
		}
		at = next
	}
	if at > end || at >= len(code) {
		return 0, c.bad(at, "codes that go too far")
	}
	return at, nil
}

// compound checks one code that is no unit; next is at for one that ends a block.
func (c *checker) compound(at, end, depth int) (next int, err error) {
	code := c.p.code
	switch code[at] {
	case opSuccess, opJump, opMaxUntil, opMinUntil:
		return at, nil
	case opFailure:
		return at + 1, nil
	case opMark:
		n, err := c.arg(at, 1, end)
		if err != nil || n >= 2*c.p.groups {
			return 0, c.bad(at, "an unknown mark")
		}
		return at + 2, nil
	case opAt:
		if x, err := c.arg(at, 1, end); err != nil || x >= numAts {
			return 0, c.bad(at, "an unknown place")
		}
		return at + 2, nil
	case opGroupRef, opGroupRefIgnore, opGroupRefLocIgnore, opGroupRefUniIgnore:
		return at + 2, c.group(at, end)
	case opGroupRefExists:
		return c.exists(at, end, depth)
	case opBranch:
		return c.branch(at, end, depth)
	case opAssert, opAssertNot:
		return c.inner(at, at+3, end, depth)
	case opAtomicGroup:
		return c.inner(at, at+2, end, depth)
	case opRepeatOne, opMinRepeatOne, opPossessiveRepeatOne:
		return c.repeatOne(at, end)
	case opRepeat, opPossessiveRepeat:
		return c.repeat(at, end, depth)
	}
	return 0, c.bad(at, "an unknown code")
}

// group checks a reference to a group.
func (c *checker) group(at, end int) error {
	n, err := c.arg(at, 1, end)
	if err == nil && n >= c.p.groups {
		err = c.bad(at, "an unknown group")
	}
	return err
}

// inner checks codes that end in SUCCESS, where the code's distance leads behind.
func (c *checker) inner(at, from, end, depth int) (int, error) {
	to, err := c.skip(at+1, end)
	if err != nil || from > to-1 {
		return 0, c.bad(at, "a wrong distance")
	}
	stop, err := c.block(from, to-1, depth+1)
	if err != nil {
		return 0, err
	}
	if stop != to-1 || c.p.code[stop] != opSuccess {
		return 0, c.bad(stop, "no SUCCESS")
	}
	return to, nil
}

// bounds checks the bounds of a repeat.
func (c *checker) bounds(at, end int) error {
	lo, err := c.arg(at, 2, end)
	if err != nil {
		return err
	}
	hi, err := c.arg(at, 3, end)
	if err == nil && lo > hi {
		err = c.bad(at, "bounds of a repeat")
	}
	return err
}

func (c *checker) repeatOne(at, end int) (int, error) {
	if err := c.bounds(at, end); err != nil {
		return 0, err
	}
	to, err := c.skip(at+1, end)
	if err != nil || at+4 >= to {
		return 0, c.bad(at, "a wrong distance")
	}
	next, err := c.unit(at+4, to)
	if err != nil || next == 0 || next != to-1 || c.p.code[next] != opSuccess {
		return 0, c.bad(at, "a repeat of what is no character")
	}
	return to, nil
}

func (c *checker) repeat(at, end, depth int) (int, error) {
	if err := c.bounds(at, end); err != nil {
		return 0, err
	}
	until, err := c.skip(at+1, end)
	if err != nil || until >= end || at+4 > until {
		return 0, c.bad(at, "a wrong distance")
	}
	stop, err := c.block(at+4, until, depth+1)
	if err != nil {
		return 0, err
	}
	op := c.p.code[until]
	if ok := op == opMaxUntil || op == opMinUntil; stop != until || c.p.code[at] == opRepeat && !ok || c.p.code[at] != opRepeat && op != opSuccess {
		return 0, c.bad(until, "no UNTIL")
	}
	return until + 1, nil
}

// branch checks alternatives: distances to the next one, each alternative ending
// in a JUMP behind all of them, and a distance of 0 (FAILURE) at the end.
func (c *checker) branch(at, end, depth int) (int, error) {
	code := c.p.code
	target := -1
	for i := at + 1; ; {
		if i >= end {
			return 0, c.bad(at, "alternatives without an end")
		}
		if code[i] == 0 {
			if target != i+1 && target >= 0 {
				return 0, c.bad(i, "alternatives that end elsewhere")
			}
			return i + 1, nil
		}
		next, err := c.skip(i, end)
		if err != nil || next-2 < i+1 {
			return 0, c.bad(i, "a wrong distance")
		}
		stop, err := c.block(i+1, next-2, depth+1)
		if err != nil {
			return 0, err
		}
		if stop != next-2 || code[stop] != opJump {
			return 0, c.bad(stop, "an alternative without a JUMP")
		}
		to := stop + 1 + int(code[stop+1])
		if target >= 0 && to != target {
			return 0, c.bad(stop, "alternatives that end elsewhere")
		}
		target, i = to, next
	}
}

// exists checks (?(group)yes|no): a distance to no, or behind yes.
func (c *checker) exists(at, end, depth int) (int, error) {
	if err := c.group(at, end); err != nil {
		return 0, err
	}
	// The distance counts from the place behind itself less one (_compiler.py).
	code := c.p.code
	n, err := c.arg(at, 2, end)
	if err != nil {
		return 0, err
	}
	no := at + 2 + n - 1
	if n < 1 || no > end || no < at+3 {
		return 0, c.bad(at, "a wrong distance")
	}
	if no-2 >= at+3 && code[no-2] == opJump {
		// It may be that of an alternative at the end of yes, or the one over no.
		if stop, err := c.block(at+3, no-2, depth+1); err == nil && stop == no-2 {
			to, err := c.skip(no-1, end)
			if err != nil {
				return 0, err
			}
			if stop, err := c.block(no, to, depth+1); err != nil || stop != to {
				return 0, c.bad(no, "codes that end elsewhere")
			}
			return to, nil
		}
	}
	stop, err := c.block(at+3, no, depth+1)
	if err != nil {
		return 0, err
	}
	if stop != no {
		return 0, c.bad(stop, "codes that end elsewhere")
	}
	return no, nil
}
