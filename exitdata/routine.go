package exitdata

import (
	"unsafe"

	"github.com/tier2go/tier2/native"
)

// Routine is the machine code of a routine (lower.Routine). It lives as long as its table:
// executors call it by its address.
type Routine struct {
	Name      string
	CodeBytes int
	chunk     native.Chunk
}

// Entry returns the address of a routine's machine code.
func (r *Routine) Entry() uint64 { return uint64(r.chunk.Addr) }

// Bytes returns a routine's machine code as installed, for listings.
func (r *Routine) Bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), r.chunk.Addr)), r.CodeBytes)
}

// AddRoutine installs a routine's machine code and returns its address.
func (t *Table) AddRoutine(name string, code []byte) (addr uint64, err error) {
	r := &Routine{Name: name, CodeBytes: len(code)}
	if r.chunk, err = t.code.Install(code); err != nil {
		return 0, err
	}
	t.routines = append(t.routines, r)
	return r.Entry(), nil
}

// Routines returns the routines that have been installed, in order.
func (t *Table) Routines() []*Routine { return t.routines }

// Routines returns the routines of an executor's table.
func (e *Executor) Routines() []*Routine {
	if e.table == nil {
		return nil
	}
	return e.table.routines
}

// RoutineAt returns the routine whose code an address is in, nil if there is none.
func (t *Table) RoutineAt(addr uint64) *Routine {
	for _, r := range t.routines {
		if addr >= r.Entry() && addr < r.Entry()+uint64(r.CodeBytes) {
			return r
		}
	}
	return nil
}
