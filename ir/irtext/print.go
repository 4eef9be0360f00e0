package irtext

import (
	"fmt"
	"io"
	"strconv"

	"github.com/tier2go/tier2/ir"
)

// Printer prints a function and its parts under the numbers of the canonical
// text, or those of Options.Numbers. It holds the numbering of the function as it was
// when NewPrinter or Reset ran. It prints broken functions too, as far as that goes: a reference to
// something that is not in the function appears with a question mark and its id
// in memory (v?17).
type Printer struct {
	f      *ir.Func
	opts   Options
	values []int32 // by id: number+1 within the class, 0 for none
	blocks []int32 // by id: the same
	exits  []int32 // by id: the same
	listed []*ir.Exit
	seen   []int32 // by exit's id: not 0 if it is listed
	buf    []byte
}

// NewPrinter returns a printer for a function as it is now.
func NewPrinter(f *ir.Func, opts Options) *Printer {
	p := &Printer{}
	p.Reset(f, opts)
	return p
}

// Reset numbers another function, or the same again. It keeps the memory.
func (p *Printer) Reset(f *ir.Func, opts Options) {
	n := opts.Numbers
	if n == nil {
		if p.opts.Numbers != nil {
			p.values, p.blocks, p.exits = nil, nil, nil // they are the numbering's
		}
		n = &Numbering{
			values: zeroed(p.values, f.NumValues()), blocks: zeroed(p.blocks, f.NumBlocks()), exits: zeroed(p.exits, len(f.Exits)),
		}
	} else {
		n.grow(f)
	}
	p.f, p.opts = f, opts
	p.values, p.blocks, p.exits = n.values, n.blocks, n.exits
	p.listed, p.seen = p.listed[:0], zeroed(p.seen, len(f.Exits))
	for _, b := range f.Blocks {
		if b != nil {
			n.give(n.blocks, b.ID, classBlock)
		}
	}
	for _, b := range f.Blocks {
		if b == nil {
			continue
		}
		for _, v := range b.Params {
			n.value(v)
		}
		for v := range p.list(b) {
			n.value(v)
			p.number(n, v.Exits[:])
		}
	}
}

// number gives numbers to the exits of a value and lists them.
func (p *Printer) number(n *Numbering, exits []*ir.Exit) {
	for _, x := range exits {
		if x != nil && uint(x.ID) < uint(len(n.exits)) && p.seen[x.ID] == 0 {
			p.seen[x.ID] = 1
			p.listed = append(p.listed, x)
			n.give(n.exits, x.ID, classExit)
		}
	}
}

// list iterates over a block's values as they are: unlike Block.Values it
// resolves nothing, and it ends even if the list is a cycle.
func (p *Printer) list(b *ir.Block) func(func(*ir.Value) bool) {
	return func(yield func(*ir.Value) bool) {
		left := p.f.NumValues()
		for v := b.First(); v != nil && left > 0 && yield(v); v = v.Next() {
			left--
		}
	}
}

func zeroed(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// Print writes a function's text.
func Print(w io.Writer, f *ir.Func, opts Options) error {
	return NewPrinter(f, opts).Print(w)
}

// Print writes the function's text.
func (p *Printer) Print(w io.Writer) error {
	p.buf = p.appendFunc(p.buf[:0])
	_, err := w.Write(p.buf)
	return err
}

// FormatValue returns the line of one value, without indentation or line end.
// For many values of a function make one Printer.
func FormatValue(f *ir.Func, v *ir.Value, opts Options) string {
	return NewPrinter(f, opts).Value(v)
}

// Value returns the line of a value, without indentation or line end: of a
// parameter "v1: i64 = param", of a constant its literal.
func (p *Printer) Value(v *ir.Value) string {
	p.buf = p.appendValue(p.buf[:0], v)
	return string(p.buf)
}

// Ref returns how the text refers to a value: v12, s3, or a literal.
func (p *Printer) Ref(v *ir.Value) string {
	p.buf = p.appendRef(p.buf[:0], v)
	return string(p.buf)
}

// Block returns how the text refers to a block: b2.
func (p *Printer) Block(b *ir.Block) string {
	p.buf = p.appendBlock(p.buf[:0], b)
	return string(p.buf)
}

// Exit returns how the text refers to an exit: x2.
func (p *Printer) Exit(x *ir.Exit) string {
	p.buf = p.appendExit(p.buf[:0], x)
	return string(p.buf)
}

func (p *Printer) appendFunc(b []byte) []byte {
	f := p.f
	b = append(b, "trace @"...)
	b = appendName(b, f.Name)
	b = append(b, " form="...)
	if f.Form < ir.NumForms {
		b = append(b, f.Form.String()...)
	} else {
		b = fmt.Appendf(b, "?%d", f.Form)
	}
	b = append(b, " {\n"...)
	if len(f.Entries) > 0 {
		b = append(b, "entries ("...)
		for i, t := range f.Entries {
			b = appendComma(b, i)
			b = append(b, t.String()...)
		}
		b = append(b, ")\n"...)
	}
	if f.Returns != ir.Void || f.GivesUp {
		b = append(append(b, "returns "...), f.Returns.String()...)
		if f.GivesUp {
			b = fmt.Appendf(b, " else %#x", f.GaveUp)
		}
		if f.Helped {
			b = append(b, " helped"...)
		}
		b = append(b, '\n')
	}
	for i, fr := range f.Frames {
		b = p.appendFrame(b, i, fr)
	}
	for _, bl := range f.Blocks {
		if bl != nil {
			b = p.appendBody(b, bl)
		}
	}
	b = append(b, "}\n"...)
	for i, x := range p.listed {
		if i == 0 {
			b = append(b, "exits "...)
		} else {
			b = append(b, ", "...)
		}
		b = p.appendExit(b, x)
		b = append(b, ": "...)
		if x.Kind < ir.NumExitKinds {
			b = append(b, x.Kind.String()...)
		} else {
			b = fmt.Appendf(b, "?%d", x.Kind)
		}
	}
	if len(p.listed) > 0 {
		b = append(b, '\n')
	}
	return b
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return b
}

func (p *Printer) appendFrame(b []byte, i int, fr *ir.Frame) []byte {
	if fr == nil {
		return fmt.Appendf(b, "frame f?%d\n", i)
	}
	b = fmt.Appendf(b, "frame f%d %q (", i, fr.Name)
	named := len(fr.Slots)
	for named > 0 && fr.Slots[named-1] == "" {
		named--
	}
	for j, s := range fr.Slots[:named] {
		b = appendComma(b, j)
		if s == "" {
			b = append(b, '_')
		} else {
			b = appendName(b, s)
		}
	}
	b = append(b, ')')
	if fr.NumLocals != named {
		b = fmt.Appendf(b, " locals=%d", fr.NumLocals)
	}
	if fr.NumSlots != fr.NumLocals {
		b = fmt.Appendf(b, " slots=%d", fr.NumSlots)
	}
	if fr.Caller != nil {
		b = fmt.Appendf(b, " in f%d", fr.Caller.ID)
	}
	if fr.Code != 0 {
		b = fmt.Appendf(b, " code=%#x", fr.Code)
	}
	if fr.Uncounted {
		b = append(b, " uncounted"...)
	}
	return append(b, '\n')
}

func (p *Printer) appendBody(b []byte, bl *ir.Block) []byte {
	b = p.appendBlock(b, bl)
	for i, v := range bl.Params {
		if i == 0 {
			b = append(b, '(')
		}
		b = p.appendRef(appendComma(b, i), v)
		if v != nil {
			b = append(b, ": "...)
			b = append(b, v.Type.String()...)
		}
	}
	if len(bl.Params) > 0 {
		b = append(b, ')')
	}
	b = append(b, ':')
	if bl.Loop {
		b = append(b, " loop"...)
	}
	if bl.Cold {
		b = append(b, " cold"...)
	}
	b = append(b, '\n')
	for v := range p.list(bl) {
		b = append(b, "  "...)
		b = p.appendValue(b, v)
		b = append(b, '\n')
	}
	return b
}

// appendNumbered prints an entity: its class letter and its number.
func appendNumbered(b []byte, class byte, numbers []int32, id int32) []byte {
	b = append(b, class)
	if uint(id) < uint(len(numbers)) && numbers[id] != 0 {
		return strconv.AppendInt(b, int64(numbers[id])-1, 10)
	}
	b = append(b, '?')
	return strconv.AppendInt(b, int64(id), 10)
}

func (p *Printer) appendBlock(b []byte, bl *ir.Block) []byte {
	if bl == nil {
		return append(b, '_')
	}
	return appendNumbered(b, 'b', p.blocks, bl.ID)
}

func (p *Printer) appendExit(b []byte, x *ir.Exit) []byte {
	if x == nil {
		return append(b, '_')
	}
	return appendNumbered(b, 'x', p.exits, x.ID)
}

// appendRef prints an operand; what is absent is _.
func (p *Printer) appendRef(b []byte, v *ir.Value) []byte {
	if v == nil {
		return append(b, '_')
	}
	switch v.Op {
	case ir.OpConstI64:
		return strconv.AppendInt(b, v.Aux, 10)
	case ir.OpConstF64:
		return appendFloat(b, uint64(v.Aux))
	case ir.OpConstBool:
		return strconv.AppendBool(b, v.Aux != 0)
	case ir.OpConstRef:
		return appendWord(b, v.Word(), p.opts.Names)
	case ir.OpState:
		return appendNumbered(b, 's', p.values, v.ID)
	}
	return appendNumbered(b, 'v', p.values, v.ID)
}
