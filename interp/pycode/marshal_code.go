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
		LineTable:       []byte(f.bytes("line table")),
		ExceptionTable:  []byte(f.bytes("exception table")),
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

// want reads an object and reports what it should have been.
func (f *fields) want(what, want string) (c Const, wrong func()) {
	at := f.pos
	if f.err == nil {
		var n int
		c, n, f.err = f.object(f.depth)
		f.weight = min(f.weight+n, f.max+1)
	}
	return c, func() {
		if f.err == nil {
			f.err = f.fail(at, "%s of a code object should be %s, not %s", what, want, typeName(c))
		}
	}
}

func (f *fields) str(what string) string {
	c, wrong := f.want(what, "str")
	s, ok := c.(Str)
	if !ok {
		wrong()
	}
	return string(s)
}

func (f *fields) bytes(what string) string {
	c, wrong := f.want(what, "bytes")
	s, ok := c.(Bytes)
	if !ok {
		wrong()
	}
	return string(s)
}

func (f *fields) tuple(what string) Tuple {
	c, wrong := f.want(what, "tuple")
	t, ok := c.(Tuple)
	if !ok {
		wrong()
	}
	return t
}

func (f *fields) strings(what string) []string {
	at := f.pos
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

func (f *fields) kinds(what string) []LocalKind {
	s := f.bytes(what)
	out := make([]LocalKind, len(s))
	for i := range out {
		out[i] = LocalKind(s[i])
	}
	return out
}

func (f *fields) units(what string) []uint16 {
	at := f.pos
	s := f.bytes(what)
	if len(s)%2 != 0 && f.err == nil {
		f.err = f.fail(at, "%s of %d bytes: not a whole number of code units", what, len(s))
	}
	out := make([]uint16, len(s)/2)
	for i := range out {
		out[i] = uint16(s[2*i]) | uint16(s[2*i+1])<<8
	}
	return out
}
