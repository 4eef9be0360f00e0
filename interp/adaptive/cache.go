package adaptive

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Inline caches are code units behind their instruction. ip points to the first one,
// into a Code's Live units, never into other Go memory.

// Skip returns the address n code units behind ip.
func Skip(ip unsafe.Pointer, n int) unsafe.Pointer {
	return unsafe.Add(ip, uintptr(n)*2)
}

// Unit reads code unit i behind ip.
func Unit(ip unsafe.Pointer, i int) uint16 { return *(*uint16)(Skip(ip, i)) }

// Rewrite replaces the opcode of the instruction whose inline cache is at ip.
func Rewrite(ip unsafe.Pointer, op pycode.Op) { *(*byte)(unsafe.Add(ip, -2)) = byte(op) }

// SetU32 writes two code units of an inline cache, i units behind ip.
func SetU32(ip unsafe.Pointer, i int, x uint32) {
	*(*uint16)(Skip(ip, i)), *(*uint16)(Skip(ip, i+1)) = uint16(x), uint16(x>>16)
}

// SetWord writes a value to four code units of an inline cache.
func SetWord(ip unsafe.Pointer, i int, v object.Value) {
	SetU32(ip, i, uint32(v))
	SetU32(ip, i+2, uint32(uint64(v)>>32))
}

// CacheValue reads n code units of an inline cache.
func CacheValue(units []uint16, n int) (x uint64) {
	for i := range n {
		x |= uint64(units[i]) << (16 * i)
	}
	return x
}

// Adaptive counters. The counter is the first unit of an inline cache: how often
// the instruction is still executed before something happens (upper 12 bits), and
// the exponent of the back-off (lower 4 bits), as in CPython
// (Include/internal/pycore_backoff.h).
const (
	CounterStep = 16
	Warmup      = 1<<4 | 1 // before the first attempt
	Cooldown    = 52 << 4  // misses that a member survives, and executions after a success
	maxBackoff  = 12
)

// Backoff returns the counter to wait with after a failed attempt.
func Backoff(c uint16) uint16 {
	e := min(c&15+1, maxBackoff)
	return (1<<e-1)<<4 | e
}

// balanced is the history of a branch that says nothing: neither way is likely.
const balanced = 0x5555

// Quicken prepares a code object's inline caches: adaptive counters begin at their
// warm-up, branch histories in the middle, and what a file has there is nothing.
func (c *Code) Quicken() {
	for i := 0; i < len(c.Live); {
		op := pycode.Op(c.Live[i])
		n := op.Caches()
		if n > 0 {
			clear(c.Live[i+1 : i+1+n])
			switch op {
			case pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
				c.Live[i+1] = balanced // neither way is likely yet
			default:
				c.Live[i+1] = Warmup
			}
		}
		i += 1 + n
	}
}
