package pyguest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Offline is the guest without a VM, for text: IR can be read and optimized, and so
// can traces that need nothing of their VM. References to objects, which are of
// another process, are words of which nothing is known.
type Offline struct {
	Guest *guest.Guest
	heap  *object.Heap
	env   *offlineEnv
}

// AbortOffline: a trace refers to what only the VM that made it has.
const AbortOffline = "offline"

// NewOffline makes an offline guest with a small heap, which Close frees.
func NewOffline() (*Offline, error) {
	h, err := object.New(object.Options{Limit: 1 << 20, Stack: 1 << 16})
	if err != nil {
		return nil, err
	}
	e := &offlineEnv{heap: h, frames: map[uint64]ir.Frame{}}
	g, err := New(h, e)
	if err == nil {
		err = g.Ready()
	}
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	g.Words, g.Memory = offlineWords{wordsOf(h)}, nil
	return &Offline{Guest: g, heap: h, env: e}, nil
}

// Close frees the heap.
func (o *Offline) Close() error { return o.heap.Close() }

// maxOfflineSlots bounds the frames of traces that nobody has projected.
const maxOfflineSlots = 4096

// Prepare checks that a trace can be built without its VM, and describes its frame
// by what the trace uses of it. An error is a *build.Abort: constants and names of
// code objects, and references to objects, are not in a trace's text.
func (o *Offline) Prepare(t *uop.Trace) error {
	locals, depth := 0, t.Depth
	most := depth
	for i := range t.Insts {
		u := &t.Insts[i]
		row := t.Table.Row(u.Op)
		abort := func(reason, detail string) error {
			return &build.Abort{Reason: reason, Uop: row.Name, Index: i, Detail: detail}
		}
		switch {
		case row.Flags&(uop.HasConst|uop.HasName) != 0 || u.Op == cpython.LOAD_COMMON_CONSTANT:
			return abort(AbortOffline, "the constants and names of a code object are not in its trace's text")
		case IsObject(u.Operand0) || IsObject(u.Operand1):
			return abort(AbortOffline, "its operand refers to an object of another process")
		case row.Pops.At(u.Oparg) > depth:
			return abort(build.AbortUnderflow, fmt.Sprintf("it takes %d entries of a stack of %d", row.Pops.At(u.Oparg), depth))
		case row.Flags&(uop.HasLocal|uop.HasFree) != 0:
			locals = max(locals, int(u.Oparg)+1)
		}
		depth += row.Pushes.At(u.Oparg) - row.Pops.At(u.Oparg)
		if most = max(most, depth); most+locals > maxOfflineSlots || most < 0 {
			return abort(build.AbortBadTrace, fmt.Sprintf("the frame has more than %d slots", maxOfflineSlots))
		}
	}
	if most+locals > maxOfflineSlots {
		return &build.Abort{Reason: build.AbortBadTrace, Index: len(t.Insts), Detail: fmt.Sprintf("the frame has more than %d slots", maxOfflineSlots)}
	}
	o.env.frames[t.Code] = ir.Frame{Name: t.Name, Code: t.Code, NumLocals: 1 + locals, NumSlots: 1 + locals + most}
	return nil
}

// IsObject reports whether a word refers to an object other than those that every
// heap has at the same place: in another process it means nothing.
func IsObject(w uint64) bool { v := object.Value(w); return v.IsRef() && v > object.True }

// RenameType returns a claim about a type with the type's id renamed: ids count the types
// that a heap has made, and so mean nothing in another process.
func RenameType(c ir.Claim, rename func(id uint64) uint64) ir.Claim {
	id, code := c.Payload(), uint64(0)
	if c.Kind() == claimNumbers {
		id, code = id>>codeBits, id&(1<<codeBits-1)
	}
	id = rename(id)
	if c.Kind() == claimNumbers {
		id = id<<codeBits | code
	}
	return c&^ir.MaxPayload | ir.Claim(id&ir.MaxPayload)
}

// offlineWords are words that may refer to objects of another process.
type offlineWords struct{ words }

// Fact implements ir.Words.
func (w offlineWords) Fact(x uint64) ir.Fact {
	if IsObject(x) {
		k := ir.Top
		k.NotNull = true
		return k
	}
	return w.words.Fact(x)
}

// UnboxI64 implements ir.Words.
func (w offlineWords) UnboxI64(x uint64) (int64, bool) {
	if IsObject(x) {
		return 0, false
	}
	return w.words.UnboxI64(x)
}

// Low64 implements ir.WideWords.
func (w offlineWords) Low64(x uint64) (uint64, bool) {
	if IsObject(x) {
		return 0, false
	}
	return w.words.Low64(x)
}

// UnboxU64 implements ir.WideWords.
func (w offlineWords) UnboxU64(x uint64) (uint64, bool) {
	if IsObject(x) {
		return 0, false
	}
	return w.words.UnboxU64(x)
}

// offlineEnv answers what rules ask of a VM. What they ask of a running one only is
// not there (the embedded Env is nil): nothing runs.
type offlineEnv struct {
	Env
	heap   *object.Heap
	frames map[uint64]ir.Frame
	inner  unsafe.Pointer
}

// Frame implements Env.
func (e *offlineEnv) Frame(code uint64) (ir.Frame, error) {
	fr, ok := e.frames[code]
	if !ok {
		return fr, fmt.Errorf("python: no code %#x", code)
	}
	return fr, nil
}

// Heap implements Env.
func (e *offlineEnv) Heap() *object.Heap { return e.heap }

// Name implements Env: rules that use a name are refused by Prepare, the others
// only look whether something of that name is known.
func (e *offlineEnv) Name(uint64, int) object.Value { return object.Null }

// Owns implements Env.
func (e *offlineEnv) Owns(uint64, int) bool { return false }

// Named implements Env.
func (e *offlineEnv) Named(code uint64) int { return e.frames[code].NumLocals - 1 }

// Handles implements Env.
func (e *offlineEnv) Handles(uint64) bool { return false }

// Closes implements Env.
func (e *offlineEnv) Closes(uint64) bool { return false }

// CodeByVersion implements Env.
func (e *offlineEnv) CodeByVersion(uint32) (uint64, bool) { return 0, false }

// Driver implements Env.
func (e *offlineEnv) Driver(uint32) (object.Driver, bool) { return object.Driver{}, false }

// Dict implements Env.
func (e *offlineEnv) Dict(uint64, bool) object.Value { return object.Null }

// WatchType implements Env.
func (e *offlineEnv) WatchType(*object.Type, bool) (uint64, bool) { return 0, false }

// Binary implements Env.
func (e *offlineEnv) Binary(op object.BinaryOp, a, b object.Value) (object.Value, error) {
	return e.heap.Binary(op, a, b)
}

// Compare implements Env.
func (e *offlineEnv) Compare(op object.CompareOp, a, b object.Value, truth bool) (object.Value, error) {
	if truth {
		holds, err := e.heap.CompareBool(op, a, b)
		return object.Bool(holds), err
	}
	return e.heap.Compare(op, a, b)
}

// SetSlice implements Env.
func (e *offlineEnv) SetSlice(v, start, stop, step, x object.Value) error {
	return e.heap.SetSlice(v, start, stop, step, x)
}

// DoSpecial implements Env.
func (e *offlineEnv) DoSpecial(o Operator, x Entries) (object.Value, error) { return o.Do(e.heap, x) }

// CallerDistance implements Env.
func (e *offlineEnv) CallerDistance(uint64) int { return 0 }

// OperatorShim implements Env.
func (e *offlineEnv) OperatorShim() object.Value { return object.Null }

// Shim implements Env.
func (e *offlineEnv) Shim() object.Value { return object.Null }

// Landing implements Env.
func (e *offlineEnv) Landing(uint64, uint32) uint64 { return 0 }

// ResumeRow implements Env.
func (e *offlineEnv) ResumeRow(uint64, uint32) uint64 { return 0 }

// Interrupts implements Env.
func (e *offlineEnv) Interrupts() (*atomic.Bool, func() error) { return nil, nil }

// MemBase implements Env.
func (e *offlineEnv) MemBase() uint64 { return e.Heap().MemBase() }

// Innermost implements Env.
func (e *offlineEnv) Innermost() *unsafe.Pointer { return &e.inner }
