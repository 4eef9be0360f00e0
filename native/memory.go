package native

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
)

// Mode is how code gets into executable memory. No address is ever writable
// and executable.
type Mode uint8

// The modes.
const (
	// Auto tries Dual, then MProtect, and takes the first in which code that
	// was written runs, and runs as rewritten.
	Auto Mode = iota
	// Dual maps a memory file twice: code is written through one view and
	// runs in the other. Writing costs a copy. Chunks are aligned to 16 bytes.
	Dual
	// MProtect switches pages between writable and executable. A chunk has
	// pages of its own, so that writing it takes no other code away from the
	// goroutines that run it. Writing costs two system calls.
	MProtect
	numModes
)

// String returns the mode's name.
func (m Mode) String() string {
	if m < numModes {
		return [numModes]string{"auto", "dual", "mprotect"}[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// MemoryOptions say what executable memory to make. The zero value is good.
type MemoryOptions struct {
	Mode Mode
	// Limit is the size of the address space for code in bytes, all reserved
	// at once and committed as it is used: 0 means DefaultLimit; at most
	// MaxLimit. All of it is in reach of a relative branch on amd64, and on
	// arm64 up to 128 MB. On amd64 it lies below 2^31 as long as there is
	// room: about 1 GB for all of a process. Where there is not so much address space
	// (RLIMIT_AS) the default is halved until it fits, down to LeastLimit.
	Limit int
	// Poison makes Free take the code away: by overwriting it with an
	// instruction that traps, or by revoking access to its pages. On amd64 and
	// in mode MProtect entering it is a fault that EnterGuarded recovers; on
	// arm64 in mode Dual it ends the process. For tests.
	Poison bool
	// Fault makes operations fail. For tests.
	Fault Fault
}

// The default and the largest Limit of a Memory and a Data, in bytes.
const (
	DefaultLimit = 64 << 20
	MaxLimit     = 1 << 30
	// LeastLimit is what the default becomes at least where address space is short.
	LeastLimit = 1 << 20
)

// Chunk is a piece of executable memory: Len bytes as they were asked for, at
// an address that is a multiple of 16.
type Chunk struct {
	Addr uintptr
	Len  int
}

// MemoryStats are figures of a Memory. Sizes are bytes; what a chunk needs
// beyond its length counts.
type MemoryStats struct {
	Mode      Mode
	Limit     int
	InUse     int // handed out now
	HighWater int // the maximum of InUse
	Chunks    int // handed out now
	Writes    int // successful writes since the start
	Written   int // bytes written by them
}

// view is a region of executable memory. Offsets and lengths were checked.
type view interface {
	base() uintptr
	granule() uintptr
	write(off uintptr, code []byte) error
	poison(off, n uintptr) error
	close() error
}

// Memory is executable memory for the chunks of one or more VMs. It is safe
// for concurrent use; see the package comment on writing in mode MProtect.
type Memory struct {
	mode       Mode
	doPoison   bool
	fault      Fault
	start, end uintptr

	mu     sync.Mutex
	view   view // nil when closed
	spans  spans
	writes int
	bytes  int
}

// NewMemory makes executable memory. It runs a few instructions in it to see
// whether that works, and fails with an *Error (OpMap, OpProtect or OpProbe,
// of the last mode tried) if it does not; ErrUnsupported where there is no
// machine code.
func NewMemory(o MemoryOptions) (*Memory, error) {
	limit, err := checkLimit(o.Limit)
	if err != nil {
		return nil, err
	}
	if !Supported() {
		return nil, &Error{OpMap, limit, ErrUnsupported}
	}
	modes := []Mode{o.Mode}
	if o.Mode == Auto {
		modes = []Mode{Dual, MProtect}
	}
	var m *Memory
	_, err = fit(limit, o.Limit == 0, func(limit int) (err error) {
		for _, mode := range modes {
			if m, err = newMemory(mode, limit, o); err == nil {
				return nil
			}
		}
		return err
	})
	return m, err
}

// newMemory makes executable memory of one mode, if code runs in it.
func newMemory(mode Mode, limit int, o MemoryOptions) (*Memory, error) {
	v, err := openView(mode, limit, o.Fault)
	if err != nil {
		return nil, err
	}
	if err := probe(v, o.Fault); err != nil {
		return nil, errors.Join(err, v.close())
	}
	m := &Memory{mode: mode, doPoison: o.Poison, fault: o.Fault, view: v}
	m.start, m.end = v.base(), v.base()+uintptr(limit)
	m.spans = spans{granule: v.granule(), limit: uintptr(limit)}
	return m, nil
}

// fit makes something of limit bytes, or of the largest power of two part of it for
// which there is address space, if the limit may be changed.
func fit(limit int, change bool, try func(limit int) error) (int, error) {
	for {
		err := try(limit)
		if err == nil || !change || limit/2 < LeastLimit || !errors.Is(err, syscall.ENOMEM) {
			return limit, err
		}
		limit /= 2
	}
}

// checkLimit returns the limit that an option asks for, in whole pages of the
// largest size that the targets have (64 KB).
func checkLimit(n int) (int, error) {
	const page = 64 << 10
	if n == 0 {
		n = DefaultLimit
	}
	if n < 0 || n > MaxLimit {
		return 0, &Error{OpMap, n, ErrSize}
	}
	return (n + page - 1) &^ (page - 1), nil
}

// probeRounds is how often probe rewrites its code. An emulator that runs what
// was there before does so nearly every time.
const probeRounds = 8

// probe runs code at the start of a view and rewrites it a few times.
func probe(v view, fault Fault) error {
	for i := range uint32(probeRounds) {
		code := probeCode(i<<16 | 0xc0de)
		if err := fault.check(OpProbe, len(code)); err != nil {
			return err
		}
		if err := v.write(0, code); err != nil {
			return err
		}
		got, err := tryCode(v.base())
		if err == nil && got != i<<16|0xc0de {
			err = ErrStale
		}
		if err != nil {
			return &Error{OpProbe, len(code), err}
		}
	}
	return nil
}

// Mode returns the mode in use, never Auto.
func (m *Memory) Mode() Mode { return m.mode }

// Reserve hands out n bytes of executable memory whose contents are not
// defined: for code that depends on its address. It fails with an *Error
// (OpReserve): ErrLimit, ErrSize (n is not positive), ErrClosed.
func (m *Memory) Reserve(n int) (Chunk, error) {
	if err := m.fault.check(OpReserve, n); err != nil {
		return Chunk{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.view == nil:
		return Chunk{}, &Error{OpReserve, n, ErrClosed}
	case n <= 0:
		return Chunk{}, &Error{OpReserve, n, ErrSize}
	case n > int(m.spans.limit):
		return Chunk{}, &Error{OpReserve, n, ErrLimit}
	}
	off, _, ok := m.spans.alloc(uintptr(n))
	if !ok {
		return Chunk{}, &Error{OpReserve, n, ErrLimit}
	}
	return Chunk{m.start + off, n}, nil
}

// Write puts code at the start of a chunk and makes it fit to run on every
// processor. It may be called again; what runs in the chunk meanwhile must
// not. It fails with an *Error (OpWrite or OpProtect): ErrSize (more code than
// the chunk holds), ErrChunk, ErrClosed, or what the system said; then the
// chunk may not be entered, but can be written again or freed.
func (m *Memory) Write(b Chunk, code []byte) error {
	if err := m.fault.check(OpWrite, len(code)); err != nil {
		return err
	}
	if len(code) == 0 || len(code) > b.Len {
		return &Error{OpWrite, len(code), ErrSize}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.view == nil {
		return &Error{OpWrite, len(code), ErrClosed}
	}
	off, ok := m.find(b)
	if !ok {
		return &Error{OpWrite, len(code), ErrChunk}
	}
	if err := m.view.write(off, code); err != nil {
		return err
	}
	m.writes++
	m.bytes += len(code)
	return nil
}

// Install puts code that does not depend on its address into a new chunk. The
// errors are those of Reserve and Write.
func (m *Memory) Install(code []byte) (Chunk, error) {
	b, err := m.Reserve(len(code))
	if err != nil {
		return Chunk{}, err
	}
	if err := m.Write(b, code); err != nil {
		return Chunk{}, errors.Join(err, m.Free(b))
	}
	return b, nil
}

// Free gives a chunk back. Nothing may run in it or enter it any more. It
// fails with an *Error (OpFree): ErrChunk, ErrClosed.
func (m *Memory) Free(b Chunk) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.view == nil {
		return &Error{OpFree, b.Len, ErrClosed}
	}
	off, ok := m.find(b)
	if !ok || !m.spans.release(off, uintptr(b.Len)) {
		return &Error{OpFree, b.Len, ErrChunk}
	}
	if m.doPoison {
		return m.view.poison(off, m.spans.round(uintptr(b.Len)))
	}
	return nil
}

// find returns a chunk's offset; ok is false if it is not an allocated chunk.
func (m *Memory) find(b Chunk) (off uintptr, ok bool) {
	if b.Addr < m.start || b.Len <= 0 {
		return 0, false
	}
	off = b.Addr - m.start
	return off, m.spans.holds(off, uintptr(b.Len))
}

// Footprint returns how much of the limit a chunk of n bytes takes: in mode MProtect
// whole pages.
func (m *Memory) Footprint(n int) int { return int(m.spans.round(uintptr(n))) }

// Contains reports whether an address lies in the memory's address space,
// allocated or not.
func (m *Memory) Contains(addr uintptr) bool { return addr >= m.start && addr < m.end }

// Stats returns the memory's figures.
func (m *Memory) Stats() MemoryStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return MemoryStats{
		Mode: m.mode, Limit: int(m.spans.limit),
		InUse: int(m.spans.inUse), HighWater: int(m.spans.high), Chunks: m.spans.chunks,
		Writes: m.writes, Written: m.bytes,
	}
}

// Close gives all memory back to the system. Nothing may run in it.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.view == nil {
		return nil
	}
	v := m.view
	m.view = nil
	return v.close()
}
