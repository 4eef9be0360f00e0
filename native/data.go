package native

import (
	"sync"
	"unsafe"
)

// RowSize is the size of a row in bytes, and the alignment of everything that
// a Data hands out.
const RowSize = 16

// RowHotness is the offset in an exit's row of the 16 bits that the cold stub adds one to.
const RowHotness = 12

// DataOptions say what data memory to make. The zero value is good.
type DataOptions struct {
	// Limit is the size of the address space in bytes, all reserved at once
	// and committed as it is used: 0 means DefaultLimit; at most MaxLimit.
	Limit int
	// Fault makes operations fail. For tests.
	Fault Fault
}

// DataStats are figures of a Data, in bytes.
type DataStats struct {
	Limit     int
	InUse     int // handed out now
	HighWater int // the maximum of InUse
	Pieces    int // handed out now
}

// Data is memory outside the Go heap that machine code and Go both read and
// write: exits' rows and constants. Addresses are stable, and below 2^31 on
// amd64 as long as there is room, so that they are short immediates. It is not
// executable, and Go pointers must not be stored in it. Allocation is safe for
// concurrent use; the memory itself is as safe as its users are.
type Data struct {
	fault      Fault
	start, end uintptr

	mu    sync.Mutex
	mem   []byte // the whole mapping; nil when closed
	spans spans
}

// NewData makes data memory. It fails with an *Error (OpMap).
func NewData(o DataOptions) (*Data, error) {
	limit, err := checkLimit(o.Limit)
	if err != nil {
		return nil, err
	}
	var mem []byte
	limit, err = fit(limit, o.Limit == 0, func(limit int) (err error) {
		mem, err = mapData(limit, true, o.Fault)
		return err
	})
	if err != nil {
		return nil, err
	}
	start := address(mem)
	return &Data{fault: o.Fault, start: start, end: start + uintptr(limit), mem: mem,
		spans: spans{granule: RowSize, limit: uintptr(limit)}}, nil
}

// Alloc hands out n bytes, zeroed, at an address that is a multiple of
// RowSize. It fails with an *Error (OpAlloc): ErrLimit, ErrSize (n is not
// positive), ErrClosed.
func (d *Data) Alloc(n int) (addr uintptr, err error) {
	if err := d.fault.check(OpAlloc, n); err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.mem == nil:
		return 0, &Error{OpAlloc, n, ErrClosed}
	case n <= 0:
		return 0, &Error{OpAlloc, n, ErrSize}
	case n > int(d.spans.limit):
		return 0, &Error{OpAlloc, n, ErrLimit}
	}
	off, fresh, ok := d.spans.alloc(uintptr(n))
	if !ok {
		return 0, &Error{OpAlloc, n, ErrLimit}
	}
	if !fresh {
		clear(d.mem[off : off+d.spans.round(uintptr(n))])
	}
	return d.start + off, nil
}

// Free gives n bytes at addr back, as they were handed out. It fails with an
// *Error (OpFree): ErrChunk, ErrClosed.
func (d *Data) Free(addr uintptr, n int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.mem == nil {
		return &Error{OpFree, n, ErrClosed}
	}
	if addr < d.start || n <= 0 || !d.spans.release(addr-d.start, uintptr(n)) {
		return &Error{OpFree, n, ErrChunk}
	}
	return nil
}

// AllocRows is Alloc for n adjacent rows.
func (d *Data) AllocRows(n int) (addr uintptr, err error) {
	if n > MaxLimit/RowSize {
		return 0, &Error{OpAlloc, n, ErrLimit}
	}
	return d.Alloc(n * RowSize)
}

// FreeRows is Free for n adjacent rows.
func (d *Data) FreeRows(addr uintptr, n int) error {
	if n > MaxLimit/RowSize {
		return &Error{OpFree, n, ErrChunk}
	}
	return d.Free(addr, n*RowSize)
}

// Bytes returns the n bytes at addr. It panics if they are not all in the
// memory's address space; it does not look whether they are allocated.
func (d *Data) Bytes(addr uintptr, n int) []byte {
	off := addr - d.start
	return d.mem[off : off+uintptr(n) : off+uintptr(n)]
}

// Words is Bytes for n words of 8 bytes; addr must be a multiple of 8.
func (d *Data) Words(addr uintptr, n int) []uint64 {
	if addr&7 != 0 {
		panic("native: Data.Words: address is not a multiple of 8")
	}
	b := d.Bytes(addr, n*8)
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// Start returns the lowest address of the memory: rows can be numbered from it.
func (d *Data) Start() uintptr { return d.start }

// Contains reports whether an address lies in the memory's address space,
// allocated or not.
func (d *Data) Contains(addr uintptr) bool { return addr >= d.start && addr < d.end }

// Stats returns the memory's figures.
func (d *Data) Stats() DataStats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return DataStats{int(d.spans.limit), int(d.spans.inUse), int(d.spans.high), d.spans.chunks}
}

// Close gives all memory back to the system. No machine code may use it.
func (d *Data) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.mem == nil {
		return nil
	}
	mem := d.mem
	d.mem = nil
	return unmapData(mem, d.fault)
}
