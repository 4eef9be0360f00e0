package textfmt

import "github.com/tier2go/tier2/interp/unicode"

// Number is a number taken apart for layout:
//
//	padding | sign | prefix | padding | grouped digits | rest | padding
type Number struct {
	Sign   byte   // - or 0
	Prefix string // 0x and the like
	Digits []byte // before the point or exponent
	Rest   []byte // point, fraction, exponent, percent sign
}

// groupSize returns how many digits stand between separators.
func (f *Spec) groupSize() int {
	switch f.Conv {
	case 'b', 'o', 'x', 'X':
		return 4
	}
	return 3
}

// Layout is where the parts of a number go.
type Layout struct {
	spec               *Spec
	number             *Number
	sign               byte
	fraction           int // digits behind the point
	zeros, separators  int // among the digits before it
	left, inner, right int // fill characters: before the sign, behind it, at the end
	others             int // characters that are no digits, separators or fill of these
}

// LayOut decides how a number is shown.
func (f *Spec) LayOut(p *Number) Layout {
	l := Layout{spec: f, number: p, sign: p.Sign, fraction: fractionDigits(p.Rest)}
	if l.sign == 0 && (f.Sign == '+' || f.Sign == ' ') {
		l.sign = f.Sign
	}
	l.others = len(p.Prefix) + utf8Len(p.Rest)
	if l.sign != 0 {
		l.others++
	}
	if f.FracGroup != 0 && l.fraction > 0 {
		l.others += (l.fraction - 1) / f.groupSize()
	}
	if len(p.Digits) > 0 {
		l.zeros, l.separators = f.grouping(len(p.Digits), l.others)
	}
	l.left, l.right = f.Padding(l.shown())
	if f.Align == '=' {
		l.inner, l.right = l.right, 0
	}
	return l
}

// shown returns the number of characters that are no fill.
func (l *Layout) shown() int { return l.others + l.zeros + len(l.number.Digits) + l.separators }

// Len returns the number of characters.
func (l *Layout) Len() int { return l.shown() + l.left + l.inner + l.right }

// Append appends the number in WTF-8.
func (l *Layout) Append(b []byte) []byte {
	f, p := l.spec, l.number
	b = AppendFill(b, f.Fill, l.left)
	if l.sign != 0 {
		b = append(b, l.sign)
	}
	b = append(b, p.Prefix...)
	b = AppendFill(b, f.Fill, l.inner)
	b = f.appendGrouped(b, p.Digits, l.zeros, l.separators > 0)
	b = f.appendRest(b, p.Rest, l.fraction)
	return AppendFill(b, f.Fill, l.right)
}

// utf8Len counts the characters of WTF-8.
func utf8Len(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// fractionDigits counts the digits behind the point that rest begins with.
func fractionDigits(rest []byte) int {
	if len(rest) == 0 || rest[0] != '.' {
		return 0
	}
	n := 0
	for n+1 < len(rest) && rest[n+1] >= '0' && rest[n+1] <= '9' {
		n++
	}
	return n
}

// grouping returns how many zeros go before n digits and how many separators
// between all of them. Zeros count as digits, separated like them, when they
// are the fill after the sign; a separator never comes first, so there may be
// one zero more than the width asks for.
func (f *Spec) grouping(n, others int) (zeros, separators int) {
	room := 0
	if f.Fill == '0' && f.Align == '=' {
		room = f.Width - others
	}
	if f.Group == 0 {
		return max(room-n, 0), 0
	}
	size := f.groupSize()
	total := n
	if room > n+(n-1)/size {
		// The least d with d + (d−1)/size ≥ room.
		total = room - (room-1)/(size+1)
		if total+(total-1)/size < room {
			total++
		}
	}
	return total - n, (total - 1) / size
}

// appendGrouped appends zeros and digits, with a separator before each whole
// group but the first.
func (f *Spec) appendGrouped(b, digits []byte, zeros int, grouped bool) []byte {
	if !grouped {
		return append(AppendZeros(b, zeros), digits...)
	}
	size, left := f.groupSize(), zeros+len(digits)
	for i := 0; left > 0; left-- {
		if i > 0 && left%size == 0 {
			b = append(b, f.Group)
		}
		if i < zeros {
			b = append(b, '0')
		} else {
			b = append(b, digits[i-zeros])
		}
		i++
	}
	return b
}

// appendRest appends what follows the integer digits; groups of fraction digits
// are counted from the point.
func (f *Spec) appendRest(b, rest []byte, fraction int) []byte {
	if f.FracGroup == 0 || fraction == 0 {
		return append(b, rest...)
	}
	size := f.groupSize()
	b = append(b, rest[0])
	for i := range fraction {
		if i > 0 && i%size == 0 {
			b = append(b, f.FracGroup)
		}
		b = append(b, rest[1+i])
	}
	return append(b, rest[1+fraction:]...)
}

// AppendFill appends a character n times in WTF-8.
func AppendFill(b []byte, c rune, n int) []byte {
	for range n {
		b = unicode.AppendRune(b, c)
	}
	return b
}
