//go:build ignore

package interp

// Sequences and mappings.
func sequences() {
	switch op {
	case pycode.STORE_SUBSCR:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.StoreSubscr(ip, *second(sp), *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.STORE_SUBSCR {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.StoreSubscr)
		}
		goto storeSubscr
	case pycode.STORE_SUBSCR_LIST_INT:
		l, i := *second(sp), *top(sp)
		if !i.IsSmall() || !l.IsRef() || h.RefType(l) != object.ListType || uint64(i.Small()) >= h.Word(l, object.OffListLen) {
			goto missedStoreSubscr
		}
		h.SetListItem(l, int(i.Small()), *third(sp))
		sp = unsafe.Add(sp, -24)
		ip = skip(ip, 1)
	case pycode.STORE_SUBSCR_DICT:
		d := *second(sp)
		if !d.IsRef() || h.RefType(d) != object.DictType || h.HashesByPython(*top(sp)) {
			goto missedStoreSubscr
		}
		if err = h.SetItem(d, *top(sp), *third(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -24)
		ip = skip(ip, 1)
	case pycode.UNPACK_SEQUENCE:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.Unpack(ip, arg, *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.UNPACK_SEQUENCE {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.Unpack)
		}
		goto unpack
	case pycode.UNPACK_SEQUENCE_TWO_TUPLE:
		t := *top(sp)
		if !t.IsRef() || h.RefType(t) != object.TupleType || h.TupleLen(t) != 2 {
			goto missedUnpack
		}
		*top(sp) = h.TupleItem(t, 1)
		*slot(sp, 0) = h.TupleItem(t, 0)
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 1)
	case pycode.UNPACK_SEQUENCE_TUPLE:
		t := *top(sp)
		if !t.IsRef() || h.RefType(t) != object.TupleType || h.TupleLen(t) != arg {
			goto missedUnpack
		}
		sp = frame.PushReversed(unsafe.Add(sp, -8), h.TupleItems(t))
		ip = skip(ip, 1)
	case pycode.UNPACK_SEQUENCE_LIST:
		l := *top(sp)
		if !l.IsRef() || h.RefType(l) != object.ListType || h.ListLen(l) != arg {
			goto missedUnpack
		}
		sp = frame.PushReversed(unsafe.Add(sp, -8), h.ListItems(l))
		ip = skip(ip, 1)
	case pycode.BUILD_LIST:
		l := h.NewList(entries(sp, arg)...)
		sp = unsafe.Add(sp, 8-8*arg)
		*top(sp) = l
	case pycode.BUILD_TUPLE:
		t := h.NewTuple(entries(sp, arg)...)
		sp = unsafe.Add(sp, 8-8*arg)
		*top(sp) = t
	case pycode.LIST_APPEND:
		sp = unsafe.Add(sp, -8)
		h.ListAppend(*slot(sp, -arg), *slot(sp, 0))
	}
missedStoreSubscr:
	vm.spec.Miss(ip, specialize.StoreSubscr)
storeSubscr:
	vm.spec.NoteStore(code, ip, *second(sp), *top(sp))
	if np, e := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.SetItem); np != nil {
		fp = np
		goto reload
	} else if err = e; err != nil {
		goto raise
	}
	if err = h.SetItem(*second(sp), *top(sp), *third(sp)); err != nil {
		goto raise
	}
	sp = unsafe.Add(sp, -24)
	ip = skip(ip, 1)
	continue
missedUnpack:
	vm.spec.Miss(ip, specialize.Unpack)
unpack:
	if np, e := enterTake(vm, fp, code, sp, int(code.At(ip))-1, op, pyguest.TakeUnpack, arg); np != nil {
		fp = np
		goto reload
	} else if err = e; err != nil {
		goto raise
	}
	{
		var t object.Value
		if t, err = h.UnpackIterable(*top(sp), arg); err != nil {
			goto raise
		}
		sp = frame.PushReversed(unsafe.Add(sp, -8), h.TupleItems(t))
		ip = skip(ip, 1)
		continue
	}
}
