//go:build linux && amd64

package amd64

import (
	"math"
	"math/bits"
	"syscall"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/lower/encode"
)

// These tests run what was emitted. A Go function value is a pointer to a
// word that holds the address of code; calling one made of mapped memory runs
// that memory. Invariants: the code is short, does not touch RSP, R14, R15 and
// X15, calls nothing, and ends in ret; Go passes and returns integers in RAX,
// RBX, RCX and floats in X0, X1, all other registers being the callee's.

// run maps the code of a finished buffer and calls f with a pointer to a
// function value for it.
func run(t *testing.T, emit func(b *Buf), f func(fn unsafe.Pointer)) {
	t.Helper()
	b := New()
	emit(b)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	mem, err := syscall.Mmap(-1, 0, 1<<16, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skipf("no memory to map: %v", err)
	}
	defer syscall.Munmap(mem)
	copy(mem, code)
	if err := syscall.Mprotect(mem, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		t.Skipf("no executable memory: %v", err)
	}
	entry := &struct{ pc *byte }{&mem[0]}
	f(unsafe.Pointer(&entry))
}

func runInts(t *testing.T, emit func(b *Buf), f func(call func(a, b int64) int64)) {
	t.Helper()
	run(t, emit, func(fn unsafe.Pointer) { f(*(*func(a, b int64) int64)(fn)) })
}

func runFloats(t *testing.T, emit func(b *Buf), f func(call func(a, b float64) float64)) {
	t.Helper()
	run(t, emit, func(fn unsafe.Pointer) { f(*(*func(a, b float64) float64)(fn)) })
}

var someInts = []int64{0, 1, -1, 2, 7, -8, 63, 64, 255, 256, 1 << 31, -1 << 31, 1<<32 - 1, math.MaxInt64, math.MinInt64, 0x0123456789abcdef}

// TestRunBinary: operations on two integers compute what they are named after.
func TestRunBinary(t *testing.T) {
	rr := func(op Op) func(b *Buf) { return func(b *Buf) { b.RR(op, RAX, RBX) } }
	cl := func(op Op) func(b *Buf) {
		return func(b *Buf) { b.RR(MovQ, RCX, RBX); b.ShiftCL(op, RAX) }
	}
	low := func(v int64) int64 { return int64(uint32(v)) }
	tests := []struct {
		name string
		emit func(b *Buf)
		want func(x, y int64) int64
	}{
		{"AddQ", rr(AddQ), func(x, y int64) int64 { return x + y }},
		{"AddL", rr(AddL), func(x, y int64) int64 { return low(x + y) }},
		{"SubQ", rr(SubQ), func(x, y int64) int64 { return x - y }},
		{"SubL", rr(SubL), func(x, y int64) int64 { return low(x - y) }},
		{"AndQ", rr(AndQ), func(x, y int64) int64 { return x & y }},
		{"OrL", rr(OrL), func(x, y int64) int64 { return low(x | y) }},
		{"XorQ", rr(XorQ), func(x, y int64) int64 { return x ^ y }},
		{"ImulQ", rr(ImulQ), func(x, y int64) int64 { return x * y }},
		{"ImulL", rr(ImulL), func(x, y int64) int64 { return low(x * y) }},
		{"MovzxB", rr(MovzxB), func(x, y int64) int64 { return y & 0xff }},
		{"MovsxBQ", rr(MovsxBQ), func(x, y int64) int64 { return int64(int8(y)) }},
		{"MovsxBL", rr(MovsxBL), func(x, y int64) int64 { return low(int64(int8(y))) }},
		{"MovsxLQ", rr(MovsxLQ), func(x, y int64) int64 { return int64(int32(y)) }},
		{"MovL", rr(MovL), func(x, y int64) int64 { return low(y) }},
		{"ShlQ cl", cl(ShlQ), func(x, y int64) int64 { return x << (y & 63) }},
		{"ShrQ cl", cl(ShrQ), func(x, y int64) int64 { return int64(uint64(x) >> (y & 63)) }},
		{"SarQ cl", cl(SarQ), func(x, y int64) int64 { return x >> (y & 63) }},
		{"RolQ cl", cl(RolQ), func(x, y int64) int64 { return int64(bits.RotateLeft64(uint64(x), int(y&63))) }},
		{"SarL cl", cl(SarL), func(x, y int64) int64 { return low(int64(int32(x) >> (y & 31))) }},
		{"Xchg", func(b *Buf) { b.Xchg(RAX, RBX) }, func(x, y int64) int64 { return y }},
		{"PopcntQ", rr(PopcntQ), func(x, y int64) int64 { return int64(bits.OnesCount64(uint64(y))) }},
		{"BswapQ", func(b *Buf) { b.R(BswapQ, RAX) }, func(x, y int64) int64 { return int64(bits.ReverseBytes64(uint64(x))) }},
		{"MulQ high", func(b *Buf) { b.R(MulQ, RBX); b.RR(MovQ, RAX, RDX) }, func(x, y int64) int64 {
			hi, _ := bits.Mul64(uint64(x), uint64(y))
			return int64(hi)
		}},
		{"LeaQ", func(b *Buf) { b.LoadX(LeaQ, RAX, RAX, RBX, 8, 1<<20) }, func(x, y int64) int64 { return x + 8*y + 1<<20 }},
		{"movq to and from", func(b *Buf) { b.RR(MovqX, X9, RBX); b.RR(Movaps, X3, X9); b.RR(MovqR, RAX, X3) },
			func(x, y int64) int64 { return y }},
		{"xor zeroes", func(b *Buf) { b.MovImm(RAX, 0) }, func(x, y int64) int64 { return 0 }},
	}
	for _, tt := range tests {
		runInts(t, func(b *Buf) { tt.emit(b); b.Ret() }, func(call func(a, b int64) int64) {
			for _, x := range someInts {
				for _, y := range someInts {
					if got, want := call(x, y), tt.want(x, y); got != want {
						t.Fatalf("%s(%#x, %#x) = %#x, want %#x", tt.name, x, y, got, want)
					}
				}
			}
		})
	}
}

// TestRunDivide: idiv of all pairs that do not trap.
func TestRunDivide(t *testing.T) {
	for _, remainder := range []bool{false, true} {
		runInts(t, func(b *Buf) {
			b.Bare(Cqo)
			b.R(IdivQ, RBX)
			if remainder {
				b.RR(MovQ, RAX, RDX)
			}
			b.Ret()
		}, func(call func(a, b int64) int64) {
			for _, x := range someInts {
				for _, y := range someInts {
					if y == 0 || y == -1 {
						continue
					}
					want := x / y
					if remainder {
						want = x % y
					}
					if got := call(x, y); got != want {
						t.Fatalf("%d by %d: %d, want %d", x, y, got, want)
					}
				}
			}
		})
	}
}

// condHolds says what conditions mean after comparing x with y.
var condHolds = [NumConds]func(x, y int64) bool{
	CondO:  func(x, y int64) bool { return (x < y) != (x-y < 0) },
	CondB:  func(x, y int64) bool { return uint64(x) < uint64(y) },
	CondE:  func(x, y int64) bool { return x == y },
	CondBE: func(x, y int64) bool { return uint64(x) <= uint64(y) },
	CondS:  func(x, y int64) bool { return x-y < 0 },
	CondP:  func(x, y int64) bool { return bits.OnesCount8(uint8(x-y))%2 == 0 },
	CondL:  func(x, y int64) bool { return x < y },
	CondLE: func(x, y int64) bool { return x <= y },
}

// TestRunConditions: branch, set and cmov agree with each condition's meaning,
// with its negation's and, after exchanging the operands, its swap's.
func TestRunConditions(t *testing.T) {
	ways := map[string]func(b *Buf, c Cond){
		"jcc": func(b *Buf, c Cond) {
			yes := b.NewLabel()
			b.RR(CmpQ, RAX, RBX)
			b.Jcc(c, yes)
			b.MovImm(RAX, 0)
			b.Ret()
			b.Select(encode.Cold)
			b.Bind(yes)
			b.MovImm(RAX, 1)
		},
		"setcc": func(b *Buf, c Cond) {
			b.RR(CmpQ, RAX, RBX)
			b.Setcc(c, RSI)
			b.RR(MovzxB, RAX, RSI)
		},
		"cmov": func(b *Buf, c Cond) {
			b.RR(CmpQ, RAX, RBX)
			b.MovImmFlags(RAX, 0)
			b.MovImmFlags(R9, 1)
			b.Cmov(CmovQ, c, RAX, R9)
		},
	}
	for name, emit := range ways {
		for c := range NumConds {
			holds := condHolds[c&^1]
			runInts(t, func(b *Buf) { emit(b, c); b.Ret() }, func(call func(a, b int64) int64) {
				for _, x := range someInts {
					for _, y := range someInts {
						want := holds(x, y) != (c&1 != 0)
						if got := call(x, y); got != 0 != want {
							t.Fatalf("%s %v of %d, %d: %d", name, c, x, y, got)
						}
						if c.Swap() != c && call(x, y) != 0 != (holdsSwapped(c, y, x)) {
							t.Fatalf("%v of %d, %d is not %v of %d, %d", c, x, y, c.Swap(), y, x)
						}
					}
				}
			})
		}
	}
}

func holdsSwapped(c Cond, x, y int64) bool {
	s := c.Swap()
	return condHolds[s&^1](x, y) != (s&1 != 0)
}

// TestRunFloats: scalar arithmetic, constants behind the code, conversions.
func TestRunFloats(t *testing.T) {
	xx := func(op Op) func(b *Buf) { return func(b *Buf) { b.RR(op, X0, X1) } }
	tests := []struct {
		name string
		emit func(b *Buf)
		want func(x, y float64) float64
	}{
		{"Addsd", xx(Addsd), func(x, y float64) float64 { return x + y }},
		{"Subsd", xx(Subsd), func(x, y float64) float64 { return x - y }},
		{"Mulsd", xx(Mulsd), func(x, y float64) float64 { return x * y }},
		{"Divsd", xx(Divsd), func(x, y float64) float64 { return x / y }},
		{"Sqrtsd", xx(Sqrtsd), func(x, y float64) float64 { return math.Sqrt(y) }},
		{"Roundsd down", func(b *Buf) { b.RRI(Roundsd, X0, X1, 9) }, func(x, y float64) float64 { return math.Floor(y) }},
		{"negate", func(b *Buf) { signMask(b, Xorps) }, func(x, y float64) float64 { return -x }},
		{"absolute", func(b *Buf) { signMask(b, Andnps) }, func(x, y float64) float64 { return math.Abs(x) }},
		{"Cvtsi2sd", func(b *Buf) { b.RR(Cvttsd2si, R9, X0); b.RR(Cvtsi2sd, X0, R9) }, func(x, y float64) float64 {
			if math.IsNaN(x) || math.Abs(x) >= 1<<63 {
				return -1 << 63
			}
			return math.Trunc(x) + 0
		}},
	}
	floats := []float64{0, 1, -1, 0.1, -2.5, 3e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(), 1 << 53, -7.75}
	for _, tt := range tests {
		runFloats(t, func(b *Buf) { tt.emit(b); b.Ret() }, func(call func(a, b float64) float64) {
			for _, x := range floats {
				for _, y := range floats {
					got, want := call(x, y), tt.want(x, y)
					if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
						t.Fatalf("%s(%v, %v) = %v, want %v", tt.name, x, y, got, want)
					}
				}
			}
		})
	}
}

// signMask emits op X2, [mask] between X0 and a mask of the sign bit that
// stands, aligned, in the cold section.
func signMask(b *Buf, op Op) {
	mask := b.NewLabel()
	if op == Andnps { // dst = ^dst & src: the mask has to be dst
		b.LoadLabel(Movsd, X2, mask)
		b.RR(op, X2, X0)
		b.RR(Movaps, X0, X2)
	} else {
		b.LoadLabel(op, X0, mask)
	}
	sec := b.Section()
	b.Select(encode.Cold)
	b.Align(16)
	b.Bind(mask)
	b.Data64(1 << 63)
	b.Data64(0)
	b.Select(sec)
}

// TestRunLoop sums the words of an array: loads with index, a loop, a cold
// exit on overflow.
func TestRunLoop(t *testing.T) {
	emit := func(b *Buf) { // RAX = address of the array, RBX = its length
		loop, done, overflow := b.NewLabel(), b.NewLabel(), b.NewLabel()
		b.RR(MovQ, R8, RAX)
		b.MovImm(RAX, 0)
		b.MovImm(RCX, 0)
		b.Bind(loop)
		b.RR(CmpQ, RCX, RBX)
		b.Jcc(CondGE, done)
		b.LoadX(AddQ, RAX, R8, RCX, 8, 0)
		b.Jcc(CondO, overflow)
		b.RI(AddQ, RCX, 1)
		b.Jmp(loop)
		b.Bind(done)
		b.Ret()
		b.Select(encode.Cold)
		b.Bind(overflow)
		b.MovImm(RAX, -42)
		b.Jmp(done)
	}
	run(t, emit, func(fn unsafe.Pointer) {
		sum := *(*func(p *int64, n int) int64)(fn)
		words := make([]int64, 1000)
		want := int64(0)
		for i := range words {
			words[i] = int64(i * i)
			want += words[i]
		}
		if got := sum(&words[0], len(words)); got != want {
			t.Errorf("sum %d, want %d", got, want)
		}
		words[500] = math.MaxInt64
		if got := sum(&words[0], len(words)); got != -42 {
			t.Errorf("overflowing sum %d, want -42", got)
		}
	})
}

// TestRunMemory: stores and loads of each width touch their bytes only.
func TestRunMemory(t *testing.T) {
	var mem [4]uint64
	store := func(op Op) func(b *Buf) { return func(b *Buf) { b.Store(op, RAX, 8, RBX) } }
	tests := []struct {
		name string
		emit func(b *Buf)
		want uint64
	}{
		{"MovQ", store(MovQ), 0x0123456789abcdef},
		{"MovL", store(MovL), 0xffffffff89abcdef},
		{"MovW", store(MovW), 0xffffffffffffcdef},
		{"MovB", store(MovB), 0xffffffffffffffef},
		{"MovB high", func(b *Buf) { b.RR(MovQ, RDI, RBX); b.Store(MovB, RAX, 8, RDI) }, 0xffffffffffffffef},
		{"MovQ imm", func(b *Buf) { b.MI(MovQ, RAX, 8, -2) }, math.MaxUint64 - 1},
		{"MovL imm", func(b *Buf) { b.MI(MovL, RAX, 8, 0x80000001) }, 0xffffffff80000001},
		{"MovB imm", func(b *Buf) { b.MI(MovB, RAX, 8, 0x80) }, 0xffffffffffffff80},
		{"AddL imm", func(b *Buf) { b.MI(AddL, RAX, 8, 2) }, 0xffffffff00000001},
		{"indexed", func(b *Buf) { b.MovImm(R9, 1); b.StoreX(MovQ, RAX, R9, 4, 4, RBX) }, 0x0123456789abcdef},
	}
	for _, tt := range tests {
		run(t, func(b *Buf) { tt.emit(b); b.Ret() }, func(fn unsafe.Pointer) {
			for i := range mem {
				mem[i] = math.MaxUint64
			}
			(*(*func(p *uint64, v uint64) int64)(fn))(&mem[0], 0x0123456789abcdef)
			if mem != [4]uint64{math.MaxUint64, tt.want, math.MaxUint64, math.MaxUint64} {
				t.Errorf("%s: %#x, want %#x", tt.name, mem, tt.want)
			}
		})
	}
}

// TestRunMovImm: constants arrive in every register.
func TestRunMovImm(t *testing.T) {
	for _, v := range []int64{0, 1, -1, math.MaxInt32, math.MinInt32, math.MaxUint32, 1 << 32, math.MinInt64, 0x7ff0123456789abc} {
		for r := RAX; r <= R13; r++ {
			if r == RSP || r == RBP {
				continue // callee-saved
			}
			runInts(t, func(b *Buf) {
				b.MovImm(r, v)
				b.RR(MovQ, RAX, r)
				b.Ret()
			}, func(call func(a, b int64) int64) {
				if got := call(3, 4); got != v {
					t.Errorf("%s: %#x, want %#x", regNames[r], got, v)
				}
			})
		}
	}
}

// TestRunLabels: lea of a label and jumps through registers and memory.
func TestRunLabels(t *testing.T) {
	runInts(t, func(b *Buf) {
		away, table, end := b.NewLabel(), b.NewLabel(), b.NewLabel()
		b.LeaLabel(RCX, away)
		b.JmpReg(RCX)
		b.Bare(Ud2)
		b.Bind(end)
		b.Ret()
		b.Select(encode.Cold)
		b.Bind(away)
		b.MovImm(RAX, 5)
		b.LeaLabel(RCX, table)
		b.Load(AddQ, RAX, RCX, 0)
		b.LeaLabel(RCX, end)
		b.Load(LeaQ, RSI, RCX, 0)
		b.JmpReg(RSI)
		b.Bare(Int3)
		b.Align(8)
		b.Bind(table)
		b.Data64(37)
	}, func(call func(a, b int64) int64) {
		if got := call(0, 0); got != 42 {
			t.Errorf("got %d, want 42", got)
		}
	})
}
