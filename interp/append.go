package interp

// own makes local i of a code object an owner of strs (adaptive.Code.Own). Executors of that code are invalid then.
func (vm *VM) own(code *Code, i int) {
	if code.Owners != nil && code.Owners[i] {
		return
	}
	vm.dropExecutors(code)
	code.Own(i)
}

// dropExecutors makes the executors invalid that run through a code object.
func (vm *VM) dropExecutors(code *Code) {
	if vm.tier.Table == nil {
		return
	}
	list := code.Dependents
	code.Dependents = nil
	for _, ex := range list {
		vm.tier.Invalidate(ex)
	}
}
