package arm64

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"golang.org/x/arch/arm64/arm64asm"
)

// all makes tests try a thousand times as many combinations of operands.
var all = flag.Bool("arm64.all", false, "decode many more combinations of operands")

// mnemonics are what the operations must disassemble to, written down independently
// of the generator's list. A trailing w says that the register operands are 32 bits
// wide, of a load or store that the transferred one is.
var mnemonics = map[Op]string{
	Add: "add", Adds: "adds", Sub: "sub", Subs: "subs", SubsW: "subs w", And: "and", Ands: "ands", Orr: "orr", Orn: "orn", Eor: "eor",
	Mul: "mul", Smulh: "smulh", Sdiv: "sdiv", Lslv: "lsl", Lsrv: "lsr", Asrv: "asr", Madd: "madd", Msub: "msub",
	AddS: "add", SubS: "sub", SubsS: "subs", AndS: "and", OrrS: "orr", EorS: "eor",
	AddI: "add", AddsI: "adds", SubI: "sub", SubsI: "subs", AddIH: "add", AddsIH: "adds", SubIH: "sub", SubsIH: "subs",
	CmpI: "cmp", CmnI: "cmn", CmpIW: "cmp w", CmnIW: "cmn w", CmpIH: "cmp", CmnIH: "cmn",
	AndI: "and", AndsI: "ands", OrrI: "orr", EorI: "eor", Movz: "movz", Movn: "movn", Movk: "movk", Ubfm: "ubfm", Sbfm: "sbfm",
	Csel: "csel", Csinc: "csinc", CcmnI: "ccmn",
	Fadd: "fadd", Fsub: "fsub", Fmul: "fmul", Fdiv: "fdiv", Fsqrt: "fsqrt", Fneg: "fneg", Fabs: "fabs", Fmov: "fmov", FmovX: "fmov",
	FmovR: "fmov", FmovI: "fmov", Scvtf: "scvtf", Fcvtzs: "fcvtzs", Fcmp: "fcmp", Fcsel: "fcsel",
	Ldr: "ldr", LdrW: "ldr w", LdrH: "ldrh w", LdrB: "ldrb w", LdrD: "ldr", Ldur: "ldur", LdurW: "ldur w", LdurH: "ldurh w", LdurB: "ldurb w", LdurD: "ldur",
	LdrX: "ldr", LdrXW: "ldr w", LdrXH: "ldrh w", LdrXB: "ldrb w", LdrXD: "ldr", Ldp: "ldp", LdpD: "ldp",
	Str: "str", StrW: "str w", StrH: "strh w", StrB: "strb w", StrD: "str", Stur: "stur", SturW: "stur w", SturH: "sturh w", SturB: "sturb w", SturD: "stur",
	StrX: "str", StrXW: "str w", StrXH: "strh w", StrXB: "strb w", StrXD: "str", Stp: "stp", StpD: "stp", LdrLit: "ldr", LdrLitD: "ldr", Adr: "adr",
	B: "b", Bcc: "b.", Cbz: "cbz", Cbnz: "cbnz", CbzW: "cbz w", CbnzW: "cbnz w", Tbz: "tbz w", Tbnz: "tbnz w", Br: "br", Ret: "ret", Brk: "brk #0x0",
}

// register returns an operand's name.
func register(v uint8, word bool) string {
	name := regNames[v]
	if word && v < 32 {
		return "w" + name[1:]
	}
	return name
}

func condition(c uint8) string {
	return strings.NewReplacer("hs", "cs", "lo", "cc").Replace(Cond(c).String())
}

// text returns how the disassembler writes an instruction, from its operands and the
// values in its holes, with the aliases that it prefers.
func text(op Op, v [encode.MaxOps]uint8, h [2]int64) string {
	name, word := strings.CutSuffix(mnemonics[op], " w")
	r := func(i int) string { return register(v[i], word) }
	x := func(i int) string { return register(v[i], false) }
	at := func(base string, off int64) string {
		if off == 0 {
			return "[" + base + "]"
		}
		return fmt.Sprintf("[%s,#%d]", base, off)
	}
	list := func(s ...string) string { return name + " " + strings.Join(s, ", ") }
	switch opRows[op].shape {
	case shapeNone:
		return name
	case shapeDNM, shapeDNMS, shapeDNMA:
		return textRegs(op, name, v, h, r)
	case shapeDM, shapeNM:
		return list(r(0), r(1))
	case shapeDNI:
		return list(r(0), r(1), fmt.Sprintf("#%#x", h[0]))
	case shapeDNIH:
		return list(r(0), r(1), fmt.Sprintf("#%#x, lsl #12", h[0]))
	case shapeNI:
		return list(r(0), fmt.Sprintf("#%#x", h[0]))
	case shapeNIH:
		return list(r(0), fmt.Sprintf("#%#x, lsl #12", h[0]))
	case shapeDNB:
		mask := fmt.Sprintf("#%#x", maskOf(h[0]))
		if op == AndsI && v[0] == uint8(ZR) {
			return "tst " + r(1) + ", " + mask
		}
		return list(r(0), r(1), mask)
	case shapeDH:
		u := uint64(h[0]) << (16 * v[1])
		switch {
		case op == Movk && v[1] == 0:
			return list(r(0), fmt.Sprintf("#%#x", h[0]))
		case op == Movk:
			return list(r(0), fmt.Sprintf("#%#x, lsl #%d", h[0], 16*v[1]))
		case op == Movn:
			u = ^u
		}
		return fmt.Sprintf("mov %s, #%#x", r(0), u)
	case shapeDNRS:
		return textField(op, r(0), r(1), h[0], h[1])
	case shapeCDNM:
		if op == Csinc && v[2] == v[3] {
			if v[2] == uint8(ZR) {
				return "cset " + x(1) + ", " + condition(v[0]^1)
			}
			return "cinc " + x(1) + ", " + x(2) + ", " + condition(v[0]^1)
		}
		return list(x(1), x(2), x(3), condition(v[0]))
	case shapeCNI:
		return list(x(1), fmt.Sprintf("#%#x", h[0]), fmt.Sprintf("#%#x", h[1]), condition(v[0]))
	case shapeDF:
		return list(r(0), fmt.Sprintf("#%.18e", floatOf(h[0])))
	case shapeMem, shapeMemU:
		return list(r(0), at(x(1), h[0]))
	case shapeMemX:
		if v[3] != 0 {
			return list(r(0), fmt.Sprintf("[%s,%s,lsl #%d]", x(1), x(2), map[uint8]int{1: 0, 2: 1, 4: 2, 8: 3}[opRows[op].size]))
		}
		return list(r(0), fmt.Sprintf("[%s,%s]", x(1), x(2)))
	case shapePair:
		return list(x(0), x(1), at(x(2), h[0]))
	case shapeL:
		return name + " .+0x0"
	case shapeCL:
		return name + condition(v[0]) + " .+0x0"
	case shapeDL, shapeLit:
		return list(r(0), ".+0x0")
	case shapeBitL:
		return list(register(v[0], h[1] < 32), fmt.Sprintf("#%d", h[1]), ".+0x0")
	}
	return list(r(0))
}

// textRegs is text for operations on registers.
func textRegs(op Op, name string, v [encode.MaxOps]uint8, h [2]int64, r func(int) string) string {
	const zr = uint8(ZR)
	args := []string{r(0), r(1), r(2)}
	s := opRows[op].shape
	switch {
	case s == shapeDNMA && v[3] == zr:
		name = map[string]string{"madd": "mul", "msub": "mneg"}[name]
	case s == shapeDNMA:
		args = append(args, r(3))
	case v[0] == zr && strings.HasSuffix(name, "s"):
		name, args = map[string]string{"adds": "cmn", "subs": "cmp", "ands": "tst"}[name], args[1:]
	case name == "sub" && v[1] == zr:
		name, args = "neg", []string{args[0], args[2]}
	case name == "subs" && v[1] == zr:
		name, args = "negs", []string{args[0], args[2]}
	case (op == Orr || op == OrrS && v[3] == 0 && h[0] == 0) && v[1] == zr:
		name, args = "mov", []string{args[0], args[2]}
	case op == Orn && v[1] == zr:
		name, args = "mvn", []string{args[0], args[2]}
	}
	if s == shapeDNMS && (v[3] != 0 || h[0] != 0) {
		args = append(args, fmt.Sprintf("%s #%d", []string{"lsl", "lsr", "asr"}[v[3]], h[0]))
	}
	return name + " " + strings.Join(args, ", ")
}

// textField is text for moves of a field of bits.
func textField(op Op, d, n string, immr, imms int64) string {
	signed := op == Sbfm
	u := map[bool]string{false: "u", true: "s"}[signed]
	switch {
	case imms == 63:
		return fmt.Sprintf("%s %s, %s, #%d", map[bool]string{false: "lsr", true: "asr"}[signed], d, n, immr)
	case !signed && imms+1 == immr:
		return fmt.Sprintf("lsl %s, %s, #%d", d, n, 63-imms)
	case imms < immr:
		return fmt.Sprintf("%sbfiz %s, %s, #%d, #%d", u, d, n, 64-immr, imms+1)
	case signed && immr == 0 && (imms == 7 || imms == 15 || imms == 31):
		return fmt.Sprintf("sxt%s %s, w%s", map[int64]string{7: "b", 15: "h", 31: "w"}[imms], d, strings.Replace(n[1:], "zr", "zr", 1))
	}
	return fmt.Sprintf("%sbfx %s, %s, #%d, #%d", u, d, n, immr, imms-immr+1)
}

// maskOf and floatOf take encodings apart by trying all values.
func maskOf(field int64) uint64 { return masks[field] }

// masks has every bitmask by its encoding.
var masks = func() map[int64]uint64 {
	m := map[int64]uint64{}
	for size := 2; size <= 64; size *= 2 {
		for ones := 1; ones < size; ones++ {
			elem := uint64(1)<<ones - 1
			for range size {
				x := uint64(0)
				for i := 0; i < 64; i += size {
					x |= elem << i
				}
				if f, ok := bitmask(x); ok {
					m[f] = x
				}
				elem = elem>>1 | elem&1<<(size-1)
			}
		}
	}
	return m
}()

func floatOf(field int64) float64 {
	f := math.Ldexp(1+float64(field&15)/16, int(field>>4&7^4)-3)
	if field >= 128 {
		return -f
	}
	return f
}

// allowed lists the values of an operand.
func allowed(w *encode.Words) (list []uint8) {
	for v, x := range w {
		if x < encode.NoForm {
			list = append(list, uint8(v))
		}
	}
	return list
}

// TestDecodes: every form, with any operands and values in its holes, is for the
// disassembler the instruction that it is named after.
func TestDecodes(t *testing.T) {
	n := 300
	if *all {
		n = 20_000
	}
	rng := rand.New(rand.NewPCG(3, 4))
	b := New()
	count := 0
	var fields []int64
	for f := range int64(1 << 13) {
		if _, ok := masks[f]; ok {
			fields = append(fields, f)
		}
	}
	if len(fields) != 5334 {
		t.Fatalf("%d bitmasks, want 5334", len(fields))
	}
	for op := range numOps {
		if mnemonics[op] == "" {
			t.Errorf("%v: no meaning stated", op)
			continue
		}
		row := &opRows[op]
		tmpl := &templates[row.form]
		for range n {
			var v [encode.MaxOps]uint8
			for i := range v {
				list := allowed(tmpl.Ops[i])
				v[i] = list[rng.IntN(len(list))]
			}
			var h [2]int64
			for i := range h {
				if i == 0 && (row.shape == shapeL || row.shape == shapeCL || row.shape == shapeDL || row.shape == shapeBitL || row.shape == shapeLit) {
					continue // TestBranches
				}
				h[i] = someValue(rng, tmpl.Holes[i])
			}
			switch {
			case row.shape == shapeDNB:
				h[0] = fields[rng.IntN(len(fields))]
				if op == OrrI && v[1] == uint8(ZR) {
					continue // TestMovImm
				}
			case row.shape == shapeDH && op != Movk && h[0] == 0:
				continue // TestMovImm
			}
			b.Reset(0)
			b.EmitField(tmpl, v[0], v[1], v[2], v[3], tmpl.Holes[0].Field(h[0])|tmpl.Holes[1].Field(h[1]))
			code, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			in, err := arm64asm.Decode(code)
			if err != nil {
				t.Fatalf("%v %v %#x: % x: %v", op, v, h, code, err)
			}
			if got, want := arm64asm.GNUSyntax(in), text(op, v, h); got != want {
				t.Fatalf("%v %v %#x: %q, want %q", op, v, h, got, want)
			}
			count++
		}
	}
	t.Logf("%d instructions decoded", count)
}

// someValue returns a value for a hole, one at its edges often.
func someValue(rng *rand.Rand, h encode.Hole) int64 {
	n := h.Bits + h.HiBits
	if n == 0 {
		return 0
	}
	u := rng.Int64N(1 << n)
	if rng.IntN(4) == 0 {
		u = []int64{0, 1, 1<<n - 1, 1 << (n - 1)}[rng.IntN(4)] & (1<<n - 1)
	}
	if h.Signed {
		u = u << (64 - n) >> (64 - n)
	}
	return u << h.Scale
}

// TestBitmask: what is no bitmask is refused; TestDecodes reads all that are.
func TestBitmask(t *testing.T) {
	for _, x := range []uint64{0, math.MaxUint64, 5, 0x1234, 1<<40 | 1, 0xffff_0000_ffff_0001, 0x0101_0101_0101_0102} {
		if f, ok := bitmask(x); ok {
			t.Errorf("%#x: taken for bitmask %#x", x, f)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	known := map[uint64]bool{}
	for _, x := range masks {
		known[x] = true
	}
	for range 100_000 {
		x := rng.Uint64() & rng.Uint64() >> rng.IntN(64)
		if _, ok := bitmask(x); ok != known[x] {
			t.Fatalf("%#x: bitmask %v, want %v", x, ok, known[x])
		}
	}
}

// TestFloatImm: the floats of 8 bits are taken, no other.
func TestFloatImm(t *testing.T) {
	known := map[uint64]bool{}
	for f := range int64(256) {
		bits := math.Float64bits(floatOf(f))
		known[bits] = true
		if got, ok := floatImm(bits); !ok || got != f {
			t.Errorf("%g: encoded as %#x, %v; want %#x", floatOf(f), got, ok, f)
		}
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 0.1, 33, 1.0 / 16, math.Inf(1), math.NaN(), 1 + 1.0/32} {
		if _, ok := floatImm(math.Float64bits(f)); ok != known[math.Float64bits(f)] {
			t.Errorf("%g: taken", f)
		}
	}
}

// TestMovImm runs the instructions that make constants on a register of our own.
func TestMovImm(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	values := []int64{0, 1, -1, 0xffff, 0x10000, 0x12340000, -2, -65537, math.MinInt64, math.MaxInt64, math.MaxInt32, math.MinInt32, 0x123456789abcdef0, 0x5555555555555555, -1 << 13}
	for range 3000 {
		v := rng.Int64()
		for i := range 4 {
			switch rng.IntN(3) {
			case 0:
				v &^= 0xffff << (16 * i)
			case 1:
				v |= 0xffff << (16 * i)
			}
		}
		values = append(values, v)
	}
	for reach := range maxReach + 1 {
		for _, v := range values {
			b := New()
			b.Reset(reach)
			b.MovImm(R5, v)
			n := b.Len() / 4
			code, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if got := runMoves(t, code, n); got != uint64(v) {
				t.Fatalf("reach %d: %#x is made as %#x:\n%s", reach, v, got, Disassemble(code[:4*n], 0, lower.Notes{}))
			}
			if n > 2 && reach < 2 || cheap(v) && n != 1 || n > 4 {
				t.Errorf("reach %d: %#x takes %d instructions", reach, v, n)
			}
		}
	}
}

// runMoves runs movz, movn, movk, orr and ldr of register 5.
func runMoves(t *testing.T, code []byte, n int) (x uint64) {
	t.Helper()
	for i := range n {
		in, err := arm64asm.Decode(code[4*i:])
		if err != nil {
			t.Fatal(err)
		}
		w := uint64(in.Enc)
		shift := w >> 21 & 3 * 16
		half := w >> 5 & 0xffff << shift
		switch w >> 23 {
		case 0b110100101:
			x = half
		case 0b100100101:
			x = ^half
		case 0b111100101:
			x = x&^(0xffff<<shift) | half
		case 0b101100100:
			x = masks[int64(w>>10&(1<<13-1))]
		default:
			rel, ok := in.Args[1].(arm64asm.PCRel)
			if in.Op != arm64asm.LDR || !ok {
				t.Fatalf("%v makes no constant", in)
			}
			at := 4*i + int(rel)
			for k := range 8 {
				x |= uint64(code[at+k]) << (8 * k)
			}
		}
		if r := lower.PReg(w & 31); r != R5 {
			t.Fatalf("%v: not register 5", in)
		}
	}
	return x
}
