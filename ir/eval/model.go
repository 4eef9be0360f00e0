package eval

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// ModelTypes are the types of Model's words.
var ModelTypes = ir.GuestTypes{"int", "float", "bool", "none", "object"}

// The types of Model's words as sets of one.
const (
	ModelInt ir.TypeSet = 1 << iota
	ModelFloat
	ModelBool
	ModelNone
	ModelObject
)

// Model is a small guest's words, for tests of functions and passes that need
// no other: ints from −2^63 to 2^64−1, floats, bools, None, and objects that are
// nothing but their name. The high 16 bits tell kinds apart; what is below the
// tags is a float. Ints of 48 bits stand in the word, larger ones in a table
// that gives equal ints equal words.
//
// Memory that nothing was stored to holds made-up words, which depend on their
// place only. It implements Words, Inventor and ir.Words.
type Model struct {
	big    []bigInt
	bigOf  map[bigInt]uint64
	cells  map[cell]uint64
	Allocs int // ints put into the table
	// MaxAllocs makes boxing fail beyond that many ints in the table; 0: never.
	MaxAllocs int
}

// bigInt is an int that does not stand in the word: 65 bits in two's complement.
type bigInt struct {
	lo       uint64
	negative bool
}

func (n bigInt) int64() (int64, bool) { return int64(n.lo), n.negative == (int64(n.lo) < 0) }

// cell is eight bytes of memory.
type cell struct {
	base  uint64
	index int64
}

// Tags of Model's words.
const (
	modelInt    = 0xfff9 << 48
	modelBig    = 0xfffa << 48
	modelBool   = 0xfffb << 48
	modelNone   = 0xfffc << 48
	modelObject = 0xfffd << 48
	modelTag    = 0xffff << 48
)

// NewModel returns words with no memory and no large ints.
func NewModel() *Model { return &Model{bigOf: map[bigInt]uint64{}, cells: map[cell]uint64{}} }

// Forget forgets what was stored, as for another run. Words keep their meaning.
func (m *Model) Forget() { clear(m.cells) }

// None returns the word of None.
func (m *Model) None() uint64 { return modelNone }

// Object returns the word of an object: the low 48 bits of its name.
func (m *Model) Object(name uint64) uint64 { return modelObject | name&^modelTag }

// Alloc returns the word of object number n of a run.
func (m *Model) Alloc(_ ir.TypeSet, n int) (uint64, error) { return m.Object(1<<47 | uint64(n)), nil }

// word returns the word of an int.
func (m *Model) word(n int64) uint64 {
	if w, ok := m.Int(n); ok {
		return w
	}
	return m.wide(bigInt{uint64(n), n < 0})
}

// wide returns the word of an int that does not stand in it.
func (m *Model) wide(n bigInt) uint64 {
	if w, ok := m.bigOf[n]; ok {
		return w
	}
	w := modelBig | uint64(len(m.big))
	m.big = append(m.big, n)
	m.bigOf[n] = w
	m.Allocs++
	return w
}

// TypeOf returns a word's type.
func (m *Model) TypeOf(w uint64) ir.TypeSet {
	switch w & modelTag {
	case modelInt, modelBig:
		return ModelInt
	case modelBool:
		return ModelBool
	case modelNone:
		return ModelNone
	}
	if w >= modelInt {
		return ModelObject
	}
	return ModelFloat
}

// BoxI64 returns the word of an int.
func (m *Model) BoxI64(n int64) (uint64, error) {
	return m.allocated(m.word(n))
}

func (m *Model) allocated(w uint64) (uint64, error) {
	if m.MaxAllocs == 0 || m.Allocs <= m.MaxAllocs {
		return w, nil
	}
	return 0, fmt.Errorf("no memory for another int: the limit is %d", m.MaxAllocs)
}

// BoxF64 returns the word of a float; NaNs become one.
func (m *Model) BoxF64(x float64) uint64 { return bits(x) }

// BoxBool returns the word of a bool.
func (m *Model) BoxBool(b bool) uint64 { return modelBool | bit(b) }

// UnboxI64 returns the number of an int.
func (m *Model) UnboxI64(w uint64) (int64, bool) {
	switch w & modelTag {
	case modelInt:
		return int64(w<<16) >> 16, true
	case modelBig:
		if i := w &^ modelTag; i < uint64(len(m.big)) {
			return m.big[i].int64()
		}
	}
	return 0, false
}

// Low64 implements ir.WideWords.
func (m *Model) Low64(w uint64) (uint64, bool) {
	if i := w &^ modelTag; w&modelTag == modelBig && i < uint64(len(m.big)) {
		return m.big[i].lo, true
	}
	n, ok := m.UnboxI64(w)
	return uint64(n), ok
}

// UnboxU64 implements ir.WideWords.
func (m *Model) UnboxU64(w uint64) (uint64, bool) {
	n, ok := m.Low64(w)
	if small, fits := m.UnboxI64(w); fits && small < 0 {
		return 0, false
	}
	return n, ok
}

// BoxU64 implements ir.WideWords.
func (m *Model) BoxU64(n uint64) (uint64, error) {
	if int64(n) >= 0 {
		return m.BoxI64(int64(n))
	}
	return m.allocated(m.wide(bigInt{lo: n}))
}

// UnboxF64 returns the number of a float.
func (m *Model) UnboxF64(w uint64) (float64, bool) { return double(w), m.TypeOf(w) == ModelFloat }

// UnboxBool returns the truth of a bool.
func (m *Model) UnboxBool(w uint64) (b, ok bool) { return w&1 != 0, m.TypeOf(w) == ModelBool }

// cell returns eight bytes of memory.
func (m *Model) cell(base uint64, index int64) uint64 {
	c := cell{base, index}
	x, ok := m.cells[c]
	if !ok {
		x, _ = m.Invent(ir.AnyType, mix(mix(mix(0, 7), base), uint64(index))) // cannot fail for all types
	}
	return x
}

// Load reads memory.
func (m *Model) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	index, shift := disp>>3, uint(disp&7)*8
	x := m.cell(base, index) >> shift
	if shift > 0 {
		x |= m.cell(base, index+1) << (64 - shift)
	}
	if k != ir.Mem64 {
		x &= 1<<(8*k.Bytes()) - 1
	}
	return x, nil
}

// Store writes memory.
func (m *Model) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	for i := range int64(k.Bytes()) {
		at := disp + i
		index, shift := at>>3, uint(at&7)*8
		old := m.cell(base, index)
		m.cells[cell{base, index}] = old&^(0xff<<shift) | (x>>(8*i)&0xff)<<shift
	}
	return nil
}

// Invent makes up a word of one of the types in a set. It fails if the set has
// none of the guest's types.
func (m *Model) Invent(types ir.TypeSet, h uint64) (uint64, error) {
	small := int64(int16(h >> 16))
	words := [...]func() uint64{
		func() uint64 { return m.word(small) },
		func() uint64 { return m.BoxF64(float64(small) / 8) },
		func() uint64 { return m.BoxBool(small&1 != 0) },
		m.None,
		func() uint64 { return m.Object(h >> 20) },
	}
	n := uint64(len(words))
	for i := range n {
		if t := (h + i) % n; types>>t&1 != 0 {
			return words[t](), nil
		}
	}
	return 0, fmt.Errorf("no type of the model is in %s", ModelTypes.Format(types))
}

// Int returns the word of an int that needs no table.
func (m *Model) Int(n int64) (word uint64, ok bool) {
	return modelInt | uint64(n)&^modelTag, n<<16>>16 == n
}

// Boxes returns the types of boxed numbers.
func (m *Model) Boxes() (i64, f64, truth ir.TypeSet) { return ModelInt, ModelFloat, ModelBool }

// Fact returns what is known of a word.
func (m *Model) Fact(w uint64) ir.Fact {
	f := ir.ConstFact(w)
	f.Types = m.TypeOf(w)
	f.NotNull = true
	if n, ok := m.UnboxI64(w); ok {
		f.Lo, f.Hi, f.Small = n, n, true
	} else if _, ok := m.UnboxU64(w); ok {
		f.U64 = true
	}
	return f
}
