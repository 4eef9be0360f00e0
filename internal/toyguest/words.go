package toyguest

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/internal/toyguest/objects"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Types are the guest's types.
var Types = ir.GuestTypes{"int", "float", "bool", "nil", "list", "object"}

// The types as sets of one.
const (
	TInt ir.TypeSet = 1 << iota
	TFloat
	TBool
	TNil
	TList
	TObject
)

// Words. A float is its bits plus 2^49 (every NaN the same), which leaves the
// words below 2^49 and from 0xfffe<<48 on to others: the latter are ints of 48
// bits. Below 2^48 lie nil, false and true, the offsets of lists in the heap,
// and the numbers of wide ints.
const (
	floatOffset = 1 << 49
	intTag      = 0xfffe << 48
	payload     = 1<<48 - 1
	wideTag     = 1 << 40 // plus an index: an int that is not immediate

	Nil   = 2
	False = 6
	True  = 7
)

const canonicalNaN = 0x7ff8_0000_0000_0000

// Heap holds lists and wide ints. It implements guest.Words, eval.Inventor and
// irtext.Names.
//
// Wide ints are interned, and never freed: equal ints have equal words, whatever
// made them. Reset restores the lists only.
type Heap struct {
	mem   []byte // lists
	start []byte // mem as New left it
	lists []uint64
	first uint64 // where objects begin, which a run makes
	wide  []*big.Int
	index map[string]uint64 // by decimal: the word
}

const (
	lenDisp  = objects.LenDisp
	itemDisp = objects.ItemDisp
)

// lowMask has the low 64 bits.
var lowMask = new(big.Int).SetUint64(math.MaxUint64)

// newHeap returns a heap with four lists, L0 to L3: four ints, three floats,
// mixed, and empty.
func newHeap() *Heap {
	h := &Heap{mem: make([]byte, 64), index: map[string]uint64{}}
	i, f := h.must, h.BoxF64
	h.list(i(10), i(20), i(30), i(40))
	h.list(f(0.5), f(-1.5), f(2.25))
	h.list(i(1), f(2.5), True, Nil)
	h.list()
	h.start = append([]byte(nil), h.mem...)
	h.first = uint64(len(h.mem))
	return h
}

func (h *Heap) must(n int64) uint64 {
	w, _ := h.BoxI64(n) // never fails
	return w
}

func (h *Heap) list(items ...uint64) {
	at := uint64(len(h.mem))
	h.lists = append(h.lists, at)
	h.mem = append(h.mem, make([]byte, itemDisp+8*len(items)+8)...)
	h.put(at+lenDisp, 4, uint64(len(items)))
	for k, w := range items {
		h.put(at+itemDisp+8*uint64(k), 8, w)
	}
}

// List returns the word of the list Ln.
func (h *Heap) List(n int) uint64 { return h.lists[n] }

// Reset makes all lists what New made them, and forgets objects.
func (h *Heap) Reset() {
	h.mem = h.mem[:len(h.start)]
	copy(h.mem, h.start)
}

// Layout of an object: words, the first of them unused.
const objectSize = 64

// Alloc makes an object. It implements eval.Allocator.
func (h *Heap) Alloc(ir.TypeSet, int) (uint64, error) {
	at := uint64(len(h.mem))
	h.mem = append(h.mem, make([]byte, objectSize)...)
	return at, nil
}

// isObject reports whether a word is an object that the run has made.
func (h *Heap) isObject(w uint64) bool {
	return w >= h.first && w < uint64(len(h.mem)) && (w-h.first)%objectSize == 0
}

func (h *Heap) put(at uint64, n int, x uint64) {
	for k := range n {
		h.mem[at+uint64(k)] = byte(x >> (8 * k))
	}
}

func (h *Heap) get(at uint64, n int) (x uint64) {
	for k := range n {
		x |= uint64(h.mem[at+uint64(k)]) << (8 * k)
	}
	return x
}

// isList reports whether a word is a list.
func (h *Heap) isList(w uint64) bool {
	for _, l := range h.lists {
		if l == w {
			return true
		}
	}
	return false
}

// BigInt returns the word of an int of any size.
func (h *Heap) BigInt(n *big.Int) uint64 {
	if n.IsInt64() {
		if w, ok := h.Int(n.Int64()); ok {
			return w
		}
	}
	key := n.String()
	w, ok := h.index[key]
	if !ok {
		w = wideTag | uint64(len(h.wide))
		h.wide = append(h.wide, new(big.Int).Set(n))
		h.index[key] = w
	}
	return w
}

// asBig returns the int in a word, nil if it is none.
func (h *Heap) asBig(w uint64) *big.Int {
	switch {
	case w >= intTag:
		return big.NewInt(int64(w<<16) >> 16)
	case w&^(wideTag-1) == wideTag && w-wideTag < uint64(len(h.wide)):
		return h.wide[w-wideTag]
	}
	return nil
}

// TypeOf returns the type of a word as a set of one, the empty set for what is
// no word.
func (h *Heap) TypeOf(w uint64) ir.TypeSet {
	switch {
	case w >= intTag:
		return TInt
	case w >= floatOffset:
		return TFloat
	case w == Nil:
		return TNil
	case w == False || w == True:
		return TBool
	case h.asBig(w) != nil:
		return TInt
	case h.isList(w):
		return TList
	case h.isObject(w):
		return TObject
	}
	return 0
}

// Fact returns what is known of a constant word.
func (h *Heap) Fact(w uint64) ir.Fact {
	k := ir.TypesFact(h.TypeOf(w))
	k.NotNull = true
	if n, ok := h.UnboxI64(w); ok {
		k.Lo, k.Hi, k.Small = n, n, true
	} else if _, ok := h.UnboxU64(w); ok {
		k.U64 = true
	}
	return k
}

// Boxes returns the types of boxed numbers.
func (h *Heap) Boxes() (i64, f64, truth ir.TypeSet) { return TInt, TFloat, TBool }

// Int returns the word of an immediate int.
func (h *Heap) Int(n int64) (uint64, bool) { return intTag | uint64(n)&payload, n<<16>>16 == n }

// UnboxI64 returns the number of an int that fits 64 bits.
func (h *Heap) UnboxI64(w uint64) (int64, bool) {
	if n := h.asBig(w); n != nil && n.IsInt64() {
		return n.Int64(), true
	}
	return 0, false
}

// Low64 implements ir.WideWords.
func (h *Heap) Low64(w uint64) (uint64, bool) {
	n := h.asBig(w)
	if n == nil {
		return 0, false
	}
	return new(big.Int).And(n, lowMask).Uint64(), true
}

// UnboxU64 implements ir.WideWords.
func (h *Heap) UnboxU64(w uint64) (uint64, bool) {
	if n := h.asBig(w); n != nil && n.IsUint64() {
		return n.Uint64(), true
	}
	return 0, false
}

// BoxU64 implements ir.WideWords. It never fails.
func (h *Heap) BoxU64(n uint64) (uint64, error) { return h.BigInt(new(big.Int).SetUint64(n)), nil }

// UnboxF64 returns the number of a float.
func (h *Heap) UnboxF64(w uint64) (float64, bool) {
	return math.Float64frombits(w - floatOffset), h.TypeOf(w) == TFloat
}

// UnboxBool returns the truth of a bool.
func (h *Heap) UnboxBool(w uint64) (b, ok bool) { return w == True, w == True || w == False }

// BoxI64 returns the word of an int. It never fails.
func (h *Heap) BoxI64(n int64) (uint64, error) {
	if w, ok := h.Int(n); ok {
		return w, nil
	}
	return h.BigInt(big.NewInt(n)), nil
}

// BoxF64 returns the word of a float.
func (h *Heap) BoxF64(x float64) uint64 {
	if x != x {
		return canonicalNaN + floatOffset
	}
	return math.Float64bits(x) + floatOffset
}

// BoxBool returns the word of a bool.
func (h *Heap) BoxBool(b bool) uint64 {
	if b {
		return True
	}
	return False
}

// Load reads the heap.
func (h *Heap) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	at, err := h.address(base, disp, k)
	if err != nil {
		return 0, err
	}
	return h.get(at, k.Bytes()), nil
}

// Store writes the heap.
func (h *Heap) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	at, err := h.address(base, disp, k)
	if err == nil {
		h.put(at, k.Bytes(), x)
	}
	return err
}

func (h *Heap) address(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	if h.isObject(base) && disp >= 0 && disp+int64(k.Bytes()) <= objectSize {
		return base + uint64(disp), nil
	}
	if !h.isList(base) {
		return 0, fmt.Errorf("toyguest: %s is no list", h.format(base))
	}
	n := int64(h.get(base+lenDisp, 4))
	if disp < 0 || disp+int64(k.Bytes()) > itemDisp+8*n {
		return 0, fmt.Errorf("toyguest: access to %d bytes at %d of a list of %d elements", k.Bytes(), disp, n)
	}
	return base + uint64(disp), nil
}

// Invent makes up a word of one of the types in a set.
func (h *Heap) Invent(types ir.TypeSet, x uint64) (uint64, error) {
	small := int64(int16(x >> 16))
	words := [...]uint64{
		h.must(small), h.BoxF64(float64(small) / 8), h.BoxBool(small&1 != 0), Nil, h.lists[x>>40%uint64(len(h.lists))],
	}
	for i := range uint64(len(words)) {
		if t := (x + i) % uint64(len(words)); types>>t&1 != 0 {
			return words[t], nil
		}
	}
	return 0, fmt.Errorf("toyguest: no type in %s", Types.Format(types))
}

// FormatWord prints a word as programs write it: 5, 2.5, true, nil, L0.
func (h *Heap) FormatWord(w uint64) (string, bool) {
	switch h.TypeOf(w) {
	case TInt:
		return h.asBig(w).String(), true
	case TFloat:
		x, _ := h.UnboxF64(w)
		return eval.FormatFloat(x), true
	case TBool:
		return strconv.FormatBool(w == True), true
	case TNil:
		return "nil", true
	case TList:
		for i, l := range h.lists {
			if l == w {
				return fmt.Sprintf("L%d", i), true
			}
		}
	}
	return "", false
}

func (h *Heap) format(w uint64) string {
	if s, ok := h.FormatWord(w); ok {
		return s
	}
	return fmt.Sprintf("%#x", w)
}

// ParseWord reads what FormatWord prints.
func (h *Heap) ParseWord(s string) (uint64, bool) {
	switch s {
	case "nil":
		return Nil, true
	case "true":
		return True, true
	case "false":
		return False, true
	case "inf", "-inf", "nan":
		x, _ := strconv.ParseFloat(s, 64) // knows these
		return h.BoxF64(x), true
	}
	if rest, ok := strings.CutPrefix(s, "L"); ok {
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 || n >= len(h.lists) {
			return 0, false
		}
		return h.lists[n], true
	}
	if n, ok := new(big.Int).SetString(s, 10); ok {
		return h.BigInt(n), true
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !strings.ContainsAny(s, ".e") || strings.ContainsAny(s, "xXpP_") {
		return 0, false
	}
	return h.BoxF64(x), true
}
