package interp

import (
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/tiering"
)

// enterOwn runs an executor of an optimizer's own making: the VM knows no more of it than
// that it executes instructions in the frame, and leaves by one of its exits. Exits that lead
// to another such executor go on there.
func (vm *VM) enterOwn(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	var s tiering.Still
	for {
		var left exitdata.Left
		if err := vm.tier.Table.Run(ex, uint64(uintptr(fp)), &left); err != nil {
			return fp, err
		}
		if err := stands(vm.codes[frameCode(fp)], ex, fp); err != nil {
			frame.GoOnAt(fp, int(ex.Offset), uint32(1+vm.codes[frameCode(fp)].LocalSlots)) // for whoever looks at the frame
			return fp, err
		}
		if left.Err != nil {
			return fp, vm.bridge.RaiseError(left.Err)
		}
		if err := vm.spentBy(left.Exit); err != nil {
			return fp, err
		}
		next := vm.leadBy(left.Exit, fp)
		if next == nil || s.Stuck(fp) {
			return fp, nil
		}
		ex = vm.goOn(next)
	}
}

// stands checks that a frame of code stands at an instruction, with no more slots in use than it has.
func stands(code *Code, ex *exitdata.Executor, fp unsafe.Pointer) error {
	pc, sp := int(*framePC(fp)), int(*frame.SP(fp))
	switch {
	case code.Handle != uint32(ex.Code):
		return fmt.Errorf("%w: executor %d (%s) in the frame of %s", exitdata.ErrOwn, ex.ID, ex.Name, code.QualName)
	case pc >= len(code.Units) || code.Instruction(pc) < pc || pc > 0 && code.Instruction(pc-1) == code.Instruction(pc):
		return fmt.Errorf("%w: executor %d (%s) at code unit %d, where no instruction begins", exitdata.ErrOwn, ex.ID, ex.Name, pc)
	case sp < 1+code.LocalSlots || sp > 1+code.LocalSlots+code.StackSize:
		return fmt.Errorf("%w: executor %d (%s) with %d slots in use, of %d to %d", exitdata.ErrOwn, ex.ID, ex.Name, sp, 1+code.LocalSlots, 1+code.LocalSlots+code.StackSize)
	}
	return nil
}
