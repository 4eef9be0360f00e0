package sre

// block returns entry i of the block numbers of a BIGCHARSET, bytes in words.
func block(words []uint32, i int) int { return int(words[i>>2]>>(8*(i&3))) & 0xFF }

// member reports whether a character is in the set that begins at a place
// (sre_lib.h, SRE(charset)).
func (p *Program) member(at int, ch uint32) bool {
	code, u, ok := p.code, p.u, true
	for {
		switch code[at] {
		case opFailure:
			return !ok
		case opNegate:
			ok = !ok
			at++
		case opLiteral:
			if ch == code[at+1] {
				return ok
			}
			at += 2
		case opCategory:
			if category(u, code[at+1], ch) {
				return ok
			}
			at += 2
		case opCharset:
			if ch < 256 && code[at+1+int(ch>>5)]>>(ch&31)&1 != 0 {
				return ok
			}
			at += 9
		case opRange:
			if code[at+1] <= ch && ch <= code[at+2] {
				return ok
			}
			at += 3
		case opRangeUniIgnore:
			lo, hi := code[at+1], code[at+2]
			if up := uint32(u.Upper(rune(ch))); lo <= ch && ch <= hi || lo <= up && up <= hi {
				return ok
			}
			at += 3
		case opBigCharset:
			blocks := code[at+2:]
			if ch < 1<<16 {
				b := block(blocks, int(ch>>8))
				if blocks[64+8*b+int(ch&0xFF)>>5]>>(ch&31)&1 != 0 {
					return ok
				}
			}
			at += 66 + 8*int(code[at+1])
		default:
			return false // Compile has checked the codes
		}
	}
}

// one reports whether a code of one character matches it.
func (p *Program) one(pc int, ch uint32) bool {
	code, u := p.code, p.u
	switch code[pc] {
	case opAny:
		return ch != '\n'
	case opAnyAll:
		return true
	case opLiteral:
		return ch == code[pc+1]
	case opNotLiteral:
		return ch != code[pc+1]
	case opIn:
		return p.member(pc+2, ch)
	case opCategory:
		return category(u, code[pc+1], ch)
	case opInIgnore, opInLocIgnore:
		return p.member(pc+2, asciiLower(ch))
	case opInUniIgnore:
		return p.member(pc+2, u.lower(ch))
	case opLiteralIgnore:
		return asciiLower(ch) == code[pc+1]
	case opNotLiteralIgnore:
		return asciiLower(ch) != code[pc+1]
	case opLiteralLocIgnore:
		return asciiLower(ch) == asciiLower(code[pc+1])
	case opNotLiteralLocIgnore:
		return asciiLower(ch) != asciiLower(code[pc+1])
	case opLiteralUniIgnore:
		return u.lower(ch) == code[pc+1]
	case opNotLiteralUniIgnore:
		return u.lower(ch) != code[pc+1]
	}
	return false
}

// category reports whether a character is in a category.
func category(u *Unicode, which, ch uint32) bool {
	var in bool
	switch which &^ 1 {
	case catDigit:
		in = ch-'0' < 10
	case catSpace:
		in = ch == ' ' || ch-'\t' < 5
	case catWord, catLocWord:
		in = asciiWord(ch)
	case catLineBreak:
		in = ch == '\n'
	case catUniDigit:
		in = u.Decimal(rune(ch))
	case catUniSpace:
		in = u.Space(rune(ch))
	case catUniWord:
		in = u.word(ch)
	case catUniLineBreak:
		in = u.LineBreak(rune(ch))
	}
	return in != (which&1 != 0)
}

func asciiWord(ch uint32) bool { return (ch|0x20)-'a' < 26 || ch-'0' < 10 || ch == '_' }

func (u *Unicode) word(ch uint32) bool {
	if ch < 128 {
		return asciiWord(ch)
	}
	return u.Alnum(rune(ch))
}

// asciiLower is also what the C locale does, which is CPython's here.
func asciiLower(ch uint32) uint32 {
	if ch-'A' < 26 {
		return ch + 32
	}
	return ch
}

func (u *Unicode) lower(ch uint32) uint32 {
	if ch < 128 {
		return asciiLower(ch)
	}
	return uint32(u.Lower(rune(ch)))
}
