package lower

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/lower/encode"
)

// Allocation is what register allocation found for a function, as the emitter
// needs it (package regalloc's Result).
type Allocation struct {
	Locs     []Loc // parallel to Func.Operands
	Edits    []Edit
	NumSlots int
	Dead     []InstID // rematerializable instructions that need not be emitted
}

// Edit is a move or a rematerialization right before an instruction.
type Edit struct {
	Inst     InstID
	Of       InstID // the instruction to execute again, −1 for a move
	From, To Loc
	Class    Class
}

// Code is machine code with what is needed to bind it. Its bytes are valid until
// the emitter's next use.
type Code struct {
	Bytes []byte
	// Labels has the offset of each block that was asked for.
	Labels []int
	// Insts has, for each instruction, where its code begins: for listings.
	Insts []int32
	// Exits has, for each exit point, where the code that leaves by it begins, −1
	// if it has none of its own: for listings.
	Exits []int32
	// Hot is the length of the code before the cold section.
	Hot int
	// Stubs is how many exits with rows have code of their own, StubBytes the length
	// of all of it: what a guard jumps to, which leaves through the exit's row. Plain
	// and PlainBytes are those without rows, and what they share.
	Stubs, StubBytes  int
	Plain, PlainBytes int
}

// Places returns, for Notes, what lies where in code that was emitted with a listing: blocks
// by their number in the function, b3, and what leaves by an exit, x4.
func (c *Code) Places(f *Func) func(addr uint64) string {
	names := make(map[uint64]string, len(f.Blocks)+len(c.Exits))
	for i, at := range c.Exits {
		if at >= 0 {
			names[uint64(at)] = fmt.Sprintf("x%d", i)
		}
	}
	for i := range f.Blocks {
		if b := &f.Blocks[i]; b.N > 0 && int(b.First) < len(c.Insts) {
			names[uint64(c.Insts[b.First])] = fmt.Sprintf("b%d", i)
		}
	}
	return func(addr uint64) string { return names[addr] }
}

// Emitter turns allocated functions into code for one target. It is reused and
// not safe for concurrent use.
type Emitter struct {
	enc     Encoder
	target  *Target
	scratch [1]Loc
	offs    []int32
	starts  []encode.Label // by instruction, when listings are wanted
	blocks  []int
	layout
	// Listing asks for Code.Insts.
	Listing bool

	// What is emitted besides the function's instructions: one at a time, so that none takes memory of its own.
	own   Inst
	ownAt Around
	ownTo [1]Loc

	around Around // the block at hand

	link   Linkage // of the function at hand
	polls  []poll  // of it
	static Inst    // the instruction at hand, if it names a site or a routine
}

// poll is a poll whose code that leaves is not emitted yet: the guard of the Go runtime leads
// to out. Where that has nothing to do for the guest, execution goes on at back.
type poll struct {
	exit      int32
	out, back encode.Label
}

// Linkage has the addresses that a function's code leads to and counts at.
type Linkage struct {
	// Rows has the address of each exit point's row, 0 for those that have none.
	Rows []uint64
	// Plain is the address of the row that exit points leave through that have none of
	// their own. Their numbers lie in the activation then (Target.NumberOffset).
	Plain uint64
	// Forced, if not nil, has for each exit point how it can be made to leave.
	// Points that are not taken by a test have none: CanForce.
	Forced []Forced
	// Sites is the address of the rows of the function's sites, SiteSize bytes each.
	Sites uint64
	// Counters, if not 0, is the address of words of 8 bytes that the code counts in:
	// its entries, then each exit that it takes by itself (not those of helpers that
	// raise, nor rows that frames return through).
	Counters uint64
}

// Forced makes an exit point leave although its test passes. Behind the test, where
// what the instruction writes has been written, the code counts Counter (the
// address of a u32) down, and leaves through Row when it has become 0.
type Forced struct{ Counter, Row uint64 }

// CanForce reports whether an exit point of a function is one that a test takes.
func (f *Func) CanForce(exit int) bool { return needsStub(f.Insts[f.Exits[exit].Inst].Op) }

// numberedExit packs the address of a row and the number of an exit point: by this
// word, behind the code of a call, an exception finds its exit.
func numberedExit(row uint64, exit int) uint64 { return row<<16 | uint64(exit) }

// ExitNumber takes numberedExit's word apart.
func ExitNumber(word uint64) (row uint64, exit int) { return word >> 16, int(word & 0xFFFF) }

// NewEmitter makes an emitter.
func NewEmitter(t *Target) *Emitter {
	return &Emitter{enc: t.NewEncoder(), target: t, scratch: [1]Loc{InReg(t.Regs.Scratch[GPR])}}
}

// Emit encodes a function. blocks lists the blocks whose offsets are wanted. Code in which
// something does not reach its place is made again, with forms that reach further.
func (e *Emitter) Emit(f *Func, al *Allocation, link Linkage, blocks []BlockID) (*Code, error) {
	e.link = link
	for reach := 0; ; reach++ {
		code, err := e.emit(f, al, blocks, reach)
		var enc *encode.Error
		if !errors.As(err, &enc) || enc.Reason != encode.OutOfRange || reach >= e.enc.MaxReach() {
			return code, err
		}
	}
}

func (e *Emitter) emit(f *Func, al *Allocation, blocks []BlockID, reach int) (code *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			enc, ok := r.(*encode.Error)
			if !ok {
				panic(r)
			}
			code, err = nil, enc
		}
	}()
	enc := e.enc
	enc.Reset(reach)
	labels := enc.NewLabels(len(f.Blocks))
	exits := enc.NewLabels(len(f.Exits))
	forced := enc.NewLabels(len(e.link.Forced))
	var starts encode.Label
	if e.Listing {
		starts = enc.NewLabels(len(f.Insts))
	}
	e.arrange(f, al)
	e.polls = e.polls[:0]
	late := !callsHot(f)
	if !late {
		enc.SpillSlots(al.NumSlots)
	}
	e.count(0)
	for _, bi := range e.order {
		b, at := &f.Blocks[bi], &e.at[bi]
		edit, dead := at.edit, at.dead
		enc.Select(at.section)
		enc.Bind(labels + encode.Label(bi))
		ar := &e.around
		*ar = Around{Next: -1, Again: at.again}
		if at.next >= 0 {
			ar.Next = labels + encode.Label(at.next)
		}
		for i, s := range b.Succs {
			ar.To[i] = labels + encode.Label(e.at[s.To].landing)
		}
		for i := b.First; i < b.First+b.N; i++ {
			if e.Listing {
				enc.Bind(starts + encode.Label(i))
			}
			if at.passed {
				continue
			}
			for ; edit < len(al.Edits) && al.Edits[edit].Inst == InstID(i); edit++ {
				e.edit(f, &al.Edits[edit])
			}
			if dead < len(al.Dead) && al.Dead[dead] == InstID(i) {
				dead++
				continue
			}
			in := &f.Insts[i]
			if in.Exit >= 0 {
				ar.Exit, ar.Row = exits+encode.Label(in.Exit), e.link.Rows[in.Exit]
				if in.Op == MCall {
					ar.Row = numberedExit(e.link.Plain, int(in.Exit))
				}
			} else {
				ar.Exit, ar.Row = -1, 0
			}
			if late && leavesToHelper(in) {
				enc.SpillSlots(al.NumSlots)
			}
			if in.Op == MLeave {
				e.count(1 + int(in.Exit))
			}
			if i+1 < b.First+b.N && e.pair(f, al, i, edit, dead) {
				i++
				if e.Listing {
					enc.Bind(starts + encode.Label(i))
				}
				continue
			}
			if in.Op == MPoll {
				ar.Exit = enc.NewLabels(2)
				e.polls = append(e.polls, poll{in.Exit, ar.Exit, ar.Exit + 1})
			}
			enc.Inst(e.placed(f, in), al.Locs[in.Ops:in.Ops+int32(in.NumOps)], ar)
			if in.Op == MPoll {
				enc.Bind(ar.Exit + 1)
			}
			if e.link.Forced != nil && in.Exit >= 0 && needsStub(in.Op) {
				e.force(e.link.Forced[in.Exit].Counter, forced+encode.Label(in.Exit))
			}
		}
	}
	out := &Code{}
	x := e.leaves(f, exits, forced)
	if out.Bytes, err = enc.Finish(); err != nil {
		return nil, err
	}
	e.measure(out, f, x)
	for _, b := range blocks {
		out.Labels = append(out.Labels, enc.Offset(labels+encode.Label(b)))
	}
	if e.Listing {
		for i := range f.Insts {
			out.Insts = append(out.Insts, int32(enc.Offset(starts+encode.Label(i))))
		}
		for i := range f.Exits {
			at := int32(-1)
			if f.CanForce(i) {
				at = int32(enc.Offset(exits + encode.Label(i)))
			}
			out.Exits = append(out.Exits, at)
		}
		for _, p := range e.polls {
			out.Exits[p.exit] = int32(enc.Offset(p.out))
		}
	}
	return out, nil
}

// callsHot reports whether a function calls helpers where it is hot. If not, what the
// collector has to know while a helper runs (Encoder.SpillSlots) is said in front of the calls,
// and not at the entry; at an exit the table of executors knows it.
func callsHot(f *Func) bool {
	for bi := range f.Blocks {
		b := &f.Blocks[bi]
		if b.Cold {
			continue
		}
		for i := b.First; i < b.First+b.N; i++ {
			if leavesToHelper(&f.Insts[i]) {
				return true
			}
		}
	}
	return false
}

// leavesToHelper reports whether an instruction may leave to a helper, so that the collector looks for words.
func leavesToHelper(in *Inst) bool {
	return in.Op == MCall || in.Op == MCallKept && in.Imm >= 0 || in.Flags&Helps != 0
}

// bounds are labels around the code of exits.
type bounds struct {
	hot             encode.Label // the end of the hot section
	starts, ends    encode.Label // by exit: its code
	plain, endPlain encode.Label // what the exits without rows share
}

// leaves ends the hot section and emits the code of all exits that tests take.
func (e *Emitter) leaves(f *Func, exits, forced encode.Label) bounds {
	rows := e.link.Rows
	enc, n := e.enc, len(f.Exits)
	x := bounds{enc.NewLabels(1), enc.NewLabels(n), enc.NewLabels(n), enc.NewLabels(1), enc.NewLabels(1)}
	enc.Select(encode.Hot)
	enc.Bind(x.hot)
	enc.Select(encode.Cold)
	for _, p := range e.polls {
		enc.Bind(p.out)
		enc.Poll()
		answer := Inst{Op: MExitMemI, Cond: NE, Base: BaseAct, Imm: int64(e.target.RetOffset), Size: 8, Exit: -1, Origin: -1}
		e.put(answer, nil, Around{Exit: exits + encode.Label(p.exit), Next: -1})
		e.put(Inst{Op: MJump, Exit: -1, Origin: -1}, nil, Around{To: [2]encode.Label{p.back}, Exit: -1, Next: -1})
	}
	shared := false
	for i := range f.Exits {
		enc.Bind(exits + encode.Label(i))
		if !f.CanForce(i) {
			continue
		}
		e.count(1 + i)
		enc.Bind(x.starts + encode.Label(i))
		e.stub(i, rows[i], x.plain)
		enc.Bind(x.ends + encode.Label(i))
		shared = shared || rows[i] == 0
		if e.link.Forced != nil {
			enc.Bind(forced + encode.Label(i))
			enc.Leave(e.link.Forced[i].Row)
		}
	}
	enc.Bind(x.plain)
	if shared {
		e.leavePlain()
	}
	enc.Bind(x.endPlain)
	return x
}

// measure says how long the parts of finished code are.
func (e *Emitter) measure(out *Code, f *Func, x bounds) {
	rows := e.link.Rows
	between := func(a, b encode.Label) int { return e.enc.Offset(b) - e.enc.Offset(a) }
	out.Hot = e.enc.Offset(x.hot)
	out.PlainBytes = between(x.plain, x.endPlain)
	for i := range f.Exits {
		if !f.CanForce(i) {
			continue
		}
		n := between(x.starts+encode.Label(i), x.ends+encode.Label(i))
		if rows[i] != 0 {
			out.Stubs, out.StubBytes = out.Stubs+1, out.StubBytes+n
		} else {
			out.Plain, out.PlainBytes = out.Plain+1, out.PlainBytes+n
		}
	}
}

// pair emits an instruction together with the next one, if nothing is between them and
// the target can. edit and dead are the next edit and the next dead instruction.
func (e *Emitter) pair(f *Func, al *Allocation, i int32, edit, dead int) bool {
	a, b := &f.Insts[i], &f.Insts[i+1]
	if a.Size == 0 || b.Size == 0 || a.Exit >= 0 || b.Exit >= 0 ||
		edit < len(al.Edits) && al.Edits[edit].Inst == InstID(i+1) || dead < len(al.Dead) && al.Dead[dead] == InstID(i+1) {
		return false
	}
	return e.enc.Pair(a, b, al.Locs[a.Ops:a.Ops+int32(a.NumOps)], al.Locs[b.Ops:b.Ops+int32(b.NumOps)])
}

// stub emits the code of an exit that a test takes: a jump through its row or, if it
// has none, its number and a jump to what all such exits share.
func (e *Emitter) stub(exit int, row uint64, plain encode.Label) {
	if row != 0 {
		e.enc.Leave(row)
		return
	}
	number := Inst{Op: MConst, Imm: int64(exit), NumOps: 1, NumEnc: 1, Exit: -1, Origin: -1}
	e.put(number, e.scratch[:], Around{Exit: -1, Next: -1})
	e.put(Inst{Op: MJump, Exit: -1, Origin: -1}, nil, Around{To: [2]encode.Label{plain}, Exit: -1, Next: -1})
}

// leavePlain emits what the exits without rows share.
func (e *Emitter) leavePlain() {
	store := Inst{Op: MStore, Base: BaseAct, Imm: int64(e.target.NumberOffset), Size: 4, NumOps: 1, NumEnc: 1, Exit: -1, Origin: -1}
	e.put(store, e.scratch[:], Around{Exit: -1, Next: -1})
	e.enc.Leave(e.link.Plain)
}

// count adds 1 to a counter, if there are counters.
func (e *Emitter) count(i int) {
	if e.link.Counters == 0 {
		return
	}
	in := Inst{Op: MAddMemI, Base: BaseStatic, Imm: int64(e.link.Counters) + 8*int64(i), Imm2: 1, Size: 8, Exit: -1, Origin: -1}
	e.put(in, nil, Around{Exit: -1, Next: -1})
}

// put emits an instruction that is none of the function's.
func (e *Emitter) put(in Inst, locs []Loc, at Around) {
	e.own, e.ownAt = in, at
	e.enc.Inst(&e.own, locs, &e.ownAt)
}

// needsStub reports whether the exit of an operation is a jump to cold code.
func needsStub(op MOp) bool { return op != MLeave && op != MCall && op != MStoreRow }

// force counts down and leaves at 0.
func (e *Emitter) force(counter uint64, to encode.Label) {
	in := Inst{Op: MAddMemI, Base: BaseStatic, Imm: int64(counter), Imm2: -1, Size: 4, Exit: -1}
	e.put(in, nil, Around{Exit: -1, Next: -1})
	in.Op, in.Cond, in.Imm2 = MExitMemI, EQ, 0
	e.put(in, nil, Around{Exit: to, Next: -1})
}

func (e *Emitter) edit(f *Func, ed *Edit) {
	if ed.Of < 0 {
		e.move(ed.Class, ed.From, ed.To)
		return
	}
	e.ownTo[0], e.ownAt = ed.To, Around{Exit: -1, Next: -1}
	e.enc.Inst(&f.Insts[ed.Of], e.ownTo[:], &e.ownAt)
}

// move copies a value between two places, of which one is a register.
func (e *Emitter) move(c Class, from, to Loc) {
	switch {
	case from == to:
	case from.IsReg() && to.IsReg():
		e.enc.Copy(c, to.Reg(), from.Reg())
	case from.IsReg():
		e.enc.Spill(c, to.Slot(), from.Reg())
	case to.IsReg():
		e.enc.Fill(c, to.Reg(), from.Slot())
	default:
		panic(&encode.Error{Reason: encode.BadOperand, Form: "move", Value: int64(to.Slot())})
	}
}
