package machinetest

import (
	"encoding/binary"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
)

// usual is how many functions TestRandom tries.
const usual = 3000

var functions = flag.Uint64("functions", usual, "random functions to try")

// The tests' memory: a guest frame, an object that words refer to, and words at
// absolute addresses, areaSize bytes each.
const areaSize = 256

// gen makes a random function whose values are defined by package lower alone.
type gen struct {
	builder
	rng    *rand.Rand
	area   uint64 // address of the memory
	word   uint64 // refers to the object
	known  [lower.NumClasses][]lower.VReg
	object lower.VReg // holds word
	addr   lower.VReg // holds the object's address
}

var someInts = []int64{0, 1, -1, 2, 7, 63, 64, 255, 4095, 4096, -4096, 1 << 24, 1 << 31, -1 << 31, 1<<32 - 1, math.MaxInt64, math.MinInt64, 0x5555555555555555, 0x123456789abcdef}

var someFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 0.1, 31, 1e300, -1e-300, 1 << 62, 1 << 63, -1 << 63, math.Inf(1), math.Inf(-1), math.NaN()}

func (r *gen) int() int64 {
	if r.rng.IntN(3) == 0 {
		return r.rng.Int64() >> r.rng.IntN(64)
	}
	return someInts[r.rng.IntN(len(someInts))]
}

// pick returns a known value of a class.
func (r *gen) pick(c lower.Class) lower.VReg { return r.known[c][r.rng.IntN(len(r.known[c]))] }

func (r *gen) picks(cs []lower.Class) (list []lower.VReg) {
	for _, c := range cs {
		list = append(list, r.pick(c))
	}
	return list
}

// state returns a few known values, each once.
func (r *gen) state(most int) (list []lower.VReg) {
	for range r.rng.IntN(most + 1) {
		if v := r.pick(lower.Class(r.rng.IntN(2))); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

func (r *gen) define(c lower.Class, v lower.VReg) { r.known[c] = append(r.known[c], v) }

func (r *gen) constant(c lower.Class, bits int64) lower.VReg {
	v := r.f.NewVReg(c)
	op := lower.MConst
	if c == lower.FPR {
		op = lower.MConstF
	}
	r.op(lower.Inst{Op: op, Imm: bits, Flags: lower.IsRemat}, false, nil, v)
	return v
}

// ops are the operations of signatures, in order.
var ops = func() (list []lower.MOp) {
	for op := range signatures {
		list = append(list, op)
	}
	slices.Sort(list)
	return list
}()

// cond returns a condition between operands of a class.
func (r *gen) cond(c lower.Class) lower.Cond {
	if c == lower.FPR {
		return []lower.Cond{lower.EQ, lower.NE, lower.LT, lower.LE, lower.GT, lower.GE}[r.rng.IntN(6)]
	}
	return lower.Cond(r.rng.IntN(int(lower.NumConds)))
}

// inst appends a random operation between registers.
func (r *gen) inst() {
	op := ops[r.rng.IntN(len(ops))]
	s := signatures[op]
	in := lower.Inst{Op: op, Scale: 1 << r.rng.IntN(4)}
	uses := r.picks(s.uses)
	in.Cond = r.cond(s.uses[0])
	switch op {
	case lower.MDiv, lower.MRem: // of what is neither 0 nor negative
		half, odd := r.f.NewVReg(g), r.f.NewVReg(g)
		r.op(lower.Inst{Op: lower.MShrI, Imm: 1}, false, nil, half, uses[1])
		r.op(lower.Inst{Op: lower.MOrI, Imm: 1}, false, nil, odd, half)
		uses[1] = odd
	case lower.MLea:
		in.Imm = int64(r.rng.IntN(5000) - 2500)
	case lower.MFExit:
		in.Imm = int64(r.rng.IntN(2))
	case lower.MExitBitsI, lower.MSelectBitsI:
		in.Cond = lower.Cond(r.rng.IntN(2))
	case lower.MExitShr:
		in.Imm = int64(r.rng.IntN(64))
	}
	if s.imm {
		if in.Imm = r.int(); !r.t.ImmOK(op, in.Imm) {
			if in.Imm &= 63; !r.t.ImmOK(op, in.Imm) {
				in.Imm = 1
			}
		}
		if !r.t.ImmOK(op, in.Imm) {
			return
		}
	}
	def := lower.NoVReg
	if !s.none {
		def = r.f.NewVReg(s.def)
	}
	r.op(in, leaves(op), r.state(5), def, uses...)
	if !s.none {
		r.define(s.def, def)
	}
}

// mem appends a random operation on memory.
func (r *gen) mem() {
	size := uint8(1) << r.rng.IntN(4)
	in := lower.Inst{Size: size, Imm: int64(r.rng.IntN(areaSize/int(size))) * int64(size)}
	var uses []lower.VReg
	switch in.Base = []lower.Base{lower.BaseFrame, lower.BaseWord, lower.BaseAddr, lower.BaseStatic, lower.BaseIndex}[r.rng.IntN(5)]; in.Base {
	case lower.BaseWord:
		uses = append(uses, r.object)
		if r.rng.IntN(3) == 0 {
			in.Imm = 0
		}
	case lower.BaseAddr, lower.BaseIndex:
		uses = append(uses, r.addr)
	case lower.BaseStatic:
		in.Imm += int64(r.area) + 2*areaSize
	}
	def, class := lower.NoVReg, lower.GPR
	in.Op = []lower.MOp{lower.MLoad, lower.MLoadF, lower.MStore, lower.MStoreF, lower.MStoreI, lower.MAddMemI, lower.MExitMem, lower.MExitMemI}[r.rng.IntN(8)]
	switch in.Op {
	case lower.MLoad:
		def = r.f.NewVReg(g)
	case lower.MLoadF:
		in.Imm, in.Size, class = in.Imm&^7, 8, f
		def = r.f.NewVReg(f)
	case lower.MStore:
		uses = append(uses, r.pick(g))
	case lower.MStoreF:
		in.Imm, in.Size = in.Imm&^7, 8
		uses = append(uses, r.pick(f))
	case lower.MStoreI:
		if in.Imm2 = r.int(); !r.t.ImmOK(lower.MStoreI, in.Imm2) {
			in.Imm2 = 5
		}
		in.Imm2 &= 1<<(8*size-1) - 1 // as a number of the size
		if !r.t.ImmOK(lower.MStoreI, in.Imm2) {
			in.Imm2 = 1
		}
	case lower.MAddMemI:
		in.Imm, in.Size = in.Imm&^7, 4<<r.rng.IntN(2)
		in.Imm2 = int64(r.rng.IntN(9000) - 4500)
	case lower.MExitMem:
		in.Imm, in.Size, in.Cond = in.Imm&^7, 8, lower.EQ
		uses = append(uses, r.pick(g))
	case lower.MExitMemI:
		in.Imm, in.Size = in.Imm&^7, 4<<r.rng.IntN(2)
		in.Cond, in.Imm2 = r.cond(g), int64(r.rng.IntN(9000)-4500)
	}
	if in.Base == lower.BaseIndex {
		uses = slices.Insert(uses, 1, r.index(&in))
	}
	r.op(in, leaves(in.Op), r.state(5), def, uses...)
	if def != lower.NoVReg {
		r.define(class, def)
	}
	if in.Base == lower.BaseStatic || in.Base == lower.BaseIndex && !r.t.IndexDisp || r.rng.IntN(2) == 0 || leaves(in.Op) {
		return
	}
	// The same with what lies beside it: a target may make one of both.
	if in.Imm += int64(in.Size); in.Imm >= areaSize {
		in.Imm -= 2 * int64(in.Size)
	}
	if def != lower.NoVReg {
		def = r.f.NewVReg(class)
		defer r.define(class, def)
	}
	if in.Op == lower.MStore || in.Op == lower.MStoreF {
		uses[len(uses)-1] = r.pick(r.f.Classes[uses[len(uses)-1]])
	}
	r.op(in, false, nil, def, uses...)
}

// index takes an index out of the displacement of an operation on memory, and the rest where the target takes none.
func (r *gen) index(in *lower.Inst) lower.VReg {
	in.Scale = []uint8{1, in.Size}[r.rng.IntN(2)]
	n := in.Imm / int64(in.Scale)
	if r.t.IndexDisp {
		in.Scale = 1 << r.rng.IntN(4)
		n = r.rng.Int64N(in.Imm/int64(in.Scale) + 1)
	}
	in.Imm -= n * int64(in.Scale)
	return r.constant(g, n)
}

// call appends a call of the tests' helper.
func (r *gen) call() {
	r.op(lower.Inst{Op: lower.MStore, Base: lower.BaseAct, Imm: native.OffArgs, Size: 8}, false, nil, lower.NoVReg, r.pick(g))
	if r.rng.IntN(2) == 0 {
		r.op(lower.Inst{Op: lower.MCallKept, Imm: int64(lower.HelperCall(0, 1))}, false, nil, lower.NoVReg)
	} else {
		r.op(lower.Inst{Op: lower.MCall, Imm: int64(lower.HelperCall(0, 1))}, true, r.state(3), lower.NoVReg)
	}
	v := r.f.NewVReg(g)
	r.op(lower.Inst{Op: lower.MLoad, Base: lower.BaseAct, Imm: native.OffRet, Size: 8}, false, nil, v)
	r.define(g, v)
}

func (r *gen) body(n int) {
	for range n {
		switch k := r.rng.IntN(16); {
		case k == 0:
			r.call()
		case k < 5:
			r.mem()
		default:
			r.inst()
		}
	}
}

// scope runs fn and forgets what it defines.
func (r *gen) scope(fn func()) {
	old := r.known
	for c := range r.known {
		r.known[c] = slices.Clone(r.known[c])
	}
	fn()
	r.known = old
}

// branch ends the block with a random branch.
func (r *gen) branch() {
	in := lower.Inst{Flags: lower.IsTerm}
	var uses []lower.VReg
	switch r.rng.IntN(5) {
	case 0:
		in.Op, in.Cond, uses = lower.MBr, r.cond(g), r.picks(gg)
	case 1:
		in.Op, in.Cond, uses = lower.MBrI, r.cond(g), r.picks(g1)
		if in.Imm = r.int(); !r.t.ImmOK(in.Op, in.Imm) {
			in.Imm = 0
		}
	case 2:
		in.Op, in.Cond, uses = lower.MFBr, r.cond(f), r.picks(ff)
	case 3:
		in.Op, in.Cond, in.Base, in.Size, in.Imm2 = lower.MBrMemI, r.cond(g), lower.BaseFrame, 4, int64(r.rng.IntN(9000)-4500)
		in.Imm = 8 * int64(r.rng.IntN(areaSize/8))
	case 4:
		in.Op, in.Cond, in.Imm, uses = lower.MBrBitsI, lower.Cond(r.rng.IntN(2)), 1<<r.rng.IntN(31), r.picks(g1)
	}
	r.op(in, false, nil, lower.NoVReg, uses...)
}

func (r *gen) jump() {
	r.op(lower.Inst{Op: lower.MJump, Flags: lower.IsTerm}, false, nil, lower.NoVReg)
}

// diamond makes a branch whose arms join.
func (r *gen) diamond() {
	r.branch()
	from := r.cur
	var args [2][]lower.VReg
	var ends [2]lower.BlockID
	for i := range 2 {
		at := r.block()
		r.edge(from, at)
		r.scope(func() {
			r.body(r.rng.IntN(5))
			args[i] = r.picks([]lower.Class{g, f, g})
			r.jump()
			ends[i] = r.cur
		})
	}
	join := r.block(g, f, g)
	for i := range 2 {
		r.edge(ends[i], join, args[i]...)
	}
	for _, p := range r.f.Blocks[join].Params {
		r.define(r.f.Classes[p], p)
	}
}

// loop makes a loop that runs a few times.
func (r *gen) loop() {
	count := r.constant(g, int64(1+r.rng.IntN(6)))
	start := append([]lower.VReg{count}, r.picks([]lower.Class{g, f})...)
	r.jump()
	from := r.cur
	head := r.block(g, g, f)
	r.edge(from, head, start...)
	params := slices.Clone(r.f.Blocks[head].Params)
	var latch lower.BlockID
	r.scope(func() {
		for _, p := range params[1:] {
			r.define(r.f.Classes[p], p)
		}
		r.body(2 + r.rng.IntN(5))
		if r.rng.IntN(2) == 0 {
			r.diamond()
		}
		next := r.f.NewVReg(g)
		r.op(lower.Inst{Op: lower.MSubI, Imm: 1}, false, nil, next, params[0])
		again := append([]lower.VReg{next}, r.picks([]lower.Class{g, f})...)
		r.op(lower.Inst{Op: lower.MBrI, Cond: lower.NE, Flags: lower.IsTerm}, false, nil, lower.NoVReg, next)
		latch = r.cur
		back := r.block()
		r.edge(latch, back)
		r.jump()
		r.edge(back, head, again...)
		for i := head; i <= back; i++ {
			r.f.Blocks[i].LoopDepth, r.f.Blocks[i].LoopHead = 1, head
		}
		r.f.Blocks[head].LoopEnd = back
	})
	out := r.block()
	r.edge(latch, out)
	for _, p := range params[1:] {
		r.define(r.f.Classes[p], p)
	}
}

// random makes a function. Its memory lies at area; word refers to the second part.
func random(t *lower.Target, seed, area, word uint64) *lower.Func {
	r := &gen{rng: rand.New(rand.NewPCG(seed, 11)), area: area, word: word}
	r.t, r.f.Name = t, "random"
	r.block()
	r.object = r.constant(g, int64(word))
	for range 4 {
		r.define(g, r.constant(g, r.int()))
		r.define(f, r.constant(f, int64(math.Float64bits(someFloats[r.rng.IntN(len(someFloats))]))))
	}
	r.addr = r.f.NewVReg(g)
	r.op(lower.Inst{Op: lower.MAddr}, false, nil, r.addr, r.object)
	r.body(r.rng.IntN(12))
	for range r.rng.IntN(3) {
		r.diamond()
		r.body(r.rng.IntN(6))
	}
	if r.rng.IntN(2) == 0 {
		r.loop()
		r.body(r.rng.IntN(4))
	}
	r.op(lower.Inst{Op: lower.MLeave, Flags: lower.IsTerm}, true, r.state(10), lower.NoVReg)
	return &r.f
}

// helper is what calls call.
func helper(x uint64) uint64 { return x*3 + 1 }

// runner runs functions on the host.
type runner struct {
	t     *testing.T
	mem   *native.Memory
	data  *native.Data
	stack *native.Stack
	stub  native.Chunk
	area  uint64
	base  uint64 // the memory base
	alloc regalloc.Allocator
	emit  *lower.Emitter
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	if host() == nil || !native.Supported() {
		t.Skip("no machine code on this port")
	}
	r := &runner{t: t, emit: lower.NewEmitter(host())}
	var errs [6]error
	r.mem, errs[0] = native.NewMemory(native.MemoryOptions{})
	r.data, errs[1] = native.NewData(native.DataOptions{})
	r.stack, errs[2] = native.NewStack(native.StackOptions{Helper: func(act *native.Activation, _ uint32) bool {
		act.Ret = helper(act.Args[0])
		return true
	}})
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(r.mem.Close(), r.data.Close(), r.stack.Close()) })
	var addr uintptr
	r.stub, errs[3] = r.mem.Install(native.ColdStub())
	addr, errs[4] = r.data.Alloc(3 * areaSize)
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	r.area = uint64(addr)
	r.base = r.area + areaSize - 0x1000 // words have a tag
	return r
}

// left is what can be seen of a run.
type left struct {
	exit   int
	values []uint64 // of the exit's state
	memory []byte
}

// native compiles and runs a function.
func (r *runner) native(fn *lower.Func, memory []byte) (left, error) {
	res, err := r.alloc.Run(fn, &host().Regs, regalloc.Options{MaxSlots: host().MaxSlots})
	if err != nil {
		return left{}, err
	}
	for _, d := range check.Run(fn, &host().Regs, &res.Allocation) {
		return left{}, d
	}
	rows, err := r.data.AllocRows(len(fn.Exits))
	if err != nil {
		return left{}, err
	}
	defer r.data.FreeRows(rows, len(fn.Exits))
	addrs := make([]uint64, len(fn.Exits))
	for i := range addrs {
		addrs[i] = uint64(rows) + native.RowSize*uint64(i)
		r.data.Words(uintptr(addrs[i]), 2)[0] = uint64(r.stub.Addr)
	}
	code, err := r.emit.Emit(fn, &res.Allocation, lower.Linkage{Rows: addrs}, nil)
	if err != nil {
		return left{}, err
	}
	block, err := r.mem.Install(code.Bytes)
	if err != nil {
		return left{}, err
	}
	defer r.mem.Free(block)
	act, err := r.stack.Push()
	if err != nil {
		return left{}, err
	}
	defer r.stack.Pop()
	copy(r.data.Bytes(uintptr(r.area), len(memory)), memory)
	act.Frame, act.Base = r.area, r.base
	if st := r.stack.Enter(act, block.Addr); st != native.StatusExit {
		return left{}, errors.New("left with " + st.String())
	}
	out := left{exit: int(act.Row-uint64(rows)) / native.RowSize, memory: slices.Clone(r.data.Bytes(uintptr(r.area), len(memory)))}
	x := fn.Exits[out.exit]
	for i := x.First; i < x.First+x.N; i++ {
		at := res.Locs[i]
		switch {
		case at.IsSlot():
			out.values = append(out.values, act.Spill[at.Slot()])
		case at.Reg().Class() == lower.FPR:
			out.values = append(out.values, act.FRegs[at.Reg().Num()])
		default:
			out.values = append(out.values, act.Regs[at.Reg().Num()])
		}
	}
	return out, nil
}

// evaluate runs a function by the evaluator; ok is false if what it does with a NaN is
// not defined.
func (r *runner) evaluate(fn *lower.Func, memory []byte) (out left, ok bool, err error) {
	mem := slices.Clone(memory)
	act := make([]byte, native.Stride)
	const actAt = 1 << 60
	at := func(addr uint64, size uint8) []byte {
		if addr >= actAt {
			return act[addr-actAt:][:size]
		}
		return mem[addr-r.area:][:size]
	}
	e := &evaluator{f: fn, v: make([]uint64, len(fn.Classes)), memBase: r.base, frame: r.area, act: actAt}
	e.load = func(addr uint64, size uint8) uint64 {
		var b [8]byte
		copy(b[:], at(addr, size))
		return binary.LittleEndian.Uint64(b[:])
	}
	e.store = func(addr uint64, size uint8, v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		copy(at(addr, size), b[:])
	}
	e.call = func() {
		e.store(actAt+native.OffRet, 8, helper(e.load(actAt+native.OffArgs, 8)))
	}
	out.exit, err = e.run()
	out.memory = mem
	if err != nil {
		return out, false, err
	}
	x := fn.Exits[out.exit]
	for i := x.First; i < x.First+x.N; i++ {
		out.values = append(out.values, e.v[fn.Operands[i].V])
	}
	return out, !e.nan, nil
}

// TestRandom: random functions do on the host what the evaluator says.
func TestRandom(t *testing.T) {
	n := *functions
	if testing.Short() && n == usual {
		n = usual / 10
	}
	r := newRunner(t)
	ends, skipped := map[bool]int{}, 0
	for seed := range n {
		fn := random(host(), seed, r.area, 0x1000)
		rng := rand.New(rand.NewPCG(seed, 12))
		memory := make([]byte, 3*areaSize)
		for i := 0; i < len(memory); i += 8 {
			binary.LittleEndian.PutUint64(memory[i:], uint64(someInts[rng.IntN(len(someInts))]))
		}
		want, ok, err := r.evaluate(fn, memory)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := r.native(fn, memory)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !ok {
			skipped++
			continue
		}
		ends[want.exit == len(fn.Exits)-1]++
		if got.exit != want.exit {
			t.Fatalf("seed %d: left by exit %d, want %d", seed, got.exit, want.exit)
		}
		x := fn.Exits[want.exit]
		for i := range want.values {
			a, b := got.values[i], want.values[i]
			if fn.Classes[fn.Operands[x.First+int32(i)].V] == lower.FPR {
				a, b = canonical(math.Float64frombits(a)), canonical(math.Float64frombits(b))
			}
			if a != b {
				t.Fatalf("seed %d: value %d of exit %d is %#x, want %#x", seed, i, want.exit, a, b)
			}
		}
		if !slices.Equal(got.memory, want.memory) {
			t.Fatalf("seed %d: memory is % x, want % x", seed, got.memory, want.memory)
		}
	}
	t.Logf("%d functions reached their end, %d left before; %d made a NaN visible", ends[true], ends[false], skipped)
	if ends[true] < int(n)/10 || ends[false] < int(n)/10 {
		t.Errorf("too few reach their end, or leave before: %v", ends)
	}
}
