package eval

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// Comparer compares the results of two versions of a function. The zero
// Comparer compares words by their bits.
type Comparer struct {
	// Same reports whether two words are the same to the guest; nil: their bits
	// are. A guest whose numbers may lie on its heap needs it.
	Same func(x, y uint64) bool
	// Format prints a word in messages; nil: its bits.
	Format func(word uint64) string
	// IgnoreMemory leaves out the digests of memory, which depend on the bits of
	// words.
	IgnoreMemory bool
}

// Equal returns how two results differ, nil if a guest cannot tell them apart:
// kind of the exit, frames, log, message of the exception, and memory. Ids of exits and frames,
// steps and the clock are the function's own business. A slot that is not in a
// state counts as what the input holds.
func Equal(a, b Out) error { return Comparer{}.Equal(a, b) }

// Equal returns how two results differ, as the function Equal does. Objects that
// the runs have made (Out.Fresh) are the same if they consist of the same, and
// if one stands in one result wherever the other stands in the other.
func (c Comparer) Equal(a, b Out) error {
	return (&comparison{Comparer: c, a: objects(a.Fresh), b: objects(b.Fresh)}).equal(a, b)
}

// comparison is a comparison of two results under way.
type comparison struct {
	Comparer
	a, b   map[uint64]*Object // by word
	ab, ba map[uint64]uint64  // which words of objects stand for each other
}

func objects(list []Object) map[uint64]*Object {
	if len(list) == 0 {
		return nil
	}
	m := make(map[uint64]*Object, len(list))
	for i := range list {
		m[list[i].Word] = &list[i]
	}
	return m
}

// same compares a word of the first result with one of the second.
func (c *comparison) same(x, y uint64) bool {
	o, p := c.a[x], c.b[y]
	if o == nil || p == nil {
		return o == p && c.Comparer.same(x, y)
	}
	if z, ok := c.ab[x]; ok {
		return z == y
	}
	if _, ok := c.ba[y]; ok || o.Op != p.Op || len(o.Args) != len(p.Args) {
		return false
	}
	for i := range o.Args {
		if !c.sameOperand(o.Args[i], p.Args[i]) {
			return false
		}
	}
	if c.ab == nil {
		c.ab, c.ba = map[uint64]uint64{}, map[uint64]uint64{}
	}
	c.ab[x], c.ba[y] = y, x
	return true
}

func (c *comparison) equal(a, b Out) error {
	if err := c.logs(a.Log, b.Log); err != nil {
		return err
	}
	if a.GaveUp != b.GaveUp || !c.same(a.Returned, b.Returned) {
		return fmt.Errorf("results differ: %s, %s", c.format(a.Returned), c.format(b.Returned))
	}
	if a.Kind != b.Kind {
		return fmt.Errorf("exits differ: %s at %s, %s at %s", a.Kind, place(a), b.Kind, place(b))
	}
	if len(a.Frames) != len(b.Frames) {
		return fmt.Errorf("numbers of frames differ: %d at %s, %d at %s", len(a.Frames), place(a), len(b.Frames), place(b))
	}
	for i := range a.Frames {
		if err := c.frames(a.Frames[i], b.Frames[i]); err != nil {
			return fmt.Errorf("frame %d: %w", i, err)
		}
	}
	switch x, y := a.Raised, b.Raised; {
	case (x == nil) != (y == nil):
		return fmt.Errorf("exceptions differ: %v, %v", x, y)
	case x != nil && x.Error() != y.Error():
		return fmt.Errorf("exceptions differ: %q, %q", x, y)
	}
	if !c.IgnoreMemory {
		for class := range a.Memory {
			if a.Memory[class] != b.Memory[class] {
				return fmt.Errorf("memory of alias class %d differs", class)
			}
		}
	}
	return nil
}

// place says where a run has left: the innermost frame and pc.
func place(o Out) string {
	if len(o.Frames) == 0 {
		return "no frame"
	}
	fr := o.Frames[len(o.Frames)-1]
	return fmt.Sprintf("%s pc=%d", fr.Name, fr.PC)
}

func (c Comparer) same(x, y uint64) bool { return x == y || c.Same != nil && c.Same(x, y) }

func (c Comparer) format(word uint64) string {
	if c.Format != nil {
		return c.Format(word)
	}
	return fmt.Sprintf("%#x", word)
}

func (c *comparison) frames(a, b FrameState) error {
	switch {
	case a.Name != b.Name || a.Code != b.Code:
		return fmt.Errorf("code differs: %s (%#x), %s (%#x)", a.Name, a.Code, b.Name, b.Code)
	case a.PC != b.PC:
		return fmt.Errorf("pcs of %s differ: %d, %d", a.Name, a.PC, b.PC)
	case len(a.Slots) != len(b.Slots):
		return fmt.Errorf("%s pc=%d: depths differ: %d, %d slots", a.Name, a.PC, len(a.Slots), len(b.Slots))
	}
	for i := range a.Slots {
		if x, y := a.Slots[i].Word, b.Slots[i].Word; !c.same(x, y) {
			return fmt.Errorf("%s pc=%d: slot %d differs: %s, %s", a.Name, a.PC, i, c.format(x), c.format(y))
		}
	}
	return nil
}

func (c *comparison) logs(a, b []Event) error {
	for i := range min(len(a), len(b)) {
		if !c.sameEvent(a[i], b[i]) {
			return fmt.Errorf("events %d of the log differ: %s, %s", i, c.formatEvent(a[i]), c.formatEvent(b[i]))
		}
	}
	switch {
	case len(a) > len(b):
		return fmt.Errorf("event %d of the log is missing: %s", len(b), c.formatEvent(a[len(b)]))
	case len(b) > len(a):
		return fmt.Errorf("event %d of the log is new: %s", len(a), c.formatEvent(b[len(a)]))
	}
	return nil
}

func (c *comparison) sameEvent(a, b Event) bool {
	if a.Op != b.Op || a.Aux != b.Aux || len(a.Args) != len(b.Args) || !c.sameOperand(a.Result, b.Result) {
		return false
	}
	for i := range a.Args {
		if !c.sameOperand(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

func (c *comparison) sameOperand(a, b Operand) bool {
	if a.Type != b.Type {
		return false
	}
	if a.Type == ir.Ref {
		return c.same(a.Bits, b.Bits)
	}
	return a.Bits == b.Bits
}

// formatEvent prints an event: op[aux](operands) = result.
func (c Comparer) formatEvent(e Event) string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Aux != 0 {
		fmt.Fprintf(&b, "[%d]", e.Aux)
	}
	b.WriteByte('(')
	for i, a := range e.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.formatOperand(a))
	}
	b.WriteByte(')')
	if e.Result.Type != ir.Void {
		b.WriteString(" = " + c.formatOperand(e.Result))
	}
	return b.String()
}

func (c Comparer) formatOperand(o Operand) string {
	switch o.Type {
	case ir.Ref:
		return "#" + c.format(o.Bits)
	case ir.U64:
		return fmt.Sprint(o.Bits)
	case ir.F64:
		return fmt.Sprint(double(o.Bits))
	case ir.Bool:
		return fmt.Sprint(o.Bits != 0)
	}
	return fmt.Sprint(int64(o.Bits))
}
