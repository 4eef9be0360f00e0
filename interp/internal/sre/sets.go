package sre

// set is what is known of a set of characters.
type set struct {
	bits [4]uint64 // the members below 256
	far  far       // those from 256 on
}

// far says which characters from 256 on are members.
type far uint8

const (
	farNone far = iota
	farSome
	farAll
)

// has reports whether a character may be a member.
func (s *set) has(ch uint32) bool {
	if ch < 256 {
		return s.bits[ch>>6]>>(ch&63)&1 != 0
	}
	return s.far != farNone
}

func (s *set) add(ch uint32) {
	if ch < 256 {
		s.bits[ch>>6] |= 1 << (ch & 63)
	} else {
		s.far = max(s.far, farSome)
	}
}

// or returns the members of both, or nil if one is nil.
func (s *set) or(t *set) *set {
	if s == nil || t == nil {
		return nil
	}
	both := &set{far: max(s.far, t.far)}
	for i := range both.bits {
		both.bits[i] = s.bits[i] | t.bits[i]
	}
	return both
}

// disjoint reports whether two sets surely have no member in common.
func (s *set) disjoint(t *set) bool {
	for i := range s.bits {
		if s.bits[i]&t.bits[i] != 0 {
			return false
		}
	}
	return s.far == farNone || t.far == farNone
}

func single(ch uint32) *set {
	s := &set{}
	s.add(ch)
	return s
}

// only returns the one member of a set that has one, which is below 256.
func (s *set) only() (ch byte, ok bool) {
	n := 0
	for c := range uint32(256) {
		if s.has(c) {
			ch = byte(c)
			n++
		}
	}
	return ch, n == 1 && s.far == farNone
}

// test is a code that matches one character.
type test struct {
	set
	pc int32 // asked about characters from 256 on, of which some pass
}

// test makes a test of a code.
func (p *Program) test(pc int) test {
	t := test{pc: int32(pc), set: set{far: farSome}}
	for ch := range uint32(256) {
		if p.one(pc, ch) {
			t.add(ch)
		}
	}
	switch code := p.code; code[pc] {
	case opAny, opAnyAll:
		t.far = farAll
	case opLiteral:
		if code[pc+1] < 256 {
			t.far = farNone
		}
	case opNotLiteral:
		if code[pc+1] < 256 {
			t.far = farAll
		}
	case opIn:
		t.far = p.farOf(pc + 2)
	}
	return t
}

// charset makes a test of a charset that is no code.
func (p *Program) charset(at int) test {
	t := test{set: set{far: farSome}}
	for ch := range uint32(256) {
		if p.member(at, ch) {
			t.add(ch)
		}
	}
	return t
}

// farOf says which characters from 256 on are members of a charset.
func (p *Program) farOf(at int) far {
	code := p.code
	in := farNone
	for {
		switch code[at] {
		case opFailure:
			return in
		case opNegate:
			in = farAll
			at++
		case opLiteral:
			if code[at+1] >= 256 {
				return farSome
			}
			at += 2
		case opRange:
			if code[at+2] >= 256 {
				return farSome
			}
			at += 3
		case opCharset:
			at += 9
		default:
			return farSome
		}
	}
}
