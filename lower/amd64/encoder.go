package amd64

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// encoder implements lower.Encoder: one function a machine operation (emitters),
// made of Buf's instructions.
type encoder struct {
	*Buf
}

// conds translates conditions between integers.
var conds = [lower.NumConds]Cond{
	lower.EQ: CondE, lower.NE: CondNE, lower.LT: CondL, lower.GE: CondGE, lower.LE: CondLE, lower.GT: CondG,
	lower.ULT: CondB, lower.UGE: CondAE, lower.ULE: CondBE, lower.UGT: CondA,
}

// Reset implements lower.Encoder: branches have one reach.
func (e *encoder) Reset(int) { e.Buf.Reset() }

// MaxReach implements lower.Encoder.
func (e *encoder) MaxReach() int { return 0 }

// Pair implements lower.Encoder: stores of two neighbouring constants of 4 bytes are one
// of 8, where that is aligned and takes the constant. (Others forward what they have stored
// later: with the pc and sp of each call as one, fib takes 1.06 times as long.)
func (e *encoder) Pair(a, b *lower.Inst, la, lb []lower.Loc) bool {
	if a.Op != lower.MStoreI || b.Op != lower.MStoreI || a.Size != 4 || b.Size != 4 || a.Base != b.Base || a.Base == lower.BaseStatic ||
		a.NumEnc > 0 && la[0] != lb[0] || a.Base == lower.BaseIndex && (la[1] != lb[1] || a.Scale != b.Scale) {
		return false
	}
	if b.Imm < a.Imm {
		a, b = b, a
	}
	if b.Imm-a.Imm != 4 || a.Imm&7 != 0 {
		return false
	}
	both := *a
	both.Size, both.Imm2 = 8, a.Imm2&(1<<32-1)|b.Imm2<<32
	if both.Imm2 != int64(int32(both.Imm2)) {
		return false
	}
	e.immOp(MovQ, &both, la)
	return true
}

// SpillSlots implements lower.Encoder: the collector scans spill slots up to n.
func (e *encoder) SpillSlots(n int) { e.MI(MovQ, regAct, native.OffSlots, int64(n)) }

// Poll implements lower.Encoder.
func (e *encoder) Poll() {
	back := e.NewLabel()
	e.LeaLabel(regScratch, back)
	e.JmpMem(regAct, native.OffPoll)
	e.Bind(back)
}

// Leave implements lower.Encoder.
func (e *encoder) Leave(row uint64) {
	e.MovImmFlags(regScratch, int64(row))
	e.throughRow()
}

// throughRow jumps to where the row at the scratch register's address leads.
func (e *encoder) throughRow() { e.JmpMem(regScratch, 0) }

// copies and transfers are the instructions by class: between registers, and from and
// to memory.
var (
	copies    = [lower.NumClasses]Op{lower.GPR: MovQ, lower.FPR: Movaps}
	transfers = [lower.NumClasses]Op{lower.GPR: MovQ, lower.FPR: Movsd}
)

// Copy implements lower.Encoder.
func (e *encoder) Copy(c lower.Class, to, from lower.PReg) { e.RR(copies[c], to, from) }

// Spill implements lower.Encoder.
func (e *encoder) Spill(c lower.Class, slot int, from lower.PReg) {
	e.Store(transfers[c], regAct, native.SlotAt(slot), from)
}

// Fill implements lower.Encoder.
func (e *encoder) Fill(c lower.Class, to lower.PReg, slot int) {
	e.Load(transfers[c], to, regAct, native.SlotAt(slot))
}

// Inst implements lower.Encoder.
func (e *encoder) Inst(in *lower.Inst, l []lower.Loc, ar *lower.Around) {
	emitters[in.Op](e, in, l, ar)
}
