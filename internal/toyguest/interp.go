package toyguest

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// frame is a frame of the interpreter.
type frame struct {
	code  uint64
	pc    uint32 // of the instruction; for callers: where they go on
	slots []uint64
	saved []uint64 // as the instruction began
}

func (f *frame) push(w uint64) { f.slots = append(f.slots, w) }

func (f *frame) pop() uint64 {
	w := f.slots[len(f.slots)-1]
	f.slots = f.slots[:len(f.slots)-1]
	return w
}

func (f *frame) begin(pc uint32) {
	f.pc = pc
	f.saved = append(f.saved[:0], f.slots...)
}

// interpreter executes one trace.
type interpreter struct {
	next, other []int // regions: by micro-op, where it goes on; where it branches to, −1: it leaves
	h           *Heap
	t           *uop.Trace
	frames      []*frame // innermost last
	poll        func() bool
	out         eval.Out
	left        bool
	// branched is the micro-op that a branch has gone to, −1: none.
	branched int
}

// follow finds out where the micro-ops of a region go on.
func (in *interpreter) follow() {
	in.branched = -1
	if in.t.Blocks == nil {
		return
	}
	in.next, in.other = make([]int, len(in.t.Insts)), make([]int, len(in.t.Insts))
	for i := range in.next {
		in.next[i], in.other[i] = i+1, -1
	}
	for _, b := range in.t.Blocks {
		if b.Next >= 0 {
			in.next[b.End-1] = in.t.Blocks[b.Next].Start
		}
		if b.Branch >= 0 {
			in.other[b.Branch] = in.t.Blocks[b.Else].Start
		}
	}
}

// ErrUops is returned by Interpret for a trace that ran too long.
var ErrUops = errors.New("toyguest: too many micro-ops")

// maxUops bounds a run.
const maxUops = 1 << 16

// Interpret executes a trace on words, without compiling it, and returns how
// it leaves: exit kind, frames, log and exception, the rest of Out is not
// filled in. The slots are those of the entry frame, poll is as in eval.In.
func Interpret(h *Heap, t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error) {
	in := &interpreter{h: h, t: t, poll: poll}
	in.frames = []*frame{{code: t.Code, slots: append([]uint64(nil), slots...)}}
	in.top().begin(t.Entry)
	in.follow()
	for n, i := 0, 0; ; n++ {
		if n == maxUops {
			return eval.Out{}, ErrUops
		}
		if i >= len(t.Insts) {
			return eval.Out{}, errors.New("toyguest: the trace has no end")
		}
		next, err := in.step(&t.Insts[i], i)
		if err != nil {
			return eval.Out{}, fmt.Errorf("toyguest: micro-op %d: %w", i, err)
		}
		if in.left {
			return in.out, nil
		}
		if i = next; in.next != nil && in.branched < 0 {
			i = in.next[i-1]
		} else if in.branched >= 0 {
			i = in.branched
		}
		in.branched = -1
	}
}

func (in *interpreter) top() *frame { return in.frames[len(in.frames)-1] }

// leave ends the run at a pc of the innermost frame.
func (in *interpreter) leave(kind ir.ExitKind, pc uint32, slots []uint64) {
	in.left = true
	in.out.Kind = kind
	for i, f := range in.frames {
		if i == len(in.frames)-1 {
			f.pc, f.slots = pc, slots
		}
		decl := frameOf(f.code)
		fs := eval.FrameState{Name: decl.Name, Code: f.code, PC: f.pc}
		for _, w := range f.slots {
			fs.Slots = append(fs.Slots, eval.Slot{Word: w, Present: true})
		}
		in.out.Frames = append(in.out.Frames, fs)
	}
}

// deopt leaves to the start of the instruction.
func (in *interpreter) deopt() { in.leave(ir.Deopt, in.top().pc, in.top().saved) }

// step executes a micro-op and returns the number of the next.
func (in *interpreter) step(u *uop.Inst, i int) (int, error) {
	f := in.top()
	switch u.Op {
	case BEGIN:
		f.begin(u.Target)
	case LOAD:
		f.push(f.slots[u.Oparg])
	case STORE:
		f.slots[u.Oparg] = f.pop()
	case CONST:
		f.push(u.Operand0)
	case GUARD:
		if in.h.TypeOf(f.slots[len(f.slots)-1-int(u.Oparg&15)]) != 1<<(u.Oparg>>4) {
			in.deopt()
		}
	case ARITH:
		in.binary(arith[u.Oparg].op, arith[u.Oparg].t, ir.Ref)
	case LESS:
		in.binary(less[u.Oparg&1].op, less[u.Oparg&1].t, ir.Bool)
	case EXITUNLESS:
		switch w := f.pop(); {
		case in.h.TypeOf(w) != TBool:
			in.deopt()
		case w == False && in.other != nil && in.other[i] >= 0:
			in.branched = in.other[i]
			f.begin(u.Target)
		case w == False:
			in.leave(ir.Side, u.Target, f.slots)
		}
	case GET, SET:
		return i + 1, in.access(u.Op == SET)
	case HELPER:
		return i + 1, in.callHelper(int64(u.Oparg))
	case CALL:
		callee := &frame{code: u.Operand0, slots: make([]uint64, frameOf(u.Operand0).NumLocals)}
		for k := range callee.slots {
			callee.slots[k] = Nil
		}
		for k := int(u.Oparg) - 1; k >= 0; k-- {
			callee.slots[k] = f.pop()
		}
		f.pc = u.Target
		in.frames = append(in.frames, callee)
		callee.begin(0)
	case RETURN:
		if len(in.frames) == 1 {
			in.leave(ir.Dynamic, f.pc, f.slots)
			break
		}
		in.frames = in.frames[:len(in.frames)-1]
		in.top().push(f.pop())
		in.top().begin(in.top().pc)
	case POLL:
		if in.poll != nil && in.poll() {
			in.leave(ir.Poll, u.Target, f.slots)
		}
	case LOOP:
		if in.poll != nil && in.poll() {
			in.leave(ir.Poll, u.Target, f.slots)
		}
		f.begin(u.Target)
		return 0, nil
	case END:
		in.leave(ir.End, u.Target, f.slots)
	case PAIR:
		return i + 1, in.pair()
	case UNPACK:
		return i + 1, in.unpack()
	default:
		return 0, fmt.Errorf("%s cannot be interpreted", Uops.Row(u.Op).Name)
	}
	return i + 1, nil
}

// binary computes a number from two.
func (in *interpreter) binary(op ir.Op, t, result ir.Type) {
	f := in.top()
	y, x := f.pop(), f.pop()
	w, ok := compute(in.h, op, t, result, x, y)
	switch {
	case !ok:
		in.deopt()
	case result == ir.Bool:
		f.push(in.h.BoxBool(w != 0))
	default:
		f.push(w)
	}
}

func (in *interpreter) pair() error {
	f := in.top()
	y, x := f.pop(), f.pop()
	p, err := in.h.Alloc(TObject, 0)
	if err != nil {
		return err
	}
	f.push(p)
	in.out.Fresh = append(in.out.Fresh, eval.Object{Word: p, Op: "toy.pair", Args: []eval.Operand{{Type: ir.Ref, Bits: x}, {Type: ir.Ref, Bits: y}}})
	return errors.Join(in.h.Store(p, 8, ir.Mem64, x), in.h.Store(p, 16, ir.Mem64, y))
}

func (in *interpreter) unpack() error {
	f := in.top()
	p := f.pop()
	if in.h.TypeOf(p) != TObject {
		in.deopt()
		return nil
	}
	x, err := in.h.Load(p, 8, ir.Mem64)
	y, err2 := in.h.Load(p, 16, ir.Mem64)
	f.push(y)
	f.push(x)
	return errors.Join(err, err2)
}

func (in *interpreter) access(set bool) error {
	f := in.top()
	index, list := f.pop(), f.pop()
	disp, ok := element(in.h, list, index)
	if !ok {
		in.deopt()
		return nil
	}
	if set {
		return in.h.Store(list, disp, ir.Mem64, f.pop())
	}
	w, err := in.h.Load(list, disp, ir.Mem64)
	f.push(w)
	return err
}

func (in *interpreter) callHelper(n int64) error {
	f := in.top()
	arg := f.pop()
	r, err := in.h.helper(n, arg, func(disp int64, x uint64) error {
		return in.h.Store(in.h.lists[0], disp, ir.Mem64, x)
	})
	if err != nil {
		in.leave(ir.Error, f.pc, f.saved)
		in.out.Raised = &eval.Raise{Err: err}
		return nil
	}
	in.out.Log = append(in.out.Log, eval.Event{
		Op: "toy.helper", Aux: n, Args: []eval.Operand{{Type: ir.Ref, Bits: arg}}, Result: eval.Operand{Type: ir.Ref, Bits: r},
	})
	f.push(r)
	return nil
}
