package lib

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Readers and writers of the module _csv.

const (
	offCSVDialect = 8
	offCSVOf      = 16 // reader: the iterator of lines; writer: the method write
	offCSVLines   = 24 // reader: int, lines read
	csvSize       = 32
)

// state is where in a record a reader is.
type csvState int

const (
	startRecord csvState = iota
	startField
	escaped
	inField
	inQuoted
	escapedInQuoted
	quoteInQuoted
	eatNewline
	afterEscapedNewline
)

// lineEnd stands for the end of a line that an iterator has given.
const lineEnd rune = -2

// record is a record being read.
type record struct {
	heap.Account
	k        *csv
	d        *dialect
	state    csvState
	field    []rune
	unquoted bool
	fields   object.Value // list
}

func (k *csv) dialectIn(v object.Value) *dialect {
	return k.h.HandleOf(k.h.Field(v, offCSVDialect)).(*dialect)
}

func (k *csv) registerReader() {
	h := k.h
	k.reader = h.RegisterType(&object.Type{Name: "reader", Module: "_csv", Size: csvSize, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_csv.reader' instances")
		},
		Iter: func(_ *object.Heap, v object.Value) (object.Value, error) { return v, nil },
		Next: k.next,
	}})
	h.AddGetSets(k.reader, []object.GetSet{fieldGetter("dialect", offCSVDialect), fieldGetter("line_num", offCSVLines)})
}

func (k *csv) newReader(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	lines, d, err := k.operands("reader", args, kwnames)
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	it, err := h.Iter(lines)
	if err != nil {
		return object.Null, err
	}
	h.Push(it)
	v := h.NewEmpty(k.reader)
	h.SetField(v, offCSVDialect, d)
	h.SetField(v, offCSVOf, it)
	h.SetField(v, offCSVLines, object.SmallInt(0))
	return v, nil
}

// next reads a record: a list of fields.
func (k *csv) next(h *object.Heap, v object.Value) (object.Value, error) {
	r := k.borrow(k.dialectIn(v))
	defer k.back(r)
	m := h.Mark()
	defer h.Release(m)
	r.fields = h.NewList()
	h.Push(r.fields)
	for {
		line, err := h.Next(h.Field(v, offCSVOf))
		if err != nil {
			return object.Null, err
		}
		if line == object.Null {
			if len(r.field) == 0 && r.state != inQuoted {
				return object.Null, nil
			}
			if r.d.strict {
				return object.Null, h.Raise(k.err, "unexpected end of data")
			}
			return r.fields, r.save()
		}
		if !h.IsInstance(line, object.StrType) {
			return object.Null, h.Raise(k.err, "iterator should return strings, not %s (the file should be opened in text mode)", h.TypeName(line))
		}
		h.SetField(v, offCSVLines, object.SmallInt(h.Field(v, offCSVLines).Small()+1))
		if err := r.line(line); err != nil {
			return object.Null, err
		}
		if err := r.read(lineEnd); err != nil {
			return object.Null, err
		}
		if r.state == startRecord {
			return r.fields, nil
		}
	}
}

// csvSpare is how many characters a field has at most whose memory is kept for the next record.
const csvSpare = 1 << 12

// borrow returns an empty record, which back takes.
func (k *csv) borrow(d *dialect) *record {
	r := k.spare
	k.spare = nil
	if r == nil {
		r = &record{k: k}
	}
	r.d, r.state, r.field, r.unquoted = d, startRecord, r.field[:0], false
	return r
}

// back keeps a record's memory for the next one, or gives back what is counted for it.
func (k *csv) back(r *record) {
	if k.spare == nil && cap(r.field) <= csvSpare {
		r.d, r.fields = nil, object.Null
		k.spare = r
		return
	}
	r.Free(&k.h.Heap)
}

// line reads a line.
func (r *record) line(line object.Value) error {
	h := r.k.h
	m := h.Mark()
	defer h.Release(m)
	h.Push(line)
	if data, ok := h.ASCIIData(h.Plain(line)); ok {
		return r.ascii(data)
	}
	var part [256]rune
	for i := 0; i < h.StrLen(line); {
		h.CheckStop()
		n := h.RunesFrom(part[:], line, i)
		for _, c := range part[:n] {
			if err := r.read(c); err != nil {
				return err
			}
		}
		i += n
	}
	return nil
}

// runs notes what ends runs of characters.
func (d *dialect) runs() {
	note := func(c rune, tables ...*[128]bool) {
		for _, t := range tables {
			if c >= 0 && c < 128 {
				t[c] = true
			}
		}
	}
	note('\n', &d.ends, &d.begins)
	note('\r', &d.ends, &d.begins)
	note(d.escape, &d.ends, &d.begins, &d.endsQuoted)
	note(d.delimiter, &d.ends)
	if d.quoting != quoteNone {
		note(d.quote, &d.begins, &d.endsQuoted)
	}
	if d.skipSpace {
		note(' ', &d.begins)
	}
}

// ascii reads a line that is all ASCII. Fields without quotes that are texts, and what is in quotes, it takes as a whole; the rest as other lines are read.
func (r *record) ascii(line []byte) error {
	h, d := r.k.h, r.d
	texts := d.quoting == quoteMinimal || d.quoting == quoteAll || d.quoting == quoteNone
	for len(line) > 0 {
		h.CheckStop()
		switch {
		case texts && (r.state == startField || r.state == startRecord) && !d.begins[line[0]]:
			n := run(line, &d.ends)
			if n > r.k.limit || n < len(line) && rune(line[n]) == d.escape {
				break
			}
			h.ListAppend(r.fields, h.NewASCII(line[:n]))
			r.unquoted = true
			r.state = eatNewline // or a line's end, which comes next
			if n < len(line) {
				if rune(line[n]) == d.delimiter {
					r.state = startField
				}
				n++
			}
			line = line[n:]
			continue
		case r.state == inQuoted && !d.endsQuoted[line[0]]:
			n := run(line, &d.endsQuoted)
			if len(r.field)+n > r.k.limit {
				break
			}
			r.field = heap.Grow(&h.Heap, &r.Account, r.field, n)
			for i, c := range line[:n] {
				h.CheckStopAt(i)
				r.field = append(r.field, rune(c))
			}
			line = line[n:]
			continue
		}
		if err := r.read(rune(line[0])); err != nil {
			return err
		}
		line = line[1:]
	}
	return nil
}

// run returns how many characters there are before one that ends them.
func run(line []byte, ends *[128]bool) int {
	for i, c := range line {
		if ends[c&0x7F] {
			return i
		}
	}
	return len(line)
}

// save ends a field.
func (r *record) save() error {
	h := r.k.h
	q := r.d.quoting
	v := object.None
	if !(r.unquoted && len(r.field) == 0 && (q == quoteNotNull || q == quoteStrings)) {
		v = h.NewStrRunes(r.field)
		if r.unquoted && len(r.field) > 0 && (q == quoteNonNumeric || q == quoteStrings) {
			var err error
			if v, err = h.Call(h.Type(object.FloatType).Object, []object.Value{v}, object.Null); err != nil {
				return err
			}
		}
	}
	r.field = r.field[:0]
	h.ListAppend(r.fields, v)
	return nil
}

func (r *record) add(c rune) error {
	if len(r.field) >= r.k.limit {
		return r.k.h.Raise(r.k.err, "field larger than field limit (%d)", r.k.limit)
	}
	r.field = heap.Append(&r.k.h.Heap, &r.Account, r.field, c)
	return nil
}

// end ends a field at the end of a line, or at a character of one.
func (r *record) end(c rune) error {
	r.state = eatNewline
	if c == lineEnd {
		r.state = startRecord
	}
	return r.save()
}

func isEnd(c rune) bool { return c == '\n' || c == '\r' || c == lineEnd }

// read goes on by a character.
func (r *record) read(c rune) error {
	d := r.d
	switch r.state {
	case startRecord:
		switch c {
		case lineEnd:
			return nil
		case '\n', '\r':
			r.state = eatNewline
			return nil
		}
		r.state = startField
		return r.begin(c)
	case startField:
		return r.begin(c)
	case escaped:
		switch c {
		case '\n', '\r':
			r.state = afterEscapedNewline
			return r.add(c)
		case lineEnd:
			c = '\n'
		}
		r.state = inField
		return r.add(c)
	case afterEscapedNewline:
		if c == lineEnd {
			return nil
		}
		return r.inside(c)
	case inField:
		return r.inside(c)
	case inQuoted:
		switch {
		case c == lineEnd:
		case c == d.escape:
			r.state = escapedInQuoted
		case c == d.quote && d.quoting != quoteNone && d.doubled:
			r.state = quoteInQuoted
		case c == d.quote && d.quoting != quoteNone:
			r.state = inField
		default:
			return r.add(c)
		}
	case escapedInQuoted:
		if c == lineEnd {
			c = '\n'
		}
		r.state = inQuoted
		return r.add(c)
	case quoteInQuoted:
		switch {
		case d.quoting != quoteNone && c == d.quote:
			r.state = inQuoted
			return r.add(c)
		case c == d.delimiter:
			r.state = startField
			return r.save()
		case isEnd(c):
			return r.end(c)
		case d.strict:
			return r.k.h.Raise(r.k.err, "'%c' expected after '%c'", d.delimiter, d.quote)
		}
		r.state = inField
		return r.add(c)
	case eatNewline:
		switch c {
		case '\n', '\r':
		case lineEnd:
			r.state = startRecord
		default:
			return r.k.h.Raise(r.k.err, "new-line character seen in unquoted field - do you need to open the file with newline=''?")
		}
	}
	return nil
}

// begin is the first character of a field.
func (r *record) begin(c rune) error {
	d := r.d
	r.unquoted = true
	switch {
	case isEnd(c):
		return r.end(c)
	case c == d.quote && d.quoting != quoteNone:
		r.unquoted = false
		r.state = inQuoted
	case c == d.escape:
		r.state = escaped
	case c == ' ' && d.skipSpace:
	case c == d.delimiter:
		return r.save()
	default:
		r.state = inField
		return r.add(c)
	}
	return nil
}

// inside is a character of a field without quotes.
func (r *record) inside(c rune) error {
	switch d := r.d; {
	case isEnd(c):
		return r.end(c)
	case c == d.escape:
		r.state = escaped
		return nil
	case c == d.delimiter:
		r.state = startField
		return r.save()
	}
	r.state = inField
	return r.add(c)
}

func (k *csv) registerWriter() {
	h := k.h
	k.writer = h.RegisterType(&object.Type{Name: "writer", Module: "_csv", Size: csvSize, Final: true, Slots: object.Slots{
		New: func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_csv.writer' instances")
		},
	}})
	h.AddGetSets(k.writer, []object.GetSet{fieldGetter("dialect", offCSVDialect)})
	h.AddMethods(k.writer, []object.Builtin{
		{Name: "writerow", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) { return k.write(v, a[0]) }},
		{Name: "writerows", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			it, err := h.Iter(a[0])
			if err != nil {
				return object.Null, err
			}
			m := h.Mark()
			defer h.Release(m)
			h.Push(it)
			for {
				row, err := h.Next(it)
				if row == object.Null || err != nil {
					return object.None, err
				}
				if _, err := k.write(v, row); err != nil {
					return object.Null, err
				}
			}
		}},
	})
}

func (k *csv) newWriter(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	to, d, err := k.operands("writer", args, kwnames)
	if err != nil {
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	write, err := h.LookupAttr(to, h.Intern("write"))
	if err != nil {
		return object.Null, err
	}
	if write == object.Null || h.TypeOf(write).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "argument 1 must have a \"write\" method")
	}
	h.Push(write)
	v := h.NewEmpty(k.writer)
	h.SetField(v, offCSVDialect, d)
	h.SetField(v, offCSVOf, write)
	h.SetField(v, offCSVLines, object.SmallInt(0))
	return v, nil
}

// write writes a record and returns what write does.
func (k *csv) write(v, row object.Value) (object.Value, error) {
	h, d := k.h, k.dialectIn(v)
	it, err := h.Iter(row)
	if err != nil {
		if h.RaisedIs(err, object.TypeErrorType) {
			err = h.Raise(k.err, "iterable expected, not %s", h.TypeName(row))
		}
		return object.Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(it)
	var a heap.Account
	defer a.Free(&h.Heap)
	var out []rune
	n, null := 0, false
	for ; ; n++ {
		x, err := h.Next(it)
		if err != nil {
			return object.Null, err
		}
		if x == object.Null {
			break
		}
		null = x == object.None
		if n > 0 {
			out = heap.Append(&h.Heap, &a, out, d.delimiter)
		}
		if out, err = k.appendField(out, &a, d, x); err != nil {
			return object.Null, err
		}
	}
	if n == 1 && len(out) == 0 {
		if d.quoting == quoteNone || null && (d.quoting == quoteStrings || d.quoting == quoteNotNull) {
			return object.Null, h.Raise(k.err, "single empty field record must be quoted")
		}
		out = heap.Append(&h.Heap, &a, out, d.quote, d.quote)
	}
	line := h.NewStrRunes(heap.Append(&h.Heap, &a, out, d.terminator...))
	return h.Call(h.Field(v, offCSVOf), []object.Value{line}, object.Null)
}

// appendField appends a field as the dialect has it; a counts what that takes.
func (k *csv) appendField(out []rune, a *heap.Account, d *dialect, x object.Value) ([]rune, error) {
	h := k.h
	quoted := false
	switch d.quoting {
	case quoteNonNumeric:
		t := h.TypeOf(x)
		quoted = !x.IsFloat() && !h.IsIntegral(x) && !h.IsInstance(x, object.FloatType) && t.Lookup(h.Intern("__float__")) == object.Null && t.Lookup(h.Intern("__int__")) == object.Null
	case quoteAll:
		quoted = true
	case quoteStrings:
		quoted = h.IsInstance(x, object.StrType)
	case quoteNotNull:
		quoted = x != object.None
	}
	text := h.NewStr("")
	if x != object.None {
		s, err := h.Str(x)
		if err != nil {
			return nil, err
		}
		text = s
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(text)
	length := h.StrLen(text)
	if length == 0 && d.delimiter == ' ' && d.skipSpace {
		if d.quoting == quoteNone || x == object.None && (d.quoting == quoteStrings || d.quoting == quoteNotNull) {
			return nil, h.Raise(k.err, "empty field must be quoted if delimiter is a space and skipinitialspace is true")
		}
		quoted = true
	}
	from := len(out)
	var part [256]rune
	for i := 0; i < length; {
		h.CheckStop()
		n := h.RunesFrom(part[:], text, i)
		i += n
		out = heap.Grow(&h.Heap, a, out, 2*n+2) // each with an escape, and quotes
		for _, c := range part[:n] {
			if d.special(c) {
				escape := d.quoting == quoteNone
				switch {
				case escape:
				case c == d.quote && d.doubled:
					out = append(out, c)
				case c == d.quote, c == d.escape:
					escape = true
				}
				if !escape {
					quoted = true
				} else {
					if d.escape == notSet {
						return nil, h.Raise(k.err, "need to escape, but no escapechar set")
					}
					out = append(out, d.escape)
				}
			}
			out = append(out, c)
		}
	}
	if quoted {
		out = heap.Append(&h.Heap, a, out, 0, 0)
		copy(out[from+1:], out[from:len(out)-2])
		out[from], out[len(out)-1] = d.quote, d.quote
	}
	return out, nil
}
