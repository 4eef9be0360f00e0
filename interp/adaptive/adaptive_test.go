package adaptive_test

import (
	"testing"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// codeOf makes a Code of instructions without anything else.
func codeOf(units ...uint16) *adaptive.Code {
	c := &pycode.Code{Units: units}
	return &adaptive.Code{Code: c, Live: append([]uint16(nil), units...)}
}

func op(op pycode.Op, arg int) uint16 { return uint16(op) | uint16(arg)<<8 }

// TestBeneath: what an executor stands over is decoded with its EXTENDED_ARGs, and the
// code is left as it was.
func TestBeneath(t *testing.T) {
	c := codeOf(op(pycode.EXTENDED_ARG, 1), op(pycode.LOAD_FAST, 2), op(pycode.RETURN_VALUE, 0))
	c.Execs = make([]*adaptive.Installed, len(c.Live))
	c.Execs[0] = &adaptive.Installed{Unit: c.Live[0]}
	c.Live[0] = op(pycode.ENTER_EXECUTOR, 1)
	if in := c.Decode(0); in.Op != pycode.LOAD_FAST || in.Arg != 0x102 || in.Unit != 1 {
		t.Errorf("Decode: %v %d at %d, want LOAD_FAST 258 at 1", in.Op, in.Arg, in.Unit)
	}
	if got := pycode.Op(c.Live[0]); got != pycode.ENTER_EXECUTOR {
		t.Errorf("after Decode %v stands there, want ENTER_EXECUTOR", got)
	}
}

// TestReplaced: beneath an executor an instruction is executed in a form that is not
// rewritten, for ENTER_EXECUTOR stands where that would be written.
func TestReplaced(t *testing.T) {
	c := codeOf(append([]uint16{op(pycode.BINARY_OP, 0)}, make([]uint16, pycode.BINARY_OP.Caches())...)...)
	c.Execs = make([]*adaptive.Installed, len(c.Live))
	c.Execs[0] = &adaptive.Installed{Unit: c.Live[0]}
	c.Live[0] = uint16(pycode.ENTER_EXECUTOR)
	if op, _ := c.Replaced(0); op != pycode.BINARY_OP || c.Live[1] < adaptive.CounterStep {
		t.Errorf("BINARY_OP: %v with a counter of %d: it would specialize", op, c.Live[1])
	}
	c.Execs[0].Unit, c.Live[1] = op(pycode.POP_JUMP_IF_FALSE, 0), 5
	if op, _ := c.Replaced(0); op != pycode.POP_JUMP_IF_FALSE || c.Live[1] != 5 {
		t.Errorf("POP_JUMP_IF_FALSE: %v with a history of %d, want 5", op, c.Live[1])
	}
	for from, want := range map[pycode.Op]pycode.Op{pycode.JUMP_BACKWARD_JIT: pycode.JUMP_BACKWARD_NO_JIT, pycode.RESUME: pycode.RESUME_CHECK} {
		c.Execs[0].Unit = op(from, 0)
		if got, _ := c.Replaced(0); got != want {
			t.Errorf("%v: %v, want %v", from, got, want)
		}
	}
}

// TestBackoff: each failed attempt doubles the wait, up to a bound.
func TestBackoff(t *testing.T) {
	c, last := uint16(adaptive.Warmup), 0
	for range 20 {
		c = adaptive.Backoff(c)
		if wait := int(c >> 4); wait < last {
			t.Fatalf("waits %d after %d", wait, last)
		} else {
			last = wait
		}
	}
	if last != 1<<12-1 {
		t.Errorf("waits %d at most, want %d", last, 1<<12-1)
	}
}

// TestSees: an attribute instruction that has been specialized for five types is compiled in its general form, from its prefix on.
func TestSees(t *testing.T) {
	c := codeOf(append([]uint16{op(pycode.EXTENDED_ARG, 1), op(pycode.LOAD_ATTR, 2)}, make([]uint16, pycode.LOAD_ATTR.Caches())...)...)
	for i, types := range [][2]object.TypeID{{100, 101}, {101, 100}, {100, 102}, {0, 103}, {103, 100}, {101, 102}} {
		if c.Sees(1, types[0], types[1]); c.IsGeneral(0) {
			t.Fatalf("it is general behind %d of four types", i)
		}
	}
	if c.Sees(1, 100, 104); !c.IsGeneral(0) || c.IsGeneral(1) {
		t.Errorf("behind five types it is general: %v; its opcode's unit: %v", c.IsGeneral(0), c.IsGeneral(1))
	}
	c.Sees(1, 100, 105)
}
