package machinetest

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tier2go/tier2/lower"
)

// evaluator runs machine functions as package lower defines their operations.
type evaluator struct {
	f       *lower.Func
	v       []uint64 // by VReg
	memBase uint64
	// load and store access memory at an address.
	load  func(addr uint64, size uint8) uint64
	store func(addr uint64, size uint8, v uint64)
	frame uint64
	act   uint64
	call  func()
	steps int
	// nan: the bits of a NaN have become visible. Which they are is not defined.
	nan bool
}

// run evaluates a function from its entry and returns the exit that it leaves by.
func (e *evaluator) run() (exit int, err error) {
	b := lower.BlockID(0)
	for {
		blk := &e.f.Blocks[b]
		next := 0
		for i := blk.First; i < blk.First+blk.N; i++ {
			if e.steps++; e.steps > 1_000_000 {
				return 0, fmt.Errorf("does not end")
			}
			in := &e.f.Insts[i]
			ops := e.f.InstOps(lower.InstID(i))
			left, taken := e.inst(in, ops[:in.NumEnc])
			if left {
				return int(in.Exit), nil
			}
			if !taken {
				next = 1
			}
		}
		if len(blk.Succs) < 2 {
			next = 0
		}
		edge := blk.Succs[next]
		args := make([]uint64, len(edge.Args))
		for i, a := range edge.Args {
			args[i] = e.v[a]
		}
		for i, p := range e.f.Blocks[edge.To].Params {
			e.v[p] = args[i]
		}
		b = edge.To
	}
}

// address returns the address of a memory operand, and the uses behind it.
func (e *evaluator) address(in *lower.Inst, uses []uint64) (uint64, []uint64) {
	switch in.Base {
	case lower.BaseWord:
		return e.memBase + uses[0] + uint64(in.Imm), uses[1:]
	case lower.BaseAddr:
		return uses[0] + uint64(in.Imm), uses[1:]
	case lower.BaseIndex:
		return uses[0] + uses[1]*uint64(in.Scale) + uint64(in.Imm), uses[2:]
	case lower.BaseFrame:
		return e.frame + uint64(in.Imm), uses
	case lower.BaseAct:
		return e.act + uint64(in.Imm), uses
	case lower.BaseStatic:
		return uint64(in.Imm), uses
	}
	panic("a memory operand without base")
}

// holdsSized compares words of a size with a constant.
func holdsSized(c lower.Cond, a uint64, b int64, size uint8) bool {
	if size == 4 {
		return c.Holds(int64(int32(a)), int64(int32(b)))
	}
	return c.Holds(int64(a), b)
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// holdsF compares floats.
func holdsF(c lower.Cond, x, y float64) bool {
	switch c {
	case lower.EQ:
		return x == y
	case lower.NE:
		return x != y
	case lower.LT:
		return x < y
	case lower.LE:
		return x <= y
	case lower.GT:
		return x > y
	}
	return x >= y
}

// canonical makes NaNs equal: which one an operation gives is not defined.
func canonical(f float64) uint64 {
	if f != f {
		return math.Float64bits(math.NaN())
	}
	return math.Float64bits(f)
}

// inst evaluates one instruction. left: it leaves by its exit; taken: of a branch,
// whether its condition holds.
func (e *evaluator) inst(in *lower.Inst, ops []lower.Operand) (left, taken bool) {
	def := lower.NoVReg
	if len(ops) > 0 && ops[0].Kind == lower.Def {
		def, ops = ops[0].V, ops[1:]
	}
	var u []uint64
	for _, o := range ops {
		u = append(u, e.v[o.V])
	}
	set := func(x uint64) { e.v[def] = x }
	n := func(i int) int64 { return int64(u[i]) }
	x := func(i int) float64 { return math.Float64frombits(u[i]) }
	second := func() int64 { // the second operand, or the immediate
		if len(u) > 1 {
			return n(1)
		}
		return in.Imm
	}
	either := func(first bool, i int) { // operand i or the next
		if !first {
			i++
		}
		set(u[i])
	}
	taken = true
	switch in.Op {
	case lower.MConst, lower.MConstF:
		set(uint64(in.Imm))
	case lower.MAddr:
		set(e.memBase + u[0])
	case lower.MLea:
		set(u[0] + u[1]*uint64(in.Scale) + uint64(in.Imm))
	case lower.MAdd, lower.MAddI:
		set(u[0] + uint64(second()))
	case lower.MSub, lower.MSubI:
		set(u[0] - uint64(second()))
	case lower.MAnd, lower.MAndI:
		set(u[0] & uint64(second()))
	case lower.MOr, lower.MOrI:
		set(u[0] | uint64(second()))
	case lower.MXor, lower.MXorI:
		set(u[0] ^ uint64(second()))
	case lower.MMul, lower.MMulI:
		set(u[0] * uint64(second()))
	case lower.MMulAdd:
		set(u[0] + u[1]*u[2])
	case lower.MMulSub:
		set(u[0] - u[1]*u[2])
	case lower.MSelect:
		either(in.Cond.Holds(n(0), n(1)), 2)
	case lower.MSelectBitsI:
		either(in.Cond.Holds(n(0)&in.Imm, 0), 1)
	case lower.MSelectI, lower.MFSelectI:
		either(in.Cond.Holds(n(0), in.Imm), 1)
	case lower.MSelectF, lower.MFSelect:
		either(holdsF(in.Cond, x(0), x(1)), 2)
	case lower.MFMin:
		either(x(0) < x(1), 0)
	case lower.MFMax:
		either(x(0) > x(1), 0)
	case lower.MShl, lower.MShlI:
		set(u[0] << (second() & 63))
	case lower.MSar, lower.MSarI:
		set(uint64(n(0) >> (second() & 63)))
	case lower.MShr, lower.MShrI:
		set(u[0] >> (second() & 63))
	case lower.MNeg:
		set(-u[0])
	case lower.MNot:
		set(^u[0])
	case lower.MDiv:
		set(uint64(n(0) / n(1)))
	case lower.MRem:
		set(uint64(n(0) % n(1)))
	case lower.MAddX, lower.MAddXI:
		s := n(0) + second()
		set(uint64(s))
		left = (s > n(0)) != (second() > 0)
	case lower.MSubX, lower.MSubXI:
		s := n(0) - second()
		set(uint64(s))
		left = (s < n(0)) != (second() > 0)
	case lower.MMulX, lower.MMulXI:
		hi, lo := bits.Mul64(u[0], uint64(second()))
		hi -= uint64(n(0)>>63)&uint64(second()) + uint64(second()>>63)&u[0]
		set(lo)
		left = int64(hi) != int64(lo)>>63
	case lower.MNegX:
		set(-u[0])
		left = n(0) == math.MinInt64
	case lower.MSet, lower.MSetI:
		set(truth(in.Cond.Holds(n(0), second())))
	case lower.MBr, lower.MBrI:
		taken = in.Cond.Holds(n(0), second())
	case lower.MBrBitsI:
		taken = in.Cond.Holds(n(0)&in.Imm, 0)
	case lower.MExit, lower.MExitI:
		left = in.Cond.Holds(n(0), second())
	case lower.MExitShr:
		left = in.Cond.Holds(n(0), int64(u[1]>>in.Imm))
	case lower.MExitBitsI:
		left = in.Cond.Holds(n(0)&in.Imm, 0)
	case lower.MFAdd:
		set(canonical(x(0) + x(1)))
	case lower.MFSub:
		set(canonical(x(0) - x(1)))
	case lower.MFMul:
		set(canonical(x(0) * x(1)))
	case lower.MFDiv:
		set(canonical(x(0) / x(1)))
	case lower.MFSqrt:
		set(canonical(math.Sqrt(x(0))))
	case lower.MFNeg:
		set(u[0] ^ 1<<63)
	case lower.MFAbs:
		set(u[0] &^ (1 << 63))
	case lower.MFSet:
		set(truth(holdsF(in.Cond, x(0), x(1))))
	case lower.MFBr:
		taken = holdsF(in.Cond, x(0), x(1))
	case lower.MFExit:
		left = holdsF(in.Cond, x(0), x(1)) != (in.Imm != 0)
	case lower.MIntToF:
		set(math.Float64bits(float64(n(0))))
	case lower.MFToInt:
		r := int64(math.MinInt64)
		if x(0) >= math.MinInt64 && x(0) < 1<<63 {
			r = int64(x(0))
		}
		set(uint64(r))
	case lower.MBitsToF:
		set(u[0])
	case lower.MFToBits:
		e.nan = e.nan || x(0) != x(0)
		set(u[0])
	case lower.MCall, lower.MCallKept:
		e.call()
	case lower.MJump:
	case lower.MLeave:
		left = true
	default:
		return e.memory(in, set, u)
	}
	return left, taken
}

// memory evaluates the operations on memory.
func (e *evaluator) memory(in *lower.Inst, set func(uint64), u []uint64) (left, taken bool) {
	addr, rest := e.address(in, u)
	switch in.Op {
	case lower.MLoad:
		set(e.load(addr, in.Size))
	case lower.MLoadF:
		set(e.load(addr, 8))
	case lower.MStore:
		e.store(addr, in.Size, rest[0])
	case lower.MStoreF:
		if f := math.Float64frombits(rest[0]); f != f {
			e.nan = true
		}
		e.store(addr, 8, rest[0])
	case lower.MStoreI:
		e.store(addr, in.Size, uint64(in.Imm2))
	case lower.MAddMemI:
		e.store(addr, in.Size, e.load(addr, in.Size)+uint64(in.Imm2))
	case lower.MBrMemI:
		return false, holdsSized(in.Cond, e.load(addr, in.Size), in.Imm2, in.Size)
	case lower.MExitMem:
		return in.Cond.Holds(int64(rest[0]), int64(e.load(addr, 8))), true
	case lower.MExitMemI:
		return holdsSized(in.Cond, e.load(addr, in.Size), in.Imm2, in.Size), true
	default:
		panic(fmt.Sprintf("%v is not evaluated", in.Op))
	}
	return false, true
}
