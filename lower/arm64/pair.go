package arm64

import "github.com/tier2go/tier2/lower"

// transfer is a load or store taken apart.
type transfer struct {
	op    Op // the instruction for two of them
	load  bool
	value lower.PReg
	base  lower.PReg
	disp  int64
}

// transferOf takes an operation apart that has an instruction for two of its kind.
func (e *encoder) transferOf(in *lower.Inst, l []lower.Loc) (t transfer, ok bool) {
	l = l[:in.NumEnc]
	switch in.Op {
	case lower.MLoad:
		t = transfer{op: Ldp, load: true, value: l[0].Reg()}
		l = l[1:]
	case lower.MLoadF:
		t = transfer{op: LdpD, load: true, value: l[0].Reg()}
		l = l[1:]
	case lower.MStore:
		t = transfer{op: Stp, value: l[len(l)-1].Reg()}
	case lower.MStoreF:
		t = transfer{op: StpD, value: l[len(l)-1].Reg()}
	case lower.MStoreI:
		t = transfer{op: Stp, value: ZR}
		if in.Imm2 != 0 && in.Size == 8 {
			return t, false
		}
	default:
		return t, false
	}
	switch in.Base {
	case lower.BaseAddr, lower.BaseFrame, lower.BaseAct:
		t.base, t.disp = e.address(in, l)
		return t, true
	}
	return t, false
}

// Pair implements lower.Encoder: two loads or stores of neighbouring words are one
// instruction, and stores of two neighbouring constants of 4 bytes one of 8.
func (e *encoder) Pair(a, b *lower.Inst, la, lb []lower.Loc) bool {
	x, okX := e.transferOf(a, la)
	y, okY := e.transferOf(b, lb)
	if !okX || !okY || x.op != y.op || x.base != y.base || a.Size != b.Size {
		return false
	}
	if y.disp < x.disp {
		x, y, a, b = y, x, b, a
	}
	switch {
	case y.disp-x.disp != int64(a.Size):
		return false
	case a.Size == 4 && a.Op == lower.MStoreI && b.Op == lower.MStoreI && nearDisp(x.disp, 8):
		e.storeImm(MemX, x.base, x.disp, a.Imm2&(1<<32-1)|b.Imm2<<32)
		return true
	case a.Size != 8 || x.disp < -512 || x.disp > 504 || x.disp&7 != 0:
		return false
	case x.load && (x.value == y.value || x.value == x.base || y.value == x.base):
		return false
	}
	e.Buf.Pair(x.op, x.value, y.value, x.base, x.disp)
	return true
}
