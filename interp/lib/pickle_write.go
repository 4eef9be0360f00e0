package lib

import (
	"encoding/binary"
	"strconv"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// What picklers write: opcodes in frames, and the memo.

// The opcodes.
const (
	opMark            = '('
	opStop            = '.'
	opPop             = '0'
	opPopMark         = '1'
	opDup             = '2'
	opFloat           = 'F'
	opInt             = 'I'
	opBinInt          = 'J'
	opBinInt1         = 'K'
	opLong            = 'L'
	opBinInt2         = 'M'
	opNone            = 'N'
	opPersID          = 'P'
	opBinPersID       = 'Q'
	opReduce          = 'R'
	opString          = 'S'
	opBinString       = 'T'
	opShortBinString  = 'U'
	opUnicode         = 'V'
	opBinUnicode      = 'X'
	opAppend          = 'a'
	opBuild           = 'b'
	opGlobal          = 'c'
	opDict            = 'd'
	opEmptyDict       = '}'
	opAppends         = 'e'
	opGet             = 'g'
	opBinGet          = 'h'
	opInst            = 'i'
	opLongBinGet      = 'j'
	opList            = 'l'
	opEmptyList       = ']'
	opObj             = 'o'
	opPut             = 'p'
	opBinPut          = 'q'
	opLongBinPut      = 'r'
	opSetItem         = 's'
	opTuple           = 't'
	opEmptyTuple      = ')'
	opSetItems        = 'u'
	opBinFloat        = 'G'
	opProto           = 0x80
	opNewObj          = 0x81
	opExt1            = 0x82
	opExt2            = 0x83
	opExt4            = 0x84
	opTuple1          = 0x85
	opTuple2          = 0x86
	opTuple3          = 0x87
	opNewTrue         = 0x88
	opNewFalse        = 0x89
	opLong1           = 0x8A
	opLong4           = 0x8B
	opBinBytes        = 'B'
	opShortBinBytes   = 'C'
	opShortBinUnicode = 0x8C
	opBinUnicode8     = 0x8D
	opBinBytes8       = 0x8E
	opEmptySet        = 0x8F
	opAddItems        = 0x90
	opFrozenSet       = 0x91
	opNewObjEx        = 0x92
	opStackGlobal     = 0x93
	opMemoize         = 0x94
	opFrame           = 0x95
	opByteArray8      = 0x96
	opNextBuffer      = 0x97
	opReadOnlyBuffer  = 0x98
)

const (
	frameMin    = 4
	frameTarget = 64 << 10 // a frame that has so many bytes is ended
	frameHeader = 9
	maxSpare    = 64 << 10 // bytes of a buffer that is kept for another pickle
)

// pickling is a pickler's state. Its values are alive by the pickler object, or pushed.
type pickling struct {
	*pickleKit
	output
	h        *object.Heap
	write    object.Value // of the file; Null: the bytes stay in the buffer
	callback object.Value // of buffers; Null: there is none

	proto      int
	bin        bool
	fast       int // the pickler's attribute: nothing is memoized
	fixImports bool

	framing bool
	bare    bool // there are frames, and no persistent ids: quick may do it
	frame   int  // where the present frame begins; −1: there is none

	memo memoTable
	keep object.Value // list: the objects in the memo, by their indices

	self                          object.Value // the pickler object, Null for dump and dumps
	persistentID, override, table object.Value // Null: there is none; table: its dispatch_table
	running                       bool
	scratch                       []byte
	fastDepth                     int
	fastSeen                      map[object.Value]bool
}

// HandleWeight is what the heap counts for it.
func (p *pickling) HandleWeight() int { return int(unsafe.Sizeof(*p)) }

// Same implements object.Same.
func (p *pickling) Same(other any) bool {
	o, ok := other.(*pickling)
	return ok && p.proto == o.proto && p.bin == o.bin && p.fast == o.fast && p.memo.n == o.memo.n
}

// newPickling makes the state of a pickler. Its list is pushed: the caller releases it.
func (k *pickleKit) newPickling() *pickling {
	p := &pickling{pickleKit: k, output: output{h: k.h}, h: k.h, write: object.Null, callback: object.Null,
		keep: object.Null, self: object.Null, persistentID: object.Null, override: object.Null, table: object.Null, frame: -1}
	p.begin()
	return p
}

// begin empties the memo and the buffer. The list of the memo's objects is pushed.
func (p *pickling) begin() {
	p.b, p.frame, p.framing = p.b[:0], -1, false
	p.memo.clear()
	if p.keep == object.Null {
		p.keep = p.h.NewList()
	}
	p.h.Push(p.keep)
}

// put appends bytes to what is written, as part of a frame if there are frames.
func (p *pickling) put(bytes ...byte) {
	p.open(len(bytes))
	p.b = append(p.b, bytes...)
}

// op appends an opcode that nothing follows.
func (p *pickling) op(op byte) {
	p.open(1)
	p.b = append(p.b, op)
}

// open makes room for n bytes, in a frame if there are frames.
func (p *pickling) open(n int) {
	if len(p.b)+n > cap(p.b) || p.framing && p.frame < 0 {
		p.grow(n)
	}
}

func (p *pickling) grow(n int) {
	if p.framing && p.frame < 0 {
		p.frame = len(p.b)
		p.room(frameHeader + n)
		p.b = append(p.b, 0, 0, 0, 0, 0, 0, 0, 0, 0)
		return
	}
	p.room(n)
}

// put4 appends an opcode and a number of 4 bytes.
func (p *pickling) put4(op byte, n uint32) {
	p.put(op, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// line appends an opcode, a text and a line's end.
func (p *pickling) line(op byte, text string) {
	p.open(len(text) + 2)
	p.b = append(append(append(p.b, op), text...), '\n')
}

// commit ends the frame.
func (p *pickling) commit() {
	if !p.framing || p.frame < 0 {
		return
	}
	at := p.b[p.frame:]
	if n := len(at) - frameHeader; n >= frameMin {
		at[0] = opFrame
		binary.LittleEndian.PutUint64(at[1:], uint64(n))
	} else {
		copy(at, at[frameHeader:])
		p.b = p.b[:len(p.b)-frameHeader]
	}
	p.frame = -1
}

// boundary ends a frame that is long enough.
func (p *pickling) boundary() error {
	if p.frame < 0 || len(p.b)-p.frame-frameHeader < frameTarget {
		return nil
	}
	return p.endFrame()
}

func (p *pickling) endFrame() error {
	p.commit()
	if p.write == object.Null {
		return nil
	}
	return p.flush()
}

// flush writes what there is to the file.
func (p *pickling) flush() error {
	v := p.h.NewBytes(p.b)
	p.b = p.b[:0]
	if cap(p.b) > 2*frameTarget {
		p.b = heap.Drop(&p.h.Heap, &p.Account, p.b)
	}
	_, err := p.call1(p.write, v)
	return err
}

// large appends an opcode with its length, and data: much of it goes to the file past frames and buffer. payload is
// an object with the data, Null if there is none.
func (p *pickling) large(header []byte, data []byte, payload object.Value) error {
	if len(data) < frameTarget {
		p.open(len(header) + len(data))
		p.b = append(append(p.b, header...), data...)
		return nil
	}
	p.commit()
	framing := p.framing
	p.framing = false
	defer func() { p.framing = framing }()
	p.put(header...)
	if p.write == object.Null {
		p.room(len(data))
		p.b = append(p.b, data...)
		return nil
	}
	if payload == object.Null {
		payload = p.h.NewBytes(data) // what is called may change the data
	}
	if err := p.flush(); err != nil {
		return err
	}
	_, err := p.call1(p.write, payload)
	return err
}

// memoEntry is an object's entry in the memo.
type memoEntry struct {
	key   object.Value
	index uint32 // the object's in the memo, and 1
}

// memoTable finds the index of an object by its identity.
type memoTable struct {
	slots []memoEntry // a power of two
	n     int
}

func (t *memoTable) clear() {
	t.n = 0
	clear(t.slots)
}

// slot returns where an object is, or would be.
func (t *memoTable) slot(v object.Value) *memoEntry {
	mask := uint64(len(t.slots) - 1)
	i := uint64(v) >> 4 * 0x9E3779B97F4A7C15 >> 32
	for {
		e := &t.slots[i&mask]
		if e.index == 0 || e.key == v {
			return e
		}
		i++
	}
}

// entry returns where an object is, or would be; nil: it is not there, and the table has to grow for it.
func (t *memoTable) entry(v object.Value) *memoEntry {
	if len(t.slots) == 0 {
		return nil
	}
	e := t.slot(v)
	if e.index == 0 && t.full() {
		return nil
	}
	return e
}

// full reports whether the table has to grow before something is added.
func (t *memoTable) full() bool { return 3*t.n >= 2*len(t.slots) }

// find returns an object's index, −1 if it is not in the memo.
func (t *memoTable) find(v object.Value) int {
	if t.n == 0 {
		return -1
	}
	return int(t.slot(v).index) - 1
}

// set gives an object an index; a counts the table.
func (t *memoTable) set(h *object.Heap, a *heap.Account, v object.Value, index int) {
	if t.full() {
		old, n := t.slots, max(64, 4*len(t.slots))
		t.slots = heap.Grow[memoEntry](&h.Heap, a, nil, n)[:n]
		defer heap.Drop(&h.Heap, a, old)
		for _, e := range old {
			h.CheckStop()
			if e.index != 0 {
				*t.slot(e.key) = e
			}
		}
	}
	e := t.slot(v)
	if e.index == 0 {
		t.n++
	}
	*e = memoEntry{v, uint32(index + 1)}
}

// get appends the opcode that fetches an object from the memo.
func (p *pickling) get(index int) {
	switch {
	case !p.bin:
		p.line(opGet, strconv.Itoa(index))
	case index < 256:
		p.put(opBinGet, byte(index))
	default:
		p.put4(opLongBinGet, uint32(index))
	}
}

// memoize puts an object into the memo.
func (p *pickling) memoize(v object.Value) {
	if p.fast != 0 {
		return
	}
	index := p.memo.n
	p.memo.set(p.h, &p.Account, v, index)
	p.h.ListAppend(p.keep, v)
	switch {
	case p.proto >= 4:
		p.op(opMemoize)
	case !p.bin:
		p.line(opPut, strconv.Itoa(index))
	case index < 256:
		p.put(opBinPut, byte(index))
	default:
		p.put4(opLongBinPut, uint32(index))
	}
}
