package textfmt

// ParseComplex returns the number that ASCII text denotes under complex()'s rules: a real
// part, an imaginary one behind which stands j, or both, in parentheses or not. Underscores
// have been dropped.
func ParseComplex(s []byte) (c complex128, ok bool) {
	s = TrimBlanks(s)
	if len(s) > 0 && s[0] == '(' {
		if s[len(s)-1] != ')' || len(s) == 1 {
			return 0, false
		}
		s = TrimBlanks(s[1 : len(s)-1])
	}
	first, n := floatPrefix(s)
	rest := s[n:]
	switch {
	case n == 0:
		im, n := signAlone(rest)
		return complex(0, im), isJ(rest[n:])
	case len(rest) == 0:
		return complex(first, 0), true
	case rest[0] == '+' || rest[0] == '-':
		im, n := floatPrefix(rest)
		if n == 0 {
			im, n = signAlone(rest)
		}
		return complex(first, im), isJ(rest[n:])
	}
	return complex(0, first), isJ(rest)
}

func isJ(s []byte) bool { return len(s) == 1 && s[0]|0x20 == 'j' }

// signAlone is 1 or -1 for a sign, 1 for none.
func signAlone(s []byte) (x float64, n int) {
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			return -1, 1
		}
		return 1, 1
	}
	return 1, 0
}

// floatPrefix parses the longest float that s begins with, of n bytes; n is 0 if there is none.
func floatPrefix(s []byte) (f float64, n int) {
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	for _, name := range [...]string{"infinity", "inf", "nan"} {
		if len(s) >= i+len(name) && equalFoldASCII(s[i:i+len(name)], name) {
			n = i + len(name)
			f, _ = ParseNamed(s[:n])
			return f, n
		}
	}
	begin := i
	i = digits(i)
	count := i - begin
	if i < len(s) && s[i] == '.' {
		j := digits(i + 1)
		count += j - i - 1
		i = j
	}
	if count == 0 {
		return 0, 0
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if k := digits(j); k > j {
			i = k
		}
	}
	f, ok := ParseFloat(s[:i])
	if !ok {
		return 0, 0
	}
	return f, i
}

// DropUnderscores removes underscores between digits; ok is false if one stands elsewhere.
func DropUnderscores(s []byte) (out []byte, ok bool) {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	for i, c := range s {
		switch {
		case c != '_':
			if out != nil {
				out = append(out, c)
			}
		case !digit(i-1) || !digit(i+1):
			return nil, false
		case out == nil:
			out = append(make([]byte, 0, len(s)), s[:i]...)
		}
	}
	if out == nil {
		out = s
	}
	return out, true
}
