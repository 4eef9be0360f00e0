package pycode

// code reads the fields of a code object, in the order of Python/marshal.c.
func (r *reader) code(depth int) (*Code, int, error) {
	f := fields{reader: r, depth: depth}
	c := &Code{
		ArgCount:        f.count("argcount"),
		PosOnlyArgCount: f.count("posonlyargcount"),
		KwOnlyArgCount:  f.count("kwonlyargcount"),
		StackSize:       f.count("stacksize"),
		Flags:           f.int("flags"),
		Units:           f.units("code"),
		Consts:          f.tuple("constants"),
		Names:           f.strings("names"),
		LocalsPlus:      f.strings("local names"),
		Kinds:           f.kinds("local kinds"),
		Filename:        f.str("file name"),
		Name:            f.str("name"),
		QualName:        f.str("qualified name"),
		FirstLine:       f.int("first line"),
		LineTable:       f.table("line table"),
		ExceptionTable:  f.table("exception table"),
	}
	if f.err != nil {
		return nil, 0, f.err
	}
	if len(c.Kinds) != len(c.LocalsPlus) {
		return nil, 0, r.fail(r.pos, "code object %q has %d local names and %d local kinds", c.Name, len(c.LocalsPlus), len(c.Kinds))
	}
	return c, f.weight, nil
}

// fields reads the fields of a code object one by one and keeps the first error.
type fields struct {
	*reader
	depth  int
	weight int
	err    error
}

func (f *fields) int(what string) int {
	if f.err != nil {
		return 0
	}
	var n int
	n, f.err = f.reader.int32(what)
	return n
}

// count reads an int that cannot be negative.
func (f *fields) count(what string) int {
	at := f.pos
	n := f.int(what)
	if f.err == nil && n < 0 {
		f.err = f.fail(at, "%s is %d", what, n)
	}
	return n
}

// next reads an object.
func (f *fields) next() (c Const) {
	if f.err == nil {
		var n int
		c, n, f.err = f.object(f.depth)
		f.weight = min(f.weight+n, f.max+1)
	}
	return c
}

// wrong reports what the object at byte at should have been.
func (f *fields) wrong(at int, what, want string, c Const) {
	if f.err == nil {
		f.err = f.fail(at, "%s of a code object should be %s, not %s", what, want, typeName(c))
	}
}

func (f *fields) str(what string) string {
	at := f.pos
	if s, ok := f.plainText(); ok {
		return s
	}
	c := f.next()
	s, ok := c.(Str)
	if !ok {
		f.wrong(at, what, "str", c)
	}
	return string(s)
}

func (f *fields) bytes(what string) string {
	at := f.pos
	c := f.next()
	s, ok := c.(Bytes)
	if !ok {
		f.wrong(at, what, "bytes", c)
	}
	return string(s)
}

func (f *fields) tuple(what string) Tuple {
	at := f.pos
	c := f.next()
	t, ok := c.(Tuple)
	if !ok {
		f.wrong(at, what, "tuple", c)
	}
	return t
}

// plainText reads a str of ASCII that nothing refers to, or a reference to a str, without making a Const of it. ok is
// false, and nothing is read, where something else is next.
func (f *fields) plainText() (s string, ok bool) {
	if f.err != nil || len(f.data)-f.pos < 2 {
		return "", false
	}
	switch n := int(f.data[f.pos+1]); f.data[f.pos] {
	case typeShortASCII, typeShortASCIIInterned:
		if n > len(f.data)-f.pos-2 {
			return "", false
		}
		s = f.data[f.pos+2 : f.pos+2+n]
		if notASCII(s) >= 0 {
			return "", false
		}
		f.pos += 2 + n
		f.weight = min(f.weight+1+(2+n)/16, f.max+1)
		return s, true
	case typeRef:
		at := f.pos
		f.pos++
		c, n, err := f.reference(at)
		if text, isStr := c.(Str); err == nil && isStr {
			f.weight = min(f.weight+n, f.max+1)
			return string(text), true
		}
		f.pos = at
	}
	return "", false
}

// strings reads a tuple of strs.
func (f *fields) strings(what string) []string {
	at := f.pos
	if f.err == nil && len(f.data)-at >= 2 && f.data[at] == typeSmallTuple { // nothing refers to the tuple itself
		n := int(f.data[at+1])
		f.pos += 2
		f.weight = min(f.weight+1, f.max+1)
		out := f.texts.take(min(n, len(f.data)-f.pos))[:0]
		f.depth++
		for i := range n {
			out = append(out, f.name(i, at, what))
		}
		f.depth--
		return out
	}
	t := f.tuple(what)
	out := make([]string, len(t))
	for i, c := range t {
		s, ok := c.(Str)
		if !ok && f.err == nil {
			f.err = f.fail(at, "entry %d of the %s of a code object should be str, not %s", i, what, typeName(c))
		}
		out[i] = string(s)
	}
	return out
}

// name reads entry i of the tuple of strs at byte at.
func (f *fields) name(i, at int, what string) string {
	if s, ok := f.plainText(); ok {
		return s
	}
	c := f.next()
	s, ok := c.(Str)
	if !ok && f.err == nil {
		f.err = f.fail(at, "entry %d of the %s of a code object should be str, not %s", i, what, typeName(c))
	}
	return string(s)
}

func (f *fields) kinds(what string) []LocalKind {
	s := f.bytes(what)
	out := f.local.take(len(s))
	for i := range out {
		out[i] = LocalKind(s[i])
	}
	return out
}

func (f *fields) table(what string) []byte {
	s := f.bytes(what)
	out := f.octets.take(len(s))
	copy(out, s)
	return out
}

func (f *fields) units(what string) []uint16 {
	at := f.pos
	s := f.bytes(what)
	if len(s)%2 != 0 && f.err == nil {
		f.err = f.fail(at, "%s of %d bytes: not a whole number of code units", what, len(s))
	}
	out := f.words.take(len(s) / 2)
	for i := range out {
		out[i] = uint16(s[2*i]) | uint16(s[2*i+1])<<8
	}
	return out
}
