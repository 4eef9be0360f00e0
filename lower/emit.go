package lower

import (
	"errors"

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
	// Stubs is how many exits have code of their own, StubBytes the length of all of
	// it: what a guard jumps to, which leaves through the exit's row.
	Stubs, StubBytes int
}

// Emitter turns allocated functions into code for one target. It is reused and
// not safe for concurrent use.
type Emitter struct {
	enc    Encoder
	offs   []int32
	starts []encode.Label // by instruction, when listings are wanted
	blocks []int
	// Listing asks for Code.Insts.
	Listing bool
	// Counters, if not 0, is the address of words of 8 bytes that the code counts in:
	// its entries, then each exit that it takes by itself (not those of helpers that
	// raise, nor rows that frames return through).
	Counters uint64
	// Forced, if not nil, has for each exit point how it can be made to leave.
	// Points that are not taken by a test have none: CanForce.
	Forced []Forced
}

// Forced makes an exit point leave although its test passes. Behind the test, where
// what the instruction writes has been written, the code counts Counter (the
// address of a u32) down, and leaves through Row when it has become 0.
type Forced struct{ Counter, Row uint64 }

// CanForce reports whether an exit point of a function is one that a test takes.
func (f *Func) CanForce(exit int) bool { return needsStub(f.Insts[f.Exits[exit].Inst].Op) }

// NewEmitter makes an emitter.
func NewEmitter(t *Target) *Emitter { return &Emitter{enc: t.NewEncoder()} }

// Emit encodes a function. rows has the address of each exit point's row; blocks
// lists the blocks whose offsets are wanted.
func (e *Emitter) Emit(f *Func, al *Allocation, rows []uint64, blocks []BlockID) (code *Code, err error) {
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
	enc.Reset()
	labels := enc.NewLabels(len(f.Blocks))
	exits := enc.NewLabels(len(f.Exits))
	forced := enc.NewLabels(len(e.Forced))
	var starts encode.Label
	if e.Listing {
		starts = enc.NewLabels(len(f.Insts))
	}
	enc.Prologue(al.NumSlots)
	e.count(0)
	edit, dead := 0, 0
	for bi := range f.Blocks {
		b := &f.Blocks[bi]
		enc.Select(sectionOf(b))
		enc.Bind(labels + encode.Label(bi))
		ar := Around{Next: follower(f, bi, labels)}
		for i, s := range b.Succs {
			ar.To[i] = labels + encode.Label(s.To)
		}
		for i := b.First; i < b.First+b.N; i++ {
			if e.Listing {
				enc.Bind(starts + encode.Label(i))
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
				ar.Exit, ar.Row = exits+encode.Label(in.Exit), rows[in.Exit]
			} else {
				ar.Exit, ar.Row = -1, 0
			}
			if in.Op == MLeave {
				e.count(1 + int(in.Exit))
			}
			enc.Inst(in, al.Locs[in.Ops:in.Ops+int32(in.NumOps)], &ar)
			if e.Forced != nil && in.Exit >= 0 && needsStub(in.Op) {
				e.force(e.Forced[in.Exit].Counter, forced+encode.Label(in.Exit))
			}
		}
	}
	enc.Select(encode.Hot)
	hot := enc.Len()
	enc.Select(encode.Cold)
	stubs, stubBytes := 0, 0
	for i := range f.Exits {
		enc.Bind(exits + encode.Label(i))
		if needsStub(f.Insts[f.Exits[i].Inst].Op) {
			e.count(1 + i)
			before := enc.Len()
			enc.Leave(rows[i])
			stubs, stubBytes = stubs+1, stubBytes+enc.Len()-before
		}
		if e.Forced != nil && f.CanForce(i) {
			enc.Bind(forced + encode.Label(i))
			enc.Leave(e.Forced[i].Row)
		}
	}
	bytes, err := enc.Finish()
	if err != nil {
		return nil, errors.Join(err)
	}
	out := &Code{Bytes: bytes, Hot: hot, Stubs: stubs, StubBytes: stubBytes}
	for _, b := range blocks {
		out.Labels = append(out.Labels, enc.Offset(labels+encode.Label(b)))
	}
	if e.Listing {
		for i := range f.Insts {
			out.Insts = append(out.Insts, int32(enc.Offset(starts+encode.Label(i))))
		}
		for i := range f.Exits {
			at := int32(-1)
			if needsStub(f.Insts[f.Exits[i].Inst].Op) {
				at = int32(enc.Offset(exits + encode.Label(i)))
			}
			out.Exits = append(out.Exits, at)
		}
	}
	return out, nil
}

// count adds 1 to a counter, if there are counters.
func (e *Emitter) count(i int) {
	if e.Counters == 0 {
		return
	}
	in := Inst{Op: MAddMemI, Base: BaseStatic, Imm: int64(e.Counters) + 8*int64(i), Imm2: 1, Size: 8, Exit: -1, Origin: -1}
	e.enc.Inst(&in, nil, &Around{Exit: -1, Next: -1})
}

// needsStub reports whether the exit of an operation is a jump to cold code.
func needsStub(op MOp) bool { return op != MLeave && op != MCall && op != MStoreRow }

func sectionOf(b *Block) encode.Section {
	if b.Cold {
		return encode.Cold
	}
	return encode.Hot
}

// follower returns the label of the next block in the same section.
func follower(f *Func, bi int, labels encode.Label) encode.Label {
	for j := bi + 1; j < len(f.Blocks); j++ {
		if f.Blocks[j].Cold == f.Blocks[bi].Cold {
			return labels + encode.Label(j)
		}
	}
	return -1
}

// force counts down and leaves at 0.
func (e *Emitter) force(counter uint64, to encode.Label) {
	in := Inst{Op: MAddMemI, Base: BaseStatic, Imm: int64(counter), Imm2: -1, Size: 4, Exit: -1}
	e.enc.Inst(&in, nil, &Around{Exit: -1, Next: -1})
	in.Op, in.Cond, in.Imm2 = MExitMemI, EQ, 0
	e.enc.Inst(&in, nil, &Around{Exit: to, Next: -1})
}

func (e *Emitter) edit(f *Func, ed *Edit) {
	if ed.Of < 0 {
		e.enc.Move(ed.Class, ed.From, ed.To)
		return
	}
	loc := [1]Loc{ed.To}
	e.enc.Inst(&f.Insts[ed.Of], loc[:], &Around{Exit: -1, Next: -1})
}
