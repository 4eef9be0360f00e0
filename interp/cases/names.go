//go:build ignore

package interp

// Names and attributes.
func names() {
	switch op {
	case pycode.LOAD_GLOBAL:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.LoadGlobal(fp, code, ip, arg)
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.LOAD_GLOBAL {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.LoadGlobal)
		}
		goto global
	case pycode.LOAD_GLOBAL_MODULE:
		d := h.Field(*slot(fp, object.FrameSlots/8), object.OffFuncGlobals)
		if h.Half(d, object.OffDictVersion) != uint32(unit(ip, 1)) {
			goto missedGlobal
		}
		v := h.Field(h.Field(d, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
		if v == object.Null {
			goto missedGlobal
		}
		*slot(sp, 0) = v
		*slot(sp, 1) = object.Null
		sp = unsafe.Add(sp, 8+8*(arg&1))
		ip = skip(ip, 4)
	case pycode.LOAD_GLOBAL_BUILTIN:
		f := *slot(fp, object.FrameSlots/8)
		d, b := h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins)
		if h.Half(d, object.OffDictVersion) != uint32(unit(ip, 1)) || h.Half(b, object.OffDictVersion) != uint32(unit(ip, 2)) {
			goto missedGlobal
		}
		*slot(sp, 0) = h.Field(h.Field(b, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
		*slot(sp, 1) = object.Null
		sp = unsafe.Add(sp, 8+8*(arg&1))
		ip = skip(ip, 4)
	case pycode.LOAD_NAME:
		var v object.Value
		if v, err = vm.loadName(fp, code, code.NameValues[arg]); err != nil {
			goto raise
		}
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
	case pycode.STORE_NAME, pycode.STORE_GLOBAL:
		sp = unsafe.Add(sp, -8)
		if code.Namespace && op == pycode.STORE_NAME {
			if err = storeName(vm.heap, fp, code, code.NameValues[arg], *slot(sp, 0)); err != nil {
				goto raise
			}
			continue
		}
		h.DictSetStr(frameGlobals(h, fp), code.NameValues[arg], *slot(sp, 0))
	case pycode.DELETE_GLOBAL:
		if err = vm.deleteGlobal(fp, code.NameValues[arg]); err != nil {
			goto raise
		}
	case pycode.DELETE_NAME:
		if err = vm.deleteName(fp, code, code.NameValues[arg]); err != nil {
			goto raise
		}
	case pycode.LOAD_DEREF:
		v := h.Field(*local(fp, arg), object.OffCellValue)
		if v == object.Null {
			err = unboundDeref(h, code, arg)
			goto raise
		}
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
	case pycode.STORE_DEREF:
		sp = unsafe.Add(sp, -8)
		h.SetField(*local(fp, arg), object.OffCellValue, *slot(sp, 0))
	case pycode.LOAD_ATTR:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.LoadAttr(code, ip, arg, *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.LOAD_ATTR {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.LoadAttr)
		}
		goto attr
	case pycode.LOAD_ATTR_MODULE:
		m := *top(sp)
		if !m.IsRef() || h.RefType(m) != object.ModuleType {
			goto missedAttr
		}
		d := h.Field(m, object.OffModuleDict)
		if h.Half(d, object.OffDictVersion) != u32(ip, 1) {
			goto missedAttr
		}
		v := h.Field(h.Field(d, object.OffDictEntries), object.OffEntryValue+object.DictEntrySize*uintptr(unit(ip, 3)))
		if v == object.Null {
			goto missedAttr
		}
		*top(sp) = v
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_METHOD_NO_DICT:
		v := *top(sp)
		if v.IsRef() && h.RefVersion(v) != u32(ip, 1) || !v.IsRef() && h.TypeVersion(v) != u32(ip, 1) {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 9)

	case pycode.LOAD_ATTR_INSTANCE_VALUE:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedAttr
		}
		x := h.Field(v, uintptr(unit(ip, 3)))
		if x == object.Null {
			goto missedAttr
		}
		*top(sp) = x
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_SLOT:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedAttr
		}
		x := h.Field(v, uintptr(unit(ip, 3)))
		if x == object.Null {
			goto attr // which raises
		}
		*top(sp) = x
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_WITH_HINT:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedAttr
		}
		x := hinted(h, v, int(unit(ip, 3)), code.NameValues[arg>>1])
		if x == nil {
			goto missedAttr
		}
		*top(sp) = *x
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_METHOD_WITH_VALUES:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Half(v, object.OffAux) == object.InstNoValues || h.TypeOf(v).KeysVersion() != u32(ip, 3) {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_METHOD_LAZY_DICT:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Field(v, uintptr(unit(ip, 3))) != object.Null {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || h.Half(v, object.OffAux) == object.InstNoValues || h.TypeOf(v).KeysVersion() != u32(ip, 3) {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT:
		if top(sp).IsRef() && h.RefVersion(*top(sp)) != u32(ip, 1) || !top(sp).IsRef() && h.TypeVersion(*top(sp)) != u32(ip, 1) {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_CLASS, pycode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK:
		v := *top(sp)
		if !isClass(h, ip, op, v) {
			goto missedAttr
		}
		*top(sp) = word(ip, 5)
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
	case pycode.LOAD_ATTR_PROPERTY, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN:
		f := word(ip, 5)
		if !top(sp).IsRef() || h.RefVersion(*top(sp)) != u32(ip, 1) || h.Half(f, object.OffFuncVersion) != u32(ip, 3) {
			goto missedAttr
		}
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - 1
		*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 9
		np := vm.getter(fp, code, f, *top(sp), code.NameValues[arg>>1])
		if np == nil {
			err = recursionError(vm.heap)
			goto raise
		}
		fp = np
		goto reload
	case pycode.STORE_ATTR:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.StoreAttr(code, ip, code.NameValues[arg], *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.STORE_ATTR {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.StoreAttr)
		}
		goto storeAttr
	case pycode.STORE_ATTR_INSTANCE_VALUE:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) || !ops.StoreInline(h, v, uintptr(unit(ip, 3)), *second(sp)) {
			goto missedStoreAttr
		}
		sp = unsafe.Add(sp, -16)
		ip = skip(ip, 4)
	case pycode.STORE_ATTR_SLOT:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedStoreAttr
		}
		h.SetField(v, uintptr(unit(ip, 3)), *second(sp))
		sp = unsafe.Add(sp, -16)
		ip = skip(ip, 4)
	case pycode.STORE_ATTR_WITH_HINT:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedStoreAttr
		}
		x := hinted(h, v, int(unit(ip, 3)), code.NameValues[arg])
		if x == nil {
			goto missedStoreAttr
		}
		*x = *second(sp)
		sp = unsafe.Add(sp, -16)
		ip = skip(ip, 4)
	}
missedGlobal:
	vm.spec.Miss(ip, specialize.LoadGlobal)
global:
	{
		var v object.Value
		if v, err = vm.loadGlobal(fp, code.NameValues[arg>>1]); err != nil {
			goto raise
		}
		*slot(sp, 0) = v
		*slot(sp, 1) = object.Null
		sp = unsafe.Add(sp, 8+8*(arg&1))
		ip = skip(ip, 4)
		continue
	}
missedAttr:
	vm.spec.Miss(ip, specialize.LoadAttr)
attr:
	{
		if code.CallsAt(int(code.At(ip))-1) && arg&1 == 0 {
			np, e := enterAttr(vm, fp, code, sp, code.NameValues[arg>>1], int(code.At(ip))+9)
			if err = e; err != nil {
				goto raise
			}
			if np != nil {
				fp = np
				goto reload
			}
		}
		var v, self object.Value
		if v, self, err = loadAttr(h, *top(sp), code.NameValues[arg>>1], arg&1 != 0); err != nil {
			goto raise
		}
		*top(sp) = v
		*slot(sp, 0) = self
		sp = unsafe.Add(sp, 8*(arg&1))
		ip = skip(ip, 9)
		continue
	}
missedStoreAttr:
	vm.spec.Miss(ip, specialize.StoreAttr)
storeAttr:
	if np, e := enterSetter(vm, fp, code, sp, arg, int(code.At(ip))); np != nil {
		fp = np
		goto reload
	} else if err = e; err != nil {
		goto raise
	}
	if err = h.SetAttr(*top(sp), code.NameValues[arg], *second(sp)); err != nil {
		goto raise
	}
	sp = unsafe.Add(sp, -16)
	ip = skip(ip, 4)
	continue
}
