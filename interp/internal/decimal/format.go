package decimal

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Spec is a format specification: [[fill]align][sign][0][width][,][.precision][type].
type Spec struct {
	Fill  string // one character
	Align byte   // < > = ^, or z: zeros behind the sign
	Sign  byte   // + - or a blank
	Width int64
	Prec  int64 // −1: none
	Type  byte  // e f g % or their capitals
	// Dot, Sep and Grouping are what a locale has: the point, where it is set, what stands between groups of digits, and the
	// lengths of the groups from the point on, the last of which repeats.
	Dot, Sep, Grouping string
	// Locale: the type was n, so that the three are to be those of the locale.
	Locale bool
	Old    bool // the type was N
}

// ParseSpec reads a specification; ok is false for what libmpdec does not know.
func ParseSpec(s string, capitals bool) (f Spec, ok bool) {
	f = Spec{Fill: " ", Align: '>', Sign: '-', Prec: -1, Type: 'g'}
	if capitals {
		f.Type = 'G'
	}
	isAlign := func(i int) bool { return i < len(s) && strings.IndexByte("<>=^", s[i]) >= 0 }
	aligned := true
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 {
		return f, false
	}
	switch {
	case n > 0 && isAlign(n):
		f.Fill, f.Align, s = s[:n], s[n], s[n+1:]
	case isAlign(0):
		f.Align, s = s[0], s[1:]
	default:
		aligned = false
	}
	take := func(set string) byte {
		if s == "" || strings.IndexByte(set, s[0]) < 0 {
			return 0
		}
		c := s[0]
		s = s[1:]
		return c
	}
	number := func() (int64, bool) {
		i := 0
		for i < len(s) && s[i]-'0' <= 9 {
			i++
		}
		v, err := strconv.ParseInt(s[:i], 10, 64)
		s = s[i:]
		return v, err == nil
	}
	if c := take("+- "); c != 0 {
		f.Sign = c
	}
	if take("0") != 0 {
		if aligned {
			return f, false
		}
		f.Align, f.Fill = 'z', "0"
	}
	if s != "" && s[0]-'0' <= 9 {
		if s[0] == '0' {
			return f, false
		}
		if f.Width, ok = number(); !ok {
			return f, false
		}
	}
	if take(",") != 0 {
		f.Dot, f.Sep, f.Grouping = ".", ",", "\x03"
	}
	if take(".") != 0 {
		if f.Prec, ok = number(); !ok {
			return f, false
		}
	}
	if c := take("EeFfGg%"); c != 0 {
		f.Type = c
	} else if c := take("Nn"); c != 0 {
		if f.Sep != "" {
			return f, false
		}
		f.Type = c - 'N' + 'G'
		f.Dot, f.Locale, f.Old = ".", true, c == 'N'
	}
	return f, s == ""
}

// Valid reports whether what a locale has is within bounds.
func (f *Spec) Valid() bool {
	for i := range len(f.Grouping) {
		if f.Grouping[i] > 127 {
			return false
		}
	}
	return f.Dot != "" && len(f.Dot) <= 4 && len(f.Sep) <= 4
}

// Format returns x under a specification; ok is false where that exceeds libmpdec's limits.
func (c *Context) Format(x *Num, f Spec) (text string, ok bool) {
	if f.Width > MaxPrec || f.Prec > MaxPrec {
		return "", false
	}
	c.Room(float64(f.Width) * 16)
	kind, upper := f.Type|0x20, f.Type&0x20 == 0
	percent := f.Type == '%'
	if percent {
		kind, upper = '%', false
	}
	place := int64(1)
	n := scientific
	y := *x
	if x.Form != Finite {
		if f.Align == 'z' {
			f.Fill, f.Align = " ", '>'
		}
	} else {
		if percent {
			y.Exp += 2
			kind = 'f'
		}
		switch kind {
		case 'e':
			n = exponential
		case 'f':
			n = fixedPoint
		}
		if f.Prec >= 0 {
			switch kind {
			case 'g':
				if p := max(f.Prec, 1); y.Digits() > p {
					y = c.toDigits(&y, p)
				}
			case 'e':
				if y.zeroCoef() {
					place = 1 - f.Prec
				} else {
					y = c.toDigits(&y, f.Prec+1)
				}
			case 'f':
				if y.zeroCoef() {
					y.Exp = -f.Prec
				} else {
					y = c.rescale(&y, -f.Prec)
				}
			}
		}
		if kind == 'f' && y.zeroCoef() && y.Exp > 0 {
			y.Exp = 0
		}
	}
	b := c.append(nil, &y, n, upper, place)
	if !y.Neg && f.Sign != '-' {
		b = append([]byte{f.Sign}, b...)
	}
	if percent {
		b = append(b, '%')
	}
	text = string(b)
	if f.Dot != "" && x.Form == Finite {
		text = group(text, &f)
	}
	return f.pad(text), true
}

// toDigits returns x rounded to n digits.
func (c *Context) toDigits(x *Num, n int64) Num {
	exp := x.Adjusted() - n + 1
	y := c.rescale(x, exp)
	if y.Digits() > n {
		y = c.rescale(&y, exp+1)
	}
	return y
}

// group puts separators into the whole part of a number, and zeros in front of it if the alignment is so.
func group(text string, f *Spec) string {
	sign := ""
	if strings.IndexByte("+- ", text[0]) >= 0 {
		sign, text = text[:1], text[1:]
	}
	i := 0
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	whole, rest, dot := text[:i], text[i:], ""
	if rest != "" && rest[0] == '.' {
		rest, dot = rest[1:], f.Dot
	}
	if dot == "" && (f.Sep == "" || f.Grouping == "") {
		return sign + whole + rest
	}
	var parts []string // of the whole part, the last first
	length := len(sign) + utf8.RuneCountInString(dot) + len(rest)
	sep := utf8.RuneCountInString(f.Sep)
	pending := len(whole)
	padding := false
	at := 0
	size := func() int {
		if at < len(f.Grouping) && f.Grouping[at] != 127 {
			return int(f.Grouping[at])
		}
		return 0
	}
	group := size()
	consume := group
	piece := "" // of digits between two separators
	for {
		if consume <= 0 && group == 0 || consume > pending {
			consume = pending
		}
		pending -= consume
		if padding {
			piece = strings.Repeat("0", consume) + piece
		} else {
			piece = whole[pending:pending+consume] + piece
		}
		length += consume
		if pending == 0 {
			if f.Align == 'z' && int64(length) < f.Width {
				pending = int(f.Width) - length
				consume = group - consume
				padding = true
				continue
			}
			break
		}
		if sep > 0 {
			if padding && pending > 1 {
				pending--
			}
			parts = append(parts, piece)
			piece = ""
			length += sep
		}
		if at+1 < len(f.Grouping) {
			at++
		}
		group = size()
		consume = group
	}
	var b strings.Builder
	b.WriteString(sign)
	b.WriteString(piece)
	for k := len(parts) - 1; k >= 0; k-- {
		b.WriteString(f.Sep)
		b.WriteString(parts[k])
	}
	b.WriteString(dot)
	b.WriteString(rest)
	return b.String()
}

// pad fills text up to the width.
func (f *Spec) pad(text string) string {
	n := int(f.Width) - utf8.RuneCountInString(text)
	if n <= 0 {
		return text
	}
	switch f.Align {
	case '<':
		return text + strings.Repeat(f.Fill, n)
	case '^':
		return strings.Repeat(f.Fill, n/2) + text + strings.Repeat(f.Fill, n-n/2)
	}
	sign := ""
	if f.Align != '>' && strings.IndexByte("+- ", text[0]) >= 0 {
		sign, text = text[:1], text[1:]
	}
	return sign + strings.Repeat(f.Fill, n) + text
}
