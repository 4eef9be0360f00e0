package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Transfers: instructions that begin or leave a frame which is only known when they are
// executed (Env.Interpret). Machine code does by itself what they mostly do: resume a
// generator, yield, call a function in Python or a property's (transfer_call.go). Where anything is out of the ordinary, the code of tier 1 does all of
// it. The frame is in memory. The result is the address of the frame to go on in; its
// resume word is the row through which.

// Transfer says which of these instructions one is.
type Transfer uint8

// The instructions that machine code may do by itself, and all others.
const (
	TransferOther Transfer = iota
	TransferForIter
	TransferSend
	TransferYield
	TransferCall   // CALL
	TransferLoad   // LOAD_ATTR
	TransferReturn // a generator's RETURN_VALUE
	TransferCallKw // CALL_KW
	TransferCallEx // CALL_FUNCTION_EX
)

// InterpretOperands is the operands of _INTERPRET: the instruction's opcode and, ahead of
// its inline cache, the code unit behind it.
func InterpretOperands(t Transfer, op uint8, after int) (operand0, operand1 uint64) {
	return uint64(op) | uint64(t)<<8, uint64(after)
}

// transfer is such an instruction in a frame.
type transfer struct {
	kind  Transfer
	op    uint8
	arg   int
	after uint32
	code  uint64 // the frame's
	depth int    // the frame's slots in use
}

// pack returns a transfer as the two immediates of py.interpret.
func (t transfer) pack() (instr, frame int64) {
	return int64(uint64(t.op) | uint64(t.arg)<<8 | uint64(t.after)<<32), int64(uint64(t.code) | uint64(t.depth)<<32 | uint64(t.kind)<<56)
}

func unpackTransfer(instr, frame uint64) transfer {
	return transfer{Transfer(frame >> 56), uint8(instr), int(instr >> 8 & 0xFFFFFF), uint32(instr >> 32), frame & (1<<32 - 1), int(frame >> 32 & 0xFFFFFF)}
}

// interpret executes an instruction by the code of tier 1 and ends the trace.
func (p *py) interpret(b *build.Builder, u *uop.Inst) error {
	if !b.InMemory() {
		return b.Abort(build.AbortBadTrace, "an instruction that tier 1 is to execute, and the frame is not in memory")
	}
	t := transfer{Transfer(u.Operand0 >> 8), uint8(u.Operand0), int(u.Oparg), uint32(u.Operand1), b.Frame().Code, b.Frame().NumLocals + b.Stack()}
	instr, frame := t.pack()
	b.Enter(b.Effect(p.mustOp("py.interpret"), instr, b.F.ConstI64(frame)))
	return nil
}

// interpretOp is an instruction in the innermost frame, which it says with its immediate
// and its operand.
func (p *py) interpretOp() guest.Op {
	o := withAux(call("py.interpret", 1, 0, runsGuest, func(a []uint64) (uint64, error) {
		t := unpackTransfer(a[1], a[0])
		return p.env.Interpret(t.op, t.arg, int(t.after))
	}))
	o.Args, o.Result = []ir.Type{ir.I64}, ir.I64
	o.Lower = func(a *lower.Asm, v *ir.Value) lower.V {
		frame := a.Arg(0)
		slow := func() lower.V { return a.Call(p.helperIndex("py.interpret"), frame, lower.Imm(v.Aux)) }
		t := unpackTransfer(uint64(v.Aux), uint64(v.Args[0].Int()))
		if t.kind == TransferCallKw || t.kind == TransferCallEx {
			return p.anyCall(a, t, p.k.Landing(t.code, t.after+caches[t.kind]), slow)
		}
		fast := p.transferCode(a, t)
		if fast == nil {
			return slow()
		}
		if t.kind == TransferCall {
			return a.Try(lower.GPR, fast, func() lower.V {
				return p.anyCall(a, t, p.k.Landing(t.code, t.after+caches[t.kind]), slow)
			})
		}
		return a.Try(lower.GPR, fast, slow)
	}
	return o
}

// giveUp leaves what a transfer does to the code of tier 1, if x c y.
type giveUp = func(c lower.Cond, x, y lower.V)

// transferCode returns what writes the machine code of a transfer, nil if there is none.
func (p *py) transferCode(a *lower.Asm, t transfer) func(giveUp) lower.V {
	switch t.kind {
	case TransferForIter:
		if row := p.k.Landing(t.code, t.after+1); row != 0 {
			return func(or giveUp) lower.V {
				it := a.Load(frameSlot(t.depth - 1))
				return p.resumeFrame(a, t, waits{t.after + 1, t.depth, row}, it, lower.Word(uint64(object.None)), or)
			}
		}
	case TransferSend:
		if row := p.k.Landing(t.code, t.after+1); row != 0 {
			return func(or giveUp) lower.V {
				it, v := a.Load(frameSlot(t.depth-2)), a.Load(frameSlot(t.depth-1))
				return p.sendFrame(a, t, waits{t.after + 1, t.depth - 1, row}, it, v, or)
			}
		}
	case TransferCall:
		if row := p.k.Landing(t.code, t.after+caches[t.kind]); row != 0 && t.arg <= maxArgs {
			return func(or giveUp) lower.V { return p.callFrame(a, t, row, or) }
		}
	case TransferLoad:
		name := p.k.Name(t.code, t.arg>>1)
		_, ok := object.AttrGetter.Key(name)
		if row := p.k.Landing(t.code, t.after+caches[t.kind]); row != 0 && ok && t.arg&1 == 0 {
			return func(or giveUp) lower.V { return p.propertyFrame(a, t, row, name, or) }
		}
	case TransferYield:
		if fr, err := p.k.Frame(t.code); err == nil {
			return func(or giveUp) lower.V { return p.yieldFrame(a, t, fr.NumLocals-1, or) }
		}
	case TransferReturn:
		if fr, err := p.k.Frame(t.code); err == nil && fr.NumSlots <= maxGenClear {
			return func(or giveUp) lower.V { return p.returnFrame(a, t, fr.NumLocals-1, fr.NumSlots, or) }
		}
	}
	return nil
}

func frameMem(off int, size uint8) lower.Mem {
	return lower.Mem{Base: lower.BaseFrame, Reg: lower.None, Disp: int64(off), Size: size}
}

func frameSlot(i int) lower.Mem { return frameMem(object.FrameSlots+8*i, 8) }

// waits is how the frame at hand waits for another one: it goes on at pc with depth slots
// in use, and what it waits for behind them, through the row at an address.
type waits struct {
	pc    uint32
	depth int
	row   uint64
}

func at(addr lower.V, off int, size uint8) lower.Mem {
	return lower.Mem{Base: lower.BaseAddr, Reg: addr, Disp: int64(off), Size: size}
}

// roomFor gives up where more than n frames may not be begun, and returns how many may
// (object.FrameRoom) times 2^32.
func (p *py) roomFor(a *lower.Asm, n lower.V, or giveUp) lower.V {
	room := p.room(a)
	or(lower.LE, room, a.Bin(lower.MShl, n, lower.Imm(32)))
	return room
}

// room is how many frames may be begun, times 2^32.
func (p *py) room(a *lower.Asm) lower.V {
	return a.Bin(lower.MShl, a.Load(frameMem(object.FrameRoom, 4)), lower.Imm(32)) // with its sign
}

// beginFrame makes the frame at to.np one that goes on: place is the handle of its code
// and, from bit 32 on, where it goes on; row leads there.
func (p *py) beginFrame(a *lower.Asm, to begun, place, depth, row lower.V) {
	np := to.np
	a.Store(at(np, object.FrameCaller, 8), to.caller)
	a.Store(at(np, object.FrameResume, 8), row)
	a.Store(at(np, object.FrameCode, 8), place)
	a.Store(at(np, object.FrameSP, 4), depth)
	a.Store(at(np, object.FrameRoom, 4), a.Add(a.Shr(to.room, lower.Imm(32)), lower.Imm(-1)))
}

func (p *py) wait(a *lower.Asm, w waits) {
	a.Store(frameMem(object.FrameResume, 8), lower.Word(w.row))
	a.Store(frameMem(object.FramePC, 4), lower.Imm(int64(w.pc)))
	a.Store(frameMem(object.FrameSP, 4), lower.Imm(int64(w.depth)))
}
