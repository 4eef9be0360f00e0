package ir

import (
	"fmt"
	"slices"
	"unsafe"
)

// Func is one function: a trace or a region. Its memory comes from slabs that
// Reset reuses, so a compiler keeps one Func and compiles many traces with it.
type Func struct {
	Name   string
	Ops    *OpTable
	Types  GuestTypes
	Words  Words // what is known of the guest's words; nil: nothing
	Form   Form
	Frames []*Frame
	Blocks []*Block // the entry first; a block's dominators stand before it
	Exits  []*Exit  // by id; an exit whose owner is gone has a nil Owner
	// Entries lists the representations of what the exit that this function
	// continues hands over: OpEntry number i has type Entries[i]. Empty when
	// everything lies in the entry frame's memory.
	Entries []Type
	// EntryFacts says what is known of each of them.
	EntryFacts []Fact
	// Returns is the representation of what a routine returns; Void: the function is no
	// routine. A routine is called by other machine code: it takes its Entries, has no frames
	// and never leaves. It ends by OpRet, or by OpGiveUp if GivesUp is set.
	Returns Type
	// GivesUp says that the routine may give up. Who calls it sees GaveUp then in place of the
	// result: bits that are no result.
	GivesUp bool
	GaveUp  uint64
	// Helped says that machine code of the routine does not give up: it calls the helper that its
	// caller has named, with its operands, and returns that one's result.
	Helped bool

	values    int32 // ids given out
	blocks    int32
	consts    map[constKey]*Value
	constList []*Value
	use       uint64 // counts what the function has been used for
	edits     uint64 // counts changes of values
	cfgEdits  uint64 // counts changes of blocks and edges
	copies    bool   // values may refer to replaced ones; see Settle

	valueSlab slab[Value]
	blockSlab slab[Block]
	exitSlab  slab[Exit]
	frameSlab slab[Frame]
	argSlab   []*Value
	fromSlab  []int32
}

type constKey struct {
	op  Op
	aux int64
}

// slab hands out zeroed elements and takes them all back at once.
type slab[T any] struct {
	chunks [][]T
	chunk  int
	used   int
}

// Chunks are of leastChunk to leastChunk<<doublings things, each twice as long as the one before: small functions, as
// routines are, are many.
const (
	leastChunk = 32
	doublings  = 4
	leastArgs  = 128 // room for operands
)

func (s *slab[T]) get() *T {
	if s.chunk == len(s.chunks) {
		s.chunks = append(s.chunks, make([]T, leastChunk<<min(s.chunk, doublings)))
	}
	p := &s.chunks[s.chunk][s.used]
	if s.used++; s.used == len(s.chunks[s.chunk]) {
		s.chunk, s.used = s.chunk+1, 0
	}
	return p
}

func (s *slab[T]) reset() {
	for i := 0; i < s.chunk; i++ {
		clear(s.chunks[i])
	}
	if s.chunk < len(s.chunks) {
		clear(s.chunks[s.chunk][:s.used])
	}
	s.chunk, s.used = 0, 0
}

func (s *slab[T]) bytes() (n int) {
	for _, c := range s.chunks {
		n += len(c) * int(unsafe.Sizeof(c[0]))
	}
	return n
}

// NewFunc makes an empty function over a table of operations.
func NewFunc(name string, ops *OpTable, types GuestTypes) *Func {
	return &Func{Name: name, Ops: ops, Types: types, consts: map[constKey]*Value{}}
}

// Detach makes the function ask a detached guest: its table of operations, with the same numbers, and
// its words.
func (f *Func) Detach(ops *OpTable, words Words) {
	f.Ops, f.Words = ops, words
	f.use++
}

// Reset empties the function for another use. Everything that it handed out is
// invalid from then on.
func (f *Func) Reset(name string) {
	f.Name, f.Form = name, Guest
	f.Frames, f.Blocks, f.Exits = f.Frames[:0], f.Blocks[:0], f.Exits[:0]
	f.Entries, f.EntryFacts = f.Entries[:0], f.EntryFacts[:0]
	f.Returns, f.GivesUp, f.GaveUp, f.Helped = Void, false, 0, false
	f.values, f.blocks, f.copies = 0, 0, false
	clear(f.consts)
	f.constList = f.constList[:0]
	f.use++
	f.edits++
	f.cfgEdits++
	f.valueSlab.reset()
	f.resetBlocks()
	f.exitSlab.reset()
	f.frameSlab.reset()
	f.argSlab, f.fromSlab = f.argSlab[:0], f.fromSlab[:0]
}

// resetBlocks takes the blocks back; their lists keep their memory.
func (f *Func) resetBlocks() {
	s := &f.blockSlab
	for i := range min(s.chunk+1, len(s.chunks)) {
		for j := range s.chunks[i] {
			b := &s.chunks[i][j]
			if i == s.chunk && j == s.used {
				break
			}
			*b = Block{Params: b.Params[:0], Succs: b.Succs[:0], Preds: b.Preds[:0]}
		}
	}
	s.chunk, s.used = 0, 0
}

// Bytes is about how much memory the function keeps: its values, blocks, exits and frames, and what they list.
func (f *Func) Bytes() int {
	n := int(unsafe.Sizeof(*f)) + f.valueSlab.bytes() + f.blockSlab.bytes() + f.exitSlab.bytes() + f.frameSlab.bytes()
	words := cap(f.argSlab) + cap(f.fromSlab)/2 + cap(f.Blocks) + cap(f.Exits) + cap(f.Frames) + constWords*len(f.constList)
	for _, b := range f.Blocks {
		words += cap(b.Params) + cap(b.Preds) + edgeWords*cap(b.Succs)
	}
	return n + words*int(unsafe.Sizeof(uintptr(0)))
}

// What constants take in the map and the list, and an edge, in words.
const (
	constWords = 6
	edgeWords  = int(unsafe.Sizeof(Edge{}) / unsafe.Sizeof(uintptr(0)))
)

// NumValues returns a bound for value ids: all are below it.
func (f *Func) NumValues() int { return int(f.values) }

// NumBlocks returns a bound for block ids.
func (f *Func) NumBlocks() int { return int(f.blocks) }

// Epoch returns counters of the changes made so far, of values and of the
// control-flow graph. An analysis is stale when what it read has changed since.
func (f *Func) Epoch() (values, cfg uint64) { return f.edits, f.cfgEdits }

// Use returns a number that is another one each time the function is used for something else: what has been found
// of its constants holds as long as it stays.
func (f *Func) Use() uint64 { return f.use }

// Entry returns the entry block.
func (f *Func) Entry() *Block { return f.Blocks[0] }

// Row returns the row of a value's operation.
func (f *Func) Row(v *Value) *OpRow { return f.Ops.Row(v.Op) }

// Consts returns the function's constants in the order in which they were made,
// unused ones included.
func (f *Func) Consts() []*Value { return f.constList }

// AddFrame adds a frame that states may describe.
func (f *Func) AddFrame(fr Frame) *Frame {
	p := f.frameSlab.get()
	*p = fr
	p.ID = int32(len(f.Frames))
	f.Frames = append(f.Frames, p)
	return p
}

// NewBlock adds a block at the end.
func (f *Func) NewBlock() *Block {
	b := f.blockSlab.get()
	b.ID, b.fn = f.blocks, f
	f.blocks++
	f.Blocks = append(f.Blocks, b)
	f.cfgEdits++
	return b
}

// SetBlocks puts the blocks into the given order; blocks left out are removed,
// with their exits. Dominators must stay in front.
func (f *Func) SetBlocks(order []*Block) {
	keep := make([]bool, f.blocks)
	for _, b := range order {
		keep[b.ID] = true
	}
	for _, b := range f.Blocks {
		if keep[b.ID] {
			continue
		}
		f.unlink(b)
	}
	f.Blocks = append(f.Blocks[:0], order...)
	f.cfgEdits++
	f.edits++
}

// RemoveBlock removes a block that nothing leads to, with its exits.
func (f *Func) RemoveBlock(b *Block) {
	if len(b.Preds) > 0 {
		panic(fmt.Sprintf("ir: block %d is removed, and block %d leads to it", b.ID, b.Preds[0].ID))
	}
	f.unlink(b)
	i := slices.Index(f.Blocks, b)
	f.Blocks = slices.Delete(f.Blocks, i, i+1)
	f.cfgEdits++
	f.edits++
}

// unlink takes the exits and edges of a block that goes.
func (f *Func) unlink(b *Block) {
	for v := b.first; v != nil; v = v.next {
		f.dropExits(v)
	}
	for _, e := range b.Succs {
		e.To.removePred(b)
	}
}

// Merge puts the only successor of a block, to which nothing else leads, at its end.
func (f *Func) Merge(b *Block) {
	to := b.Succs[0].To
	if len(b.Succs) != 1 || len(to.Preds) != 1 || to == b {
		panic(fmt.Sprintf("ir: blocks %d and %d do not always follow each other", b.ID, to.ID))
	}
	for i := len(to.Params) - 1; i >= 0; i-- {
		f.ReplaceParam(to.Params[i], b.Succs[0].Args[i])
	}
	f.Remove(b.last)
	for v := to.first; v != nil; v = v.next {
		v.Block = b
	}
	to.first.prev = b.last
	if b.last != nil {
		b.last.next = to.first
	} else {
		b.first = to.first
	}
	b.last, to.first, to.last = to.last, nil, nil
	b.Succs = append(b.Succs[:0], to.Succs...)
	for _, e := range b.Succs {
		e.To.Preds[slices.Index(e.To.Preds, to)] = b
	}
	to.Preds, to.Succs = to.Preds[:0], to.Succs[:0]
	f.RemoveBlock(to)
}

// Split ends a value's block behind the value: what follows, and the block's edges, are a new
// block's, which it returns. It stands at the end of the blocks (SetBlocks), and nothing leads to it.
func (f *Func) Split(v *Value) *Block {
	b, to := v.Block, f.NewBlock()
	to.Cold = b.Cold
	to.first, to.last = v.next, b.last
	to.first.prev = nil
	b.last, v.next = v, nil
	for x := to.first; x != nil; x = x.next {
		x.Block = to
	}
	to.Succs = append(to.Succs[:0], b.Succs...)
	b.Succs = b.Succs[:0]
	for _, e := range to.Succs {
		e.To.Preds[slices.Index(e.To.Preds, b)] = to
	}
	f.edits++
	return to
}

// NewParam adds a parameter to a block. The edges to the block must be given
// arguments to match.
func (f *Func) NewParam(b *Block, t Type) *Value {
	v := f.newValue(OpParam, t)
	v.Block = b
	v.Aux = int64(len(b.Params))
	b.Params = append(b.Params, v)
	return v
}

// RemoveParam removes parameter i of a block together with the argument for it
// on every edge to the block. The caller has replaced its uses.
func (f *Func) RemoveParam(b *Block, i int) {
	b.Params[i].Block = nil
	b.Params = slices.Delete(b.Params, i, i+1)
	for j := i; j < len(b.Params); j++ {
		b.Params[j].Aux = int64(j)
	}
	for n, p := range b.Preds {
		if slices.Index(b.Preds, p) != n { // both edges of a branch lead here
			continue
		}
		for k := range p.Succs {
			if e := &p.Succs[k]; e.To == b {
				e.Args = slices.Delete(e.Args, i, i+1)
			}
		}
	}
	f.edits++
}

// SetArg changes the argument that an edge gives.
func (f *Func) SetArg(e *Edge, i int, v *Value) {
	e.Args[i] = v
	f.edits++
}

// AppendArg gives an edge one more argument.
func (f *Func) AppendArg(e *Edge, v *Value) {
	f.AppendArgs(e, []*Value{v})
}

// AppendArgs gives an edge more arguments.
func (f *Func) AppendArgs(e *Edge, list []*Value) {
	if len(list) == 0 {
		return
	}
	if n, all := len(e.Args), len(f.argSlab); n > 0 && all > 0 && &e.Args[n-1] == &f.argSlab[all-1] && all+len(list) <= cap(f.argSlab) {
		f.argSlab = append(f.argSlab, list...) // they are the last: nothing stands behind them
		e.Args = f.argSlab[all-n : len(f.argSlab) : len(f.argSlab)]
	} else {
		args := f.argRoom(n + len(list))
		copy(args[copy(args, e.Args):], list)
		e.Args = args
	}
	f.edits++
}

func (f *Func) newValue(op Op, t Type) *Value {
	v := f.valueSlab.get()
	v.ID, v.Op, v.Type = f.values, op, t
	f.values++
	f.edits++
	return v
}

// args copies operands to the function's memory.
func (f *Func) args(list []*Value) []*Value {
	if len(list) == 0 {
		return nil
	}
	args := f.argRoom(len(list))
	copy(args, list)
	return args
}

// argRoom returns room for n operands in the function's memory.
func (f *Func) argRoom(n int) []*Value {
	at := len(f.argSlab)
	if at+n > cap(f.argSlab) {
		at, f.argSlab = 0, make([]*Value, 0, max(leastArgs, n, 2*cap(f.argSlab)))
	}
	f.argSlab = f.argSlab[:at+n]
	return f.argSlab[at : at+n : at+n]
}

// origins copies a list of micro-op indexes to the function's memory.
func (f *Func) origins(list []int32) []int32 {
	if len(list) == 0 {
		return nil
	}
	if len(f.fromSlab)+len(list) > cap(f.fromSlab) {
		f.fromSlab = make([]int32, 0, max(1024, len(list), 2*cap(f.fromSlab)))
	}
	n := len(f.fromSlab)
	f.fromSlab = append(f.fromSlab, list...)
	return f.fromSlab[n:len(f.fromSlab):len(f.fromSlab)]
}

// constant returns the one constant of a kind.
func (f *Func) constant(op Op, t Type, aux int64) *Value {
	k := constKey{op, aux}
	if v := f.consts[k]; v != nil {
		return v
	}
	v := f.newValue(op, t)
	v.Aux = aux
	f.consts[k] = v
	f.constList = append(f.constList, v)
	return v
}

// Unlikely reports whether an exit is not worth continuing: that of an operation with
// the flag, of an exception, or of a return to what is no frame of the guest's. It leads to
// the interpreter.
func (f *Func) Unlikely(x *Exit) bool {
	return x.Kind == Error || x.Kind == Poll || x.Kind == Dynamic || f.Row(x.Owner).Flags&Unlikely != 0
}
