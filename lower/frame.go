package lower

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// FrameLayout is how guest frames lie in memory, for code that writes them.
// Offsets are bytes from the frame's address; a slot is 8 bytes. The frame of a
// call that compiled code begins lies Size bytes behind its caller's.
type FrameLayout struct {
	Slots  int // slot 0
	PC     int // u32: code unit to go on at
	SP     int // u32: slots in use
	Caller int // u64: address of the caller's frame; 0: returns to Go
	Code   int // u32: handle of the code
	// Resume is a u64 that holds, in a frame that waits for a call, the address
	// of the exit row through which the return goes.
	Resume int
	// Size returns the distance from a frame to the next one's, by code.
	Size func(code uint64) int
	// Near returns how far in front of a frame of code, in bytes, its caller's probably lies;
	// 0: not known. It may be nil.
	Near func(code uint64) int
	// Room is an i32 that says how many frames may be begun behind one: 1 less than
	// behind its caller, or as many if it is not counted (ir.Frame); 0 for none.
	Room int
	// Box makes the word of an unboxed number in compiled code.
	Box func(a *Asm, t ir.Type, x V) V
	// BoxKnown is Box of a value of which something is known: an int that is known to be small
	// needs no test. It may be nil.
	BoxKnown func(a *Asm, t ir.Type, x V, known ir.Fact) V
}

// box makes the word of an unboxed number of type t.
func (a *Asm) box(t ir.Type, v *ir.Value) V {
	if a.known == nil || a.Frame.BoxKnown == nil {
		return a.Frame.Box(a, t, a.Val(v))
	}
	return a.Frame.BoxKnown(a, t, a.Val(v), a.known(v))
}

// boxed returns the guest word of a value in a state.
func (a *Asm) boxed(v *ir.Value) V {
	w := a.box(v.Type, v)
	if w == None {
		panic(&Error{"Frame.Box", fmt.Sprintf("it has given no place for the word of %v", v.Type)})
	}
	return w
}

func (a *Asm) frameMem(disp int, size uint8) Mem {
	return Mem{Base: BaseFrame, Reg: None, Disp: int64(disp), Size: size}
}

// chain returns the states of a state's frames, the entry frame's first.
func chain(s *ir.Value) []*ir.Value {
	var list []*ir.Value
	for ; s != nil; s = s.StateCaller() {
		list = append(list, s)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// exit lowers the end of a function. An end is always taken when it is reached,
// so the guest's frames are written here, by machine code, and what the exit's
// row leads to finds everything in memory.
func exit(a *Asm, v *ir.Value) V {
	if v.Exits[ir.After].Kind == ir.Dynamic {
		a.ret(v)
		return None
	}
	if a.end != nil {
		a.endBy(v, a.end)
		return None
	}
	states := chain(v.States[ir.After])
	off, counted := 0, int64(0)
	made := a.numbers(states[1:])
	for k, s := range states {
		fr := a.ir.Frames[s.StateFrame()]
		made = a.writeSlots(s, off, made)
		if k > 0 {
			a.Store(a.frameMem(off+a.Frame.Code, 4), Imm(int64(fr.Code)))
		}
		a.Store(a.frameMem(off+a.Frame.PC, 4), Imm(int64(s.StatePC())))
		a.Store(a.frameMem(off+a.Frame.SP, 4), Imm(int64(len(s.StateSlots()))))
		if k > 0 {
			if !fr.Uncounted {
				counted++
			}
			if a.Frame.Room != 0 {
				room := a.Load(a.frameMem(a.Frame.Room, 4))
				a.Store(a.frameMem(off+a.Frame.Room, 4), a.Add(room, Imm(-counted)))
			}
			a.storeCaller(off, off-a.Frame.Size(a.ir.Frames[states[k-1].StateFrame()].Code))
		}
		if k < len(states)-1 {
			a.resume(s, off+a.Frame.Resume)
		}
		off += a.Frame.Size(fr.Code)
	}
	if n := len(states) - 1; n > 0 {
		last := off - a.Frame.Size(a.ir.Frames[states[n].StateFrame()].Code)
		a.op(Inst{Op: MAddFrame, Imm: int64(last), Exit: -1}, NoVReg)
	}
	a.op(Inst{Op: MLeave, Flags: IsTerm, Exit: a.newMemoryExit(v.Exits[ir.After], nil)}, NoVReg)
	return None
}

// numbers makes the words of the ints in frames behind the entry frame. A helper may make
// such a word, which may collect, and the collector does not see what is stored there
// already: so all are made before any is stored.
func (a *Asm) numbers(states []*ir.Value) (made []V) {
	for _, s := range states {
		for _, x := range s.StateSlots() {
			if isInt(x) {
				made = append(made, a.boxed(x))
			}
		}
	}
	return made
}

func isInt(x *ir.Value) bool { return x != nil && (x.Type == ir.I64 || x.Type == ir.U64) }

// writeSlots stores what a state says of the slots of one frame; made are the words of the
// ints in it, but for the entry frame, and in those behind, which it returns. What a slot of the entry
// frame held at entry it holds still: nothing but an end writes there.
func (a *Asm) writeSlots(s *ir.Value, off int, made []V) []V {
	for i, x := range s.StateSlots() {
		at := a.frameMem(off+a.Frame.Slots+8*i, 8)
		switch {
		case x == nil || off == 0 && x.Op == ir.OpSlot && x.Aux == int64(i):
		case off > 0 && isInt(x):
			a.Store(at, made[0])
			made = made[1:]
		default:
			a.Store(at, a.boxed(x))
		}
	}
	return made
}

// storeCaller stores the address of the frame at caller into the one at off.
func (a *Asm) storeCaller(off, caller int) {
	at := a.frameMem(off+a.Frame.Caller, 8)
	if caller != 0 {
		a.Store(at, a.frameAddr(caller))
		return
	}
	a.op(Inst{Op: MStoreFrame, Imm: at.Disp, Base: BaseFrame, Size: 8, Exit: -1}, NoVReg)
}

func (a *Asm) frameAddr(off int) V {
	d := a.fresh(GPR)
	a.op(Inst{Op: MFrame, Imm: int64(off), Exit: -1}, d.reg)
	return d
}

// resume makes a return to a frame go through a row of its own. The row's
// address is not known yet: the instruction takes it from its exit.
func (a *Asm) resume(s *ir.Value, off int) {
	a.op(Inst{Op: MStoreRow, Imm: int64(off), Base: BaseFrame, Size: 8, Exit: a.newMemoryExit(a.at.Exits[ir.After], s)}, NoVReg)
}

// newMemoryExit adds an exit point at which everything is in memory. caller is
// the state of the frame that a return row is for, nil for the exit itself.
func (a *Asm) newMemoryExit(x *ir.Exit, caller *ir.Value) int32 {
	a.F.Exits = append(a.F.Exits, ExitPoint{Exit: x, Memory: true, Caller: caller})
	return int32(len(a.F.Exits) - 1)
}

// enter lowers going on in another frame of the guest.
func enter(a *Asm, v *ir.Value) V {
	a.op(Inst{Op: MSetFrame, Exit: -1}, NoVReg, a.Reg(a.Arg(0)))
	a.op(Inst{Op: MLeaveBy, Imm: int64(a.Frame.Resume), Flags: IsTerm, Exit: -1}, NoVReg)
	return None
}

// CallerFrame returns the address of the caller of the frame at hand, which is one of code;
// none leaves if it is 0. Where it is known what the caller probably is, a comparison says so and the
// address is a difference: a frame's address comes out of memory at each return otherwise, where the call has
// put it just before, and all that the caller does next waits for it.
func (a *Asm) CallerFrame(code uint64, none func(caller V)) V {
	caller := a.Load(a.frameMem(a.Frame.Caller, 8))
	distance := 0
	if a.Frame.Near != nil {
		distance = a.Frame.Near(code)
	}
	if distance == 0 {
		none(caller)
		return caller
	}
	near := a.frameAddr(-distance)
	return a.Slow(NE, near, caller, near, GPR, func() V {
		none(caller)
		return caller
	})
}

// ret lowers a return from the entry frame: the result goes to the caller's
// stack, and execution goes on through the caller's resume row. A frame that Go
// entered leaves instead, before the return.
func (a *Asm) ret(v *ir.Value) {
	s := v.States[ir.After]
	l := a.Frame
	slots := s.StateSlots()
	a.when = ir.After
	caller := a.CallerFrame(a.ir.Frames[s.StateFrame()].Code, func(caller V) { a.ExitIf(EQ, caller, Imm(0)) })
	if a.clock != 0 {
		a.AddMem(static(a.clock, 8), 1)
	}
	var x V
	if top := len(slots) - 1; slots[top] != nil {
		x = a.boxed(slots[top])
	} else { // in memory
		x = a.Load(a.frameMem(l.Slots+8*top, 8))
	}
	sp := a.Load(Mem{Base: BaseAddr, Reg: caller, Disp: int64(l.SP), Size: 4})
	a.Store(Mem{Base: BaseAddr, Reg: a.Lea(caller, sp, 8, 0), Disp: int64(l.Slots), Size: 8}, x)
	a.AddMem(Mem{Base: BaseAddr, Reg: caller, Disp: int64(l.SP), Size: 4}, 1)
	a.op(Inst{Op: MSetFrame, Exit: -1}, NoVReg, caller)
	a.op(Inst{Op: MLeaveBy, Imm: int64(l.Resume), Flags: IsTerm, Exit: -1}, NoVReg)
}
