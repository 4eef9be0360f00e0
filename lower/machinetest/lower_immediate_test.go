package machinetest

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

// immediateUses are functions of assembly with an immediate, in a form of an operation each; x is an
// int, f a float, m memory.
var immediateUses = []struct {
	name string
	emit func(a *lower.Asm, x, f lower.V, m lower.Mem, n int64)
}{
	{"add", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.Add(x, lower.Imm(n)) }},
	{"and", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.And(x, lower.Imm(n)) }},
	{"checked", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.Checked(lower.MAddX, x, lower.Imm(n)) }},
	{"mul, then add", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.MulAdd(x, x, lower.Imm(n)) }},
	{"set", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.Set(lower.LT, x, lower.Imm(n)) }},
	{"store", func(a *lower.Asm, _, _ lower.V, m lower.Mem, n int64) { a.Store(m, lower.Imm(n)) }},
	{"exit", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.ExitIf(lower.LT, x, lower.Imm(n)) }},
	{"exit the other way round", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.ExitIf(lower.LT, lower.Imm(n), x) }},
	{"exit by memory", func(a *lower.Asm, _, _ lower.V, m lower.Mem, n int64) { a.ExitIfMem(lower.LT, m, lower.Imm(n)) }},
	{"exit by bits", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.ExitIfBits(lower.EQ, x, n) }},
	{"exit by a shift", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.ExitIfShr(lower.EQ, x, 3, n) }},
	{"select", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) {
		a.Select(lower.GPR, lower.LT, x, lower.Imm(n), x, lower.Imm(n))
	}},
	{"select a float", func(a *lower.Asm, x, f lower.V, _ lower.Mem, n int64) {
		a.Select(lower.FPR, lower.LT, x, lower.Imm(n), f, f)
	}},
	{"select by bits", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) { a.SelectBits(lower.GPR, lower.NE, x, n, x, x) }},
	{"slow", func(a *lower.Asm, x, _ lower.V, _ lower.Mem, n int64) {
		a.Slow(lower.LT, x, lower.Imm(n), x, lower.GPR, func() lower.V { return lower.Imm(n) })
	}},
}

const immediates = `trace @t form=machine {
entries (i64, f64)
frame f0 "t" () locals=0 slots=1
b0:
  v0: i64 = entry 0
  v1: f64 = entry 1
  s0 = state f0 pc=1 (|)
  t.use v0, v1, s0 -> x0
  s1 = state f0 pc=2 (|)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`

// TestImmediates: whatever number the assembler is given, an instruction has it as an
// immediate only if the target takes it there.
func TestImmediates(t *testing.T) {
	table, err := ir.NewOpTable([]ir.OpRow{{Name: "t.use", Args: []ir.Type{ir.I64, ir.F64}, Flags: ir.Guard,
		States: [ir.NumWhen]bool{ir.Before: true}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		for _, use := range immediateUses {
			made := map[bool]int{}
			for _, n := range []int64{0, 1, -1, 7, 1 << 11, 1 << 12, 1<<12 + 1, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 40, -1 << 63, 0x5a5a5a5a5a5a5a5a} {
				rules := lower.CoreRules(table.Len())
				rules[ir.FirstGuestOp] = func(a *lower.Asm, v *ir.Value) lower.V {
					x := a.Reg(a.Val(v.Args[0]))
					use.emit(a, x, a.Val(v.Args[1]), lower.At(x, 16, 8), n)
					return lower.None
				}
				f, err := irtext.Parse("", []byte(immediates), table, nil, irtext.Options{})
				if err != nil {
					t.Fatal(err)
				}
				s := lower.Selector{Target: target, Rules: rules, Frame: &lower.FrameLayout{Slots: 32, Size: func(uint64) int { return 64 }}}
				m, err := s.Select(f, lower.Borders{Entry: []lower.Loc{
					lower.InReg(target.Regs.Allocatable[lower.GPR][0]), lower.InReg(target.Regs.Allocatable[lower.FPR][0])}})
				if err != nil {
					t.Fatal(err)
				}
				for i := range m.Insts {
					in := &m.Insts[i]
					if in.Op == lower.MSelect { // of floats by a number that is no immediate: there is none
						for _, o := range m.InstOps(lower.InstID(i)) {
							if m.Classes[o.V] != lower.GPR {
								t.Errorf("%s, %s of %#x: a select of a float", target.Name, use.name, n)
							}
						}
					}
					imm := in.Imm
					switch in.Op {
					case lower.MExitShr: // takes a shift, to compare with a number in a register
						if !target.ShiftsOperand || target.ImmOK(lower.MExitI, n) {
							t.Errorf("%s, %s of %#x: no immediate", target.Name, use.name, n)
						}
					case lower.MStoreI, lower.MExitMemI, lower.MBrMemI, lower.MAddMemI:
						imm = in.Imm2
					}
					if !strings.HasSuffix(in.Op.String(), "i") {
						continue
					}
					made[target.ImmOK(in.Op, imm)]++
					if !target.ImmOK(in.Op, imm) {
						t.Errorf("%s, %s of %#x: %v takes no such immediate", target.Name, use.name, n, in.Op)
					}
				}
			}
			if made[true] == 0 {
				t.Errorf("%s, %s: no instruction with an immediate", target.Name, use.name)
			}
		}
	}
}
