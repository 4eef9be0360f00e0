package machinetest

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the goldens anew")

var goldens = filepath.Join("..", "..", "testdata", "golden", "lower")

// example is a machine operation with what to say of it, in forms that become
// different instructions.
type example struct {
	op    lower.MOp
	claim string
	uses  []lower.Class // where signatures has none
	def   lower.Class
	none  bool
	forms []lower.Inst
}

// imms are forms with immediates.
func imms(list ...int64) (forms []lower.Inst) {
	for _, n := range list {
		forms = append(forms, lower.Inst{Imm: n})
	}
	return forms
}

// compared are forms with conditions and an immediate.
func compared(imm int64, conds ...lower.Cond) (forms []lower.Inst) {
	for _, c := range conds {
		forms = append(forms, lower.Inst{Cond: c, Imm: imm})
	}
	return forms
}

var (
	plain      = []lower.Inst{{}}
	someConds  = compared(0, lower.EQ, lower.LT, lower.UGE)
	floatTests = compared(0, lower.EQ, lower.NE, lower.LT, lower.GE)
	everyBase  = []lower.Inst{
		{Base: lower.BaseFrame, Imm: 16, Size: 8, Imm2: 7}, {Base: lower.BaseAct, Imm: 1024, Size: 4, Imm2: 7}, {Base: lower.BaseAddr, Imm: -8, Size: 4, Imm2: 7},
		{Base: lower.BaseWord, Imm: 0, Size: 8, Imm2: 7}, {Base: lower.BaseWord, Imm: 24, Size: 8, Imm2: 7}, {Base: lower.BaseStatic, Imm: 0x7f12_3456_7890, Size: 8, Imm2: 7},
		{Base: lower.BaseIndex, Scale: 8, Size: 8, Imm2: 7}, {Base: lower.BaseIndex, Scale: 1, Size: 4, Imm2: 0}, {Base: lower.BaseIndex, Scale: 8, Imm: 24, Size: 8, Imm2: 7},
	}
	narrow = append(everyBase[:len(everyBase):len(everyBase)], lower.Inst{Base: lower.BaseFrame, Imm: 6, Size: 2, Imm2: 7}, lower.Inst{Base: lower.BaseAddr, Imm: 3, Size: 1, Imm2: 7})
)

func tested(forms []lower.Inst, c lower.Cond) (list []lower.Inst) {
	for _, in := range forms {
		in.Cond = c
		list = append(list, in)
	}
	return list
}

// examples has every machine operation.
var examples = []example{
	{op: lower.MMove, claim: "a copy, which the allocator's moves are; there is no instruction for one", none: true},
	{op: lower.MConst, claim: "a constant takes the shortest instructions, or is loaded from behind the code", def: g, forms: imms(0, 1, -1, 0x12345678, -1<<49, 0x123456789abcdef, 0x00ff00ff00ff00ff)},
	{op: lower.MConstF, claim: "a float: 0, one of 8 bits, any", def: f, forms: imms(0, 0x3ff0000000000000, 0x3fb999999999999a)},
	{op: lower.MAddr, claim: "the address of the object that a word refers to", forms: plain},
	{op: lower.MLea, claim: "a sum with a scaled index and a displacement", forms: []lower.Inst{{Scale: 8}, {Scale: 1, Imm: 16}, {Scale: 4, Imm: -5000}}},
	{op: lower.MAdd, claim: "a sum", forms: plain}, {op: lower.MAddI, claim: "a sum with a constant", forms: imms(5, -5, 0x1000)},
	{op: lower.MSub, claim: "a difference", forms: plain}, {op: lower.MSubI, claim: "less a constant", forms: imms(5, -5, math.MinInt32)},
	{op: lower.MAnd, claim: "a conjunction of bits", forms: plain}, {op: lower.MAndI, claim: "some of the bits", forms: imms(1, 255, 0x7fffffff)},
	{op: lower.MOr, claim: "a disjunction of bits", forms: plain}, {op: lower.MOrI, claim: "with some bits set", forms: imms(1, 240)},
	{op: lower.MXor, claim: "bits that differ", forms: plain}, {op: lower.MXorI, claim: "with some bits changed", forms: imms(1, -2)},
	{op: lower.MMul, claim: "a product", forms: plain}, {op: lower.MMulI, claim: "a product with a power of two, or one more", forms: imms(8, 9)},
	{op: lower.MMulAdd, claim: "a sum with a product", forms: plain}, {op: lower.MMulSub, claim: "less a product", forms: plain},
	{op: lower.MSelect, claim: "one of two, by a comparison", forms: someConds},
	{op: lower.MSelectI, claim: "one of two, by a comparison with a constant", forms: append(compared(0, lower.EQ, lower.LT), compared(7, lower.GT)...)},
	{op: lower.MSelectBitsI, claim: "one of two, by bits", forms: append(compared(8, lower.EQ, lower.NE), compared(6, lower.EQ)...)},
	{op: lower.MFSelectI, claim: "one of two floats, by a comparison with a constant", forms: append(compared(0, lower.NE, lower.LT), compared(7, lower.GT)...)},
	{op: lower.MSelectF, claim: "one of two, by a comparison of floats", forms: floatTests},
	{op: lower.MFSelect, claim: "one of two floats, by a comparison of floats", forms: append(floatTests, compared(0, lower.LE, lower.GT)...)},
	{op: lower.MFMin, claim: "the lesser of two floats; the second if they are equal, or one is NaN", forms: plain},
	{op: lower.MFMax, claim: "the greater of two floats; the second if they are equal, or one is NaN", forms: plain},
	{op: lower.MShl, claim: "a shift left by a register", forms: plain}, {op: lower.MShlI, claim: "a shift left", forms: imms(1, 63)},
	{op: lower.MSar, claim: "a shift right with sign by a register", forms: plain}, {op: lower.MSarI, claim: "a shift right with sign", forms: imms(1, 63)},
	{op: lower.MShr, claim: "a shift right without sign by a register", forms: plain}, {op: lower.MShrI, claim: "a shift right without sign", forms: imms(1, 48)},
	{op: lower.MNeg, claim: "the negative", forms: plain}, {op: lower.MNot, claim: "the complement", forms: plain},
	{op: lower.MDiv, claim: "a quotient towards zero", forms: plain}, {op: lower.MRem, claim: "what such a quotient leaves", forms: plain},
	{op: lower.MAddX, claim: "a sum that leaves on overflow", forms: plain}, {op: lower.MAddXI, claim: "a sum with a constant that leaves on overflow", forms: imms(1, -1)},
	{op: lower.MSubX, claim: "a difference that leaves on overflow", forms: plain}, {op: lower.MSubXI, claim: "less a constant, leaves on overflow", forms: imms(1, 4096)},
	{op: lower.MMulX, claim: "a product that leaves on overflow", forms: plain}, {op: lower.MMulXI, claim: "a product with a constant that leaves on overflow, where the machine has one", forms: imms(10)},
	{op: lower.MNegX, claim: "the negative, leaves on overflow", forms: plain},
	{op: lower.MSet, claim: "a comparison as 0 or 1", forms: someConds}, {op: lower.MSetI, claim: "a comparison with a constant as 0 or 1", forms: compared(5, lower.NE, lower.GT)},
	{op: lower.MBr, claim: "a branch on a comparison", uses: gg, none: true, forms: someConds},
	{op: lower.MBrI, claim: "a branch on a comparison with a constant; with 0, one instruction where the machine has it", uses: g1, none: true, forms: append(compared(0, lower.EQ, lower.NE, lower.LT, lower.GE, lower.GT), compared(5, lower.LT)...)},
	{op: lower.MBrMemI, claim: "a branch on memory", none: true, forms: tested(everyBase, lower.EQ)},
	{op: lower.MBrBitsI, claim: "a branch on bits: one instruction for one bit where the machine has it", uses: g1, none: true, forms: append(compared(8, lower.EQ, lower.NE), compared(6, lower.EQ)...)},
	{op: lower.MExit, claim: "leaves on a comparison", forms: someConds}, {op: lower.MExitI, claim: "leaves on a comparison with a constant", forms: append(compared(0, lower.EQ, lower.LT), compared(-5, lower.NE)...)},
	{op: lower.MExitMem, claim: "leaves on a comparison with memory", uses: g1, none: true, forms: tested(append(everyBase[:1:1], everyBase[6]), lower.NE)},
	{op: lower.MExitMemI, claim: "leaves if memory is not a constant", none: true, forms: tested(everyBase, lower.NE)},
	{op: lower.MExitBitsI, claim: "leaves on bits: one instruction for one bit where the machine has it", forms: append(compared(8, lower.EQ, lower.NE), compared(6, lower.EQ)...)},
	{op: lower.MExitShr, claim: "leaves on a comparison with what is left of a word when its low bits go; the shift is part of the comparison where the machine has that", forms: append(compared(48, lower.NE), compared(1, lower.ULT)...)},
	{op: lower.MFAdd, claim: "a sum of floats", forms: plain}, {op: lower.MFSub, claim: "a difference of floats", forms: plain},
	{op: lower.MFMul, claim: "a product of floats", forms: plain}, {op: lower.MFDiv, claim: "a quotient of floats", forms: plain},
	{op: lower.MFSqrt, claim: "a square root", forms: plain}, {op: lower.MFNeg, claim: "the negative of a float", forms: plain}, {op: lower.MFAbs, claim: "a float without sign", forms: plain},
	{op: lower.MFSet, claim: "a comparison of floats as 0 or 1, of NaN 0 but for ne", forms: floatTests},
	{op: lower.MFBr, claim: "a branch on a comparison of floats", uses: ff, none: true, forms: floatTests},
	{op: lower.MFExit, claim: "leaves on a comparison of floats, or unless it holds", forms: append(floatTests, compared(1, lower.EQ, lower.LT)...)},
	{op: lower.MIntToF, claim: "a float of an integer", forms: plain}, {op: lower.MFToInt, claim: "an integer of a float, the lowest if it does not fit", forms: plain},
	{op: lower.MBitsToF, claim: "a word as a float", forms: plain}, {op: lower.MFToBits, claim: "a float as a word", forms: plain},
	{op: lower.MLoad, claim: "a load, with zeros above", def: g, forms: narrow}, {op: lower.MLoadF, claim: "a load of a float", def: f, forms: append(everyBase[:1:1], everyBase[6])},
	{op: lower.MStore, claim: "a store", uses: g1, none: true, forms: narrow}, {op: lower.MStoreI, claim: "a store of a constant", none: true, forms: append(narrow, lower.Inst{Base: lower.BaseFrame, Imm: 8, Size: 8})},
	{op: lower.MStoreF, claim: "a store of a float", uses: f1, none: true, forms: append(everyBase[:1:1], everyBase[6])},
	{op: lower.MAddMemI, claim: "a constant added to memory", none: true, forms: everyBase}, {op: lower.MStoreRow, claim: "the address of the exit's row in the frame", none: true, forms: everyBase[:1]},
	{op: lower.MJump, claim: "a jump, unless it leads to what follows", none: true, forms: plain},
	{op: lower.MCallKept, claim: "leaves to a helper that keeps all registers; what stands behind the return says that it does not raise", none: true, forms: imms(3|2<<16, -1)},
	{op: lower.MCall, claim: "leaves to a helper; behind the return stands what finds the exit of an exception", none: true, forms: imms(3 | 2<<16)},
	{op: lower.MPoll, claim: "leaves if Go's runtime wants the goroutine", none: true, forms: plain},
	{op: lower.MLeave, claim: "leaves through a row", none: true, forms: plain}, {op: lower.MLeaveBy, claim: "leaves through the row whose address the frame has", none: true, forms: imms(40)},
	{op: lower.MFrame, claim: "an address in the guest's frame", def: g, forms: imms(0, 128, 70000)}, {op: lower.MSetFrame, claim: "another guest frame", uses: g1, none: true, forms: plain},
	{op: lower.MAddFrame, claim: "a guest frame behind the one at hand", none: true, forms: imms(96, 70000)},
	{op: lower.MCallRoutine, claim: "jumps to a routine, with the address behind it in the link register", def: g, uses: g1, forms: imms(0x7f12_3456_7890)},
	{op: lower.MRet, claim: "returns from a routine to the address in the second operand", uses: gg, none: true, forms: plain},
	{op: lower.MStoreFrame, claim: "the guest frame's address in the frame behind it", none: true, forms: everyBase[:1]},
}

// title names a form in listings.
func title(in *lower.Inst) string {
	s := in.Op.String()
	if in.Base != lower.NoBase {
		s += fmt.Sprintf(" %v%+d size %d, %d", in.Base, in.Imm, in.Size, in.Imm2)
	} else if in.Imm != 0 || in.Scale != 0 {
		s += fmt.Sprintf(" %d", in.Imm)
	}
	if in.Scale != 0 {
		s += fmt.Sprintf(" scale %d", in.Scale)
	}
	return s + " " + in.Cond.String()
}

// places gives the operands of an operation registers in the order in which a target
// allocates them, as its row asks.
func places(t *lower.Target, op lower.MOp, def lower.Class, none bool, uses []lower.Class) (list []lower.Loc) {
	var next [lower.NumClasses]int
	take := func(c lower.Class, r lower.OperandRule) lower.Loc {
		if r.Constraint == lower.InFixed {
			return r.At
		}
		next[c]++
		return lower.InReg(t.Regs.Allocatable[c][next[c]-1])
	}
	row := &t.Rows[op]
	for i, c := range uses {
		list = append(list, take(c, row.Uses[i]))
	}
	if none {
		return list
	}
	d := lower.Loc{}
	if row.Def.Constraint == lower.Reuse {
		d = list[row.Def.Index]
	} else {
		d = take(def, row.Def)
	}
	return append([]lower.Loc{d}, list...)
}

// text returns what a form becomes on a target. Successors and the exit follow it,
// a row lies at 0x7f0000001000.
func text(t *lower.Target, in lower.Inst, def lower.Class, none bool, uses []lower.Class) string {
	switch in.Base {
	case lower.BaseWord, lower.BaseAddr:
		uses = append(g1[:1:1], uses...)
	case lower.BaseIndex:
		uses = append(gg[:2:2], uses...)
		if in.Imm != 0 && !t.IndexDisp {
			return "(not taken)\n"
		}
	}
	if in.Base == lower.NoBase && in.Imm != 0 && !t.ImmOK(in.Op, in.Imm) && signatures[in.Op].imm || in.Op == lower.MStoreI && !t.ImmOK(in.Op, in.Imm2) {
		return "(not taken)\n"
	}
	locs := places(t, in.Op, def, none, uses)
	in.NumEnc, in.NumOps = uint8(len(locs)), uint16(len(locs))
	enc := t.NewEncoder()
	enc.Reset(0)
	first := enc.NewLabels(4)
	end := enc.NewLabels(1)
	ar := &lower.Around{To: [2]encode.Label{first, first + 1}, Next: first + 3, Exit: first + 2, Row: 0x7f00_0000_1000}
	enc.Inst(&in, locs, ar)
	enc.Bind(end)
	for i := range encode.Label(4) {
		enc.Bind(first + i)
	}
	code, err := enc.Finish()
	if err != nil {
		return err.Error() + "\n"
	}
	return t.Disassemble(code[:enc.Offset(end)], 0, lower.Notes{})
}

// TestGolden: each machine operation becomes what is written down, on every target.
func TestGolden(t *testing.T) {
	seen := map[lower.MOp]bool{}
	for _, ex := range examples {
		seen[ex.op] = true
		if s, ok := signatures[ex.op]; ok {
			ex.def, ex.none, ex.uses = s.def, s.none, s.uses
		}
		a := &txtar.Archive{Comment: []byte(fmt.Sprintf("%v: %s.\n", ex.op, ex.claim))}
		for _, tg := range targets {
			var b strings.Builder
			for _, in := range ex.forms {
				in.Op, in.Exit, in.Origin = ex.op, 0, -1
				fmt.Fprintf(&b, "; %s\n%s", title(&in), text(tg, in, ex.def, ex.none, ex.uses))
			}
			a.Files = append(a.Files, txtar.File{Name: "asm." + tg.Name, Data: []byte(b.String())})
		}
		file := filepath.Join(goldens, ex.op.String()+".txtar")
		got := txtar.Format(a)
		if *update {
			if err := os.MkdirAll(goldens, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if string(got) != string(want) {
			t.Errorf("%s is not what the operation becomes:\n%s\nwant\n%s", file, got, want)
		}
	}
	for op := lower.MNone + 1; op < lower.NumMOps; op++ {
		if !seen[op] {
			t.Errorf("%v has no golden", op)
		}
	}
}
