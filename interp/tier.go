package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/object"
	"github.com/tier2go/tier2/pycode"
)

// tier is the VM's side of tier 2: executors and what leads to them.
type tier struct {
	entryThreshold uint32
}

// installed is an executor that stands over an instruction.
type installed struct {
	unit uint16 // the code unit that was replaced
}

func (vm *VM) countsJumps() bool   { return false }
func (vm *VM) countsEntries() bool { return false }

func (vm *VM) jumpCounter(tries int) uint16 { return jumpThreshold << 4 & 0xFFF0 }

func (vm *VM) hotBackEdge(fp unsafe.Pointer, code *Code, ip unsafe.Pointer) bool { return false }

func (vm *VM) hotEntry(fp unsafe.Pointer, code *Code, ip unsafe.Pointer) bool { return false }

func (vm *VM) enter(fp unsafe.Pointer, code *Code, ip unsafe.Pointer) (unsafe.Pointer, error) {
	return fp, nil
}

func (vm *VM) underneath(code *Code, pc int) pycode.Instr { return pycode.Decode(code.units, pc) }

func (vm *VM) codeByVersion(v uint32) *Code { return vm.versions[v] }

func (vm *VM) markTier(m *object.Marker) {}
