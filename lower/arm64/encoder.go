package arm64

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
	lower.EQ: CondEQ, lower.NE: CondNE, lower.LT: CondLT, lower.GE: CondGE, lower.LE: CondLE, lower.GT: CondGT,
	lower.ULT: CondLO, lower.UGE: CondHS, lower.ULE: CondLS, lower.UGT: CondHI,
}

// floatConds translates conditions between floats: all but NE are false if they are
// unordered, and the opposite of each is true then.
var floatConds = [lower.NumConds]Cond{
	lower.EQ: CondEQ, lower.NE: CondNE, lower.LT: CondMI, lower.GE: CondGE, lower.LE: CondLS, lower.GT: CondGT,
}

// MaxReach implements lower.Encoder.
func (e *encoder) MaxReach() int { return maxReach }

// SpillSlots implements lower.Encoder: the collector scans spill slots up to n.
func (e *encoder) SpillSlots(n int) { e.storeImm(MemX, regAct, native.OffSlots, int64(n)) }

// Poll implements lower.Encoder.
func (e *encoder) Poll() {
	back := e.NewLabel()
	e.Adr(scratch, back)
	e.Load(MemX, scratch2, regAct, native.OffPoll)
	e.Br(scratch2)
	e.Bind(back)
}

// Leave implements lower.Encoder.
func (e *encoder) Leave(row uint64) {
	e.MovImm(scratch, int64(row))
	e.throughRow()
}

// throughRow jumps to where the row at the scratch register's address leads.
func (e *encoder) throughRow() {
	e.Load(MemX, scratch2, scratch, 0)
	e.Br(scratch2)
}

// transfers are the loads and stores by class.
var transfers = [lower.NumClasses]*Mem{lower.GPR: MemX, lower.FPR: MemD}

// Copy implements lower.Encoder.
func (e *encoder) Copy(c lower.Class, to, from lower.PReg) {
	if c == lower.FPR {
		e.RR(Fmov, to, from)
		return
	}
	e.Mov(to, from)
}

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
