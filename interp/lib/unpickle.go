package lib

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Unpickling: where the bytes come from, the stack and the memo.

// unpickling is an unpickler's state. The stack is what is pushed since base; the other values are alive by the unpickler
// object, or pushed.
type unpickling struct {
	heap.Account
	*pickleKit
	h *object.Heap

	in             []byte       // what has been read; alive by held
	at             int          // of the next byte
	read, readline object.Value // of the file; Null: there is nothing but in

	encoding, errors string
	fixImports       bool
	buffers          object.Value // iterator; Null: there are none

	proto int
	base  int    // where the stack begins among what is pushed
	marks []int  // lengths of the stack at marks
	first [8]int // where they lie while there are few
	room  int    // for how many values and marks grow has asked

	held  object.Value   // list: what has the memo, far, and in
	memo  []object.Value // by index, Null where there is none: the items of a tuple
	end   int            // behind the last index of memo that is in use
	far   object.Value   // dict: what has large indices …
	wide  bool           // … of which there are some
	known int            // how many indices are in use

	persistent, find object.Value // the hooks; Null: the type's own
	running          bool
}

// HandleWeight is what the heap counts for it.
func (u *unpickling) HandleWeight() int { return int(unsafe.Sizeof(*u)) }

// Same implements object.Same.
func (u *unpickling) Same(other any) bool {
	o, ok := other.(*unpickling)
	return ok && u.proto == o.proto && u.known == o.known && u.encoding == o.encoding && u.errors == o.errors
}

// The elements of held.
const (
	heldMemo = iota
	heldFar
	heldIn
)

// newUnpickling makes the state of an unpickler. What it holds is pushed: the caller releases it.
func (k *pickleKit) newUnpickling() *unpickling {
	u := &unpickling{pickleKit: k, h: k.h}
	u.defaults()
	u.held = k.h.NewList(object.None, object.None, object.None)
	k.h.Push(u.held)
	u.forget()
	return u
}

// defaults are the arguments and the hooks of an unpickler that is given none.
func (u *unpickling) defaults() {
	u.in, u.at, u.read, u.readline, u.buffers = nil, 0, object.Null, object.Null, object.Null
	u.encoding, u.errors, u.fixImports = "ASCII", "strict", true
	u.persistent, u.find = object.Null, object.Null
}

// forget empties the memo.
func (u *unpickling) forget() {
	u.h.SetListItem(u.held, heldMemo, object.None)
	u.far = u.h.NewDict()
	u.h.SetListItem(u.held, heldFar, u.far)
	u.memo, u.end, u.wide, u.known = nil, 0, false, 0
}

// settle takes the arguments that unpicklers have in common: fix_imports, encoding, errors and buffers.
func (u *unpickling) settle(function string, a []object.Value) error {
	h := u.h
	if err := u.prepare(); err != nil {
		return err
	}
	if a[0] != object.Null {
		fix, err := h.Truth(a[0])
		if err != nil {
			return err
		}
		u.fixImports = fix
	}
	for i, into := range []*string{&u.encoding, &u.errors} {
		x := a[1+i]
		if x == object.Null {
			continue
		}
		if !h.IsInstance(x, object.StrType) {
			return h.Raise(object.TypeErrorType, "%s() argument '%s' must be str, not %s", function, [...]string{"encoding", "errors"}[i], argTypeName(h, x))
		}
		text, err := h.CText(x)
		if err != nil {
			return err
		}
		*into = text
	}
	if a[3] != object.Null && a[3] != object.None {
		it, err := h.Iter(a[3])
		if err != nil {
			return err
		}
		u.buffers = it
	}
	return nil
}

// stream takes the methods of a file.
func (u *unpickling) stream(file object.Value) error {
	h := u.h
	for _, m := range []struct {
		name string
		into *object.Value
	}{{"read", &u.read}, {"readline", &u.readline}} {
		f, err := h.LookupAttr(file, h.Intern(m.name))
		if err != nil {
			return err
		}
		h.Push(f)
		*m.into = f
	}
	if u.read == object.Null || u.readline == object.Null {
		return h.Raise(object.TypeErrorType, "file must have 'read' and 'readline' attributes")
	}
	return nil
}

func (u *unpickling) truncated() error { return u.fail(u.unpicklingErr, "pickle data was truncated") }

// take returns the next n bytes, which stay as they are until more is taken.
func (u *unpickling) take(n int) ([]byte, error) {
	if n <= len(u.in)-u.at {
		u.at += n
		return u.in[u.at-n : u.at], nil
	}
	if u.read == object.Null || n < 0 {
		return nil, u.truncated()
	}
	v, err := u.call1(u.read, u.h.Int(int64(n)))
	if err != nil {
		return nil, err
	}
	if err := u.given(v, "read"); err != nil {
		return nil, err
	}
	if len(u.in) < n {
		return nil, u.truncated()
	}
	u.at = n
	return u.in[:n], nil
}

// given makes what a method of the file has returned the bytes to go on with.
func (u *unpickling) given(v object.Value, method string) error {
	h := u.h
	if !h.IsInstance(v, object.BytesType) {
		data, err := h.BufferData(v)
		if err != nil {
			return err
		}
		v = h.NewBytes(data) // what is being unpickled may change it
	}
	h.SetListItem(u.held, heldIn, v)
	u.in, u.at = h.BytesData(v), 0
	return nil
}

// line returns the next line with its end, which must be at least n bytes long.
func (u *unpickling) line(n int) ([]byte, error) {
	for i := u.at; i < len(u.in); i++ {
		if u.in[i] == '\n' {
			b := u.in[u.at : i+1]
			u.at = i + 1
			if len(b) < n {
				return nil, u.truncated()
			}
			return b, nil
		}
	}
	if u.read == object.Null {
		return nil, u.truncated()
	}
	v, err := u.h.Call(u.readline, nil, object.Null)
	if err != nil {
		return nil, err
	}
	if err := u.given(v, "readline"); err != nil {
		return nil, err
	}
	b := u.in
	if len(b) < max(n, 1) || b[len(b)-1] != '\n' {
		return nil, u.truncated()
	}
	u.at = len(b)
	return b, nil
}

// number returns an unsigned number of n bytes.
func (u *unpickling) number(n int) (uint64, error) {
	if n == 1 && u.at < len(u.in) {
		u.at++
		return uint64(u.in[u.at-1]), nil
	}
	b, err := u.take(n)
	if err != nil {
		return 0, err
	}
	var room [8]byte
	copy(room[:], b)
	return binary.LittleEndian.Uint64(room[:]), nil
}

// length is number for the length of an opcode's data.
func (u *unpickling) length(n int, what string) (int, error) {
	size, err := u.number(n)
	if err == nil && size > math.MaxInt64 {
		err = u.h.Raise(object.OverflowErrorType, "%s exceeds system's maximum size of %d bytes", what, math.MaxInt64)
	}
	return int(size), err
}

// Stack.

func (u *unpickling) depth() int { return u.h.Mark() - u.base }

// grow asks for room for the stack and the marks, which lie in Go's memory, ahead of an opcode that pushes few of them.
func (u *unpickling) grow() {
	more := u.room + roomSpare
	u.Add(&u.h.Heap, 8*more)
	u.room += more
}

// roomSpare is for how many values and marks grow asks at first.
const roomSpare = 1 << 10

// ended gives back what the load has had of Go's memory, also when the allocator's panic ends it.
func (u *unpickling) ended() {
	u.Add(&u.h.Heap, -8*u.room)
	u.room, u.marks = 0, nil
}

// fence is where the part of the stack behind the last mark begins.
func (u *unpickling) fence() int {
	if n := len(u.marks); n > 0 {
		return u.marks[n-1]
	}
	return 0
}

func (u *unpickling) underflow() error {
	if len(u.marks) > 0 {
		return u.fail(u.unpicklingErr, "unexpected MARK found")
	}
	return u.fail(u.unpicklingErr, "unpickling stack underflow")
}

// need is an error unless there are n values behind the last mark.
func (u *unpickling) need(n int) error {
	if u.depth()-u.fence() < n {
		return u.underflow()
	}
	return nil
}

// top returns the n values at the top of the stack.
func (u *unpickling) top(n int) []object.Value { return u.h.Pushed(u.h.Mark() - n) }

func (u *unpickling) push(v object.Value) { u.h.Push(v) }

// drop takes n values from the stack.
func (u *unpickling) drop(n int) { u.h.Release(u.h.Mark() - n) }

// pop takes a value from the stack.
func (u *unpickling) pop() (object.Value, error) {
	if err := u.need(1); err != nil {
		return object.Null, err
	}
	v := u.top(1)[0]
	u.drop(1)
	return v, nil
}

// replace puts v in the place of the n values at the top.
func (u *unpickling) replace(n int, v object.Value) {
	u.drop(n)
	u.push(v)
}

// mark takes the last mark, and returns how many values are behind it.
func (u *unpickling) mark() (int, error) {
	if len(u.marks) == 0 {
		return 0, u.fail(u.unpicklingErr, "could not find MARK")
	}
	at := u.fence()
	u.marks = u.marks[:len(u.marks)-1]
	return u.depth() - at, nil
}

// Memo.

// memoSpare is how far above what is in use an index may be that is kept by its place.
const memoSpare = 1 << 12

// remember puts a value into the memo.
func (u *unpickling) remember(index int, v object.Value) error {
	if index >= len(u.memo) || u.wide {
		if done, err := u.rememberFar(index, v); done || err != nil {
			return err
		}
	}
	if u.memo[index] == object.Null {
		u.known++
	}
	u.memo[index] = v
	u.end = max(u.end, index+1)
	return nil
}

// rememberFar puts a value into the dict if its index is large, or in the dict already; otherwise it makes room for it.
func (u *unpickling) rememberFar(index int, v object.Value) (done bool, err error) {
	h := u.h
	far := index > 2*u.end+memoSpare
	if u.wide || far {
		key := h.Int(int64(index))
		known, err := h.DictContains(u.far, key)
		if err != nil {
			return false, err
		}
		if known || far {
			if !known {
				u.known++
			}
			u.wide = true
			return true, h.DictSet(u.far, key, v)
		}
	}
	if n := len(u.memo); index >= n {
		t := h.NewTupleOfNull(max(memoFirst, 2*n, index+1))
		items := h.TupleItems(t)
		for i := copy(items, u.memo); i < len(items); i++ {
			items[i] = object.Null
		}
		h.SetListItem(u.held, heldMemo, t)
		u.memo = items
	}
	return false, nil
}

// memoFirst is for how many values there is room in a memo at first.
const memoFirst = 64

// recall returns what the memo has.
func (u *unpickling) recall(index int) (object.Value, error) {
	if uint(index) < uint(len(u.memo)) && u.memo[index] != object.Null {
		return u.memo[index], nil
	}
	v, err := u.h.DictGet(u.far, u.h.Int(int64(index)))
	if err == nil && v == object.Null {
		err = u.fail(u.unpicklingErr, "Memo value not found at index %d", index)
	}
	return v, err
}
