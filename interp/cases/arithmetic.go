//go:build ignore

package interp

// Arithmetic, comparisons and truth.
func arithmetic() {
	switch op {
	case pycode.BINARY_OP:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.BinaryOp(fp, code, ip, arg, *second(sp), *top(sp))
			ip = skip(ip, -1)
			w = *(*uint16)(ip)
			ip = skip(ip, 1)
			if op = pycode.Op(w); op != pycode.BINARY_OP {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.BinaryOp)
		}
		goto binary
	case pycode.BINARY_OP_ADD_INT:
		a, b := *second(sp), *top(sp)
		if object.BothSmall(a, b) {
			if r := a.Small() + b.Small(); object.FitsSmall(r) {
				sp = unsafe.Add(sp, -8)
				*top(sp) = object.SmallInt(r)
				ip = skip(ip, 5)
				continue
			}
		}
		if !pyguest.FitI64(h, object.Add, a, b) {
			vm.spec.Miss(ip, specialize.BinaryOp)
		}
		goto binary
	case pycode.BINARY_OP_SUBTRACT_INT:
		a, b := *second(sp), *top(sp)
		if object.BothSmall(a, b) {
			if r := a.Small() - b.Small(); object.FitsSmall(r) {
				sp = unsafe.Add(sp, -8)
				*top(sp) = object.SmallInt(r)
				ip = skip(ip, 5)
				continue
			}
		}
		if !pyguest.FitI64(h, object.Subtract, a, b) {
			vm.spec.Miss(ip, specialize.BinaryOp)
		}
		goto binary
	case pycode.BINARY_OP_MULTIPLY_INT:
		a, b := *second(sp), *top(sp)
		if object.BothSmall(a, b) {
			if x, y := a.Small(), b.Small(); x == int64(int32(x)) && y == int64(int32(y)) {
				sp = unsafe.Add(sp, -8)
				*top(sp) = h.Int(x * y)
				ip = skip(ip, 5)
				continue
			}
		}
		if !pyguest.FitI64(h, object.Multiply, a, b) {
			vm.spec.Miss(ip, specialize.BinaryOp)
		}
		goto binary
	case pycode.BINARY_OP_ADD_FLOAT:
		a, b := *second(sp), *top(sp)
		if !a.IsFloat() || !b.IsFloat() {
			goto missedBinary
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.FloatValue(a.Float() + b.Float())
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBTRACT_FLOAT:
		a, b := *second(sp), *top(sp)
		if !a.IsFloat() || !b.IsFloat() {
			goto missedBinary
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.FloatValue(a.Float() - b.Float())
		ip = skip(ip, 5)
	case pycode.BINARY_OP_MULTIPLY_FLOAT:
		a, b := *second(sp), *top(sp)
		if !a.IsFloat() || !b.IsFloat() {
			goto missedBinary
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.FloatValue(float64(a.Float() * b.Float()))
		ip = skip(ip, 5)
	case pycode.BINARY_OP_ADD_UNICODE:
		a, b := *second(sp), *top(sp)
		if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType {
			goto missedBinary
		}
		r := h.StrConcat(a, b)
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 5)
	case pycode.BINARY_OP_INPLACE_ADD_UNICODE:
		// s = s + x: the STORE_FAST behind it is done here as well.
		a, b := *second(sp), *top(sp)
		if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType || *local(fp, int(unit(ip, 5)>>8)) != a {
			goto missedBinary
		}
		var r object.Value
		if i := int(unit(ip, 5) >> 8); code.Owners != nil && code.Owners[i] {
			r = h.StrAppend(a, b)
		} else {
			r = h.StrConcat(a, b)
		}
		*local(fp, int(unit(ip, 5)>>8)) = r
		sp = unsafe.Add(sp, -16)
		ip = skip(ip, 6)
		if counts != nil {
			vm.ticks++
		}
	case pycode.BINARY_OP_EXTEND:
		a, b := *second(sp), *top(sp)
		d := &pyguest.Extensions[unit(ip, 1)]
		if !d.Accepts(h, a, b) {
			goto missedBinary
		}
		var r object.Value
		if r, err = d.Fn(h, a, b); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBSCR_LIST_INT:
		l, i := *second(sp), *top(sp)
		if !i.IsSmall() || !l.IsRef() || h.RefType(l) != object.ListType || uint64(i.Small()) >= h.Word(l, object.OffListLen) {
			goto missedBinary
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = h.Field(h.Field(l, object.OffListItems), object.OffArrayItems+8*uintptr(i.Small()))
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBSCR_TUPLE_INT:
		t, i := *second(sp), *top(sp)
		if !i.IsSmall() || !t.IsRef() || h.RefType(t) != object.TupleType || uint64(i.Small()) >= uint64(h.Half(t, object.OffTupleLen)) {
			goto missedBinary
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = h.TupleItem(t, int(i.Small()))
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBSCR_STR_INT:
		s, i := *second(sp), *top(sp)
		if !i.IsSmall() || !s.IsRef() || h.RefType(s) != object.StrType || uint64(i.Small()) >= h.Word(s, object.OffStrLen) {
			goto missedBinary
		}
		r := h.StrChar(s, int(i.Small()))
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBSCR_DICT:
		d, k := *second(sp), *top(sp)
		if !d.IsRef() || h.RefType(d) != object.DictType || h.HashesByPython(k) {
			goto missedBinary
		}
		var r object.Value
		if r, err = h.DictItem(d, k); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 5)
	case pycode.BINARY_OP_SUBSCR_LIST_SLICE:
		l, s := *second(sp), *top(sp)
		if !l.IsRef() || h.RefType(l) != object.ListType || !s.IsRef() || h.RefType(s) != object.SliceType {
			vm.spec.Miss(ip, specialize.BinaryOp)
		}
		goto binary
	case pycode.BINARY_OP_SUBSCR_GETITEM:
		v, f := *second(sp), object.Null
		if v.IsRef() && h.RefVersion(v) == u32(ip, 1) {
			f = h.TypeOf(v).ItemGetter()
		}
		if f == object.Null || h.Half(f, object.OffFuncVersion) != u32(ip, 3) {
			goto missedBinary
		}
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - 2
		*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 5
		np := vm.getter(fp, code, f, v, *top(sp))
		if np == nil {
			err = recursionError(vm.heap)
			goto raise
		}
		fp = np
		goto reload
	case pycode.UNARY_NEGATIVE:
		v := *top(sp)
		if code.Operations == nil || code.Operations[code.At(ip)-1].Left == 0 {
			vm.spec.NoteUnary(code, ip, v)
		}
		switch {
		case v.IsSmall() && object.FitsSmall(-v.Small()):
			*top(sp) = object.SmallInt(-v.Small())
		case v.IsFloat():
			*top(sp) = object.FloatValue(-v.Float())
		default:
			goto special
		}
	case pycode.UNARY_INVERT:
		goto special
	case pycode.UNARY_NOT:
		*top(sp) = object.Bool(*top(sp) == object.False)
	case pycode.BINARY_SLICE:
		var r object.Value
		if r, err = h.GetSlice(*third(sp), *second(sp), *top(sp), object.None); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -16)
		*top(sp) = r
	case pycode.STORE_SLICE:
		if err = vm.setSlice(*third(sp), *second(sp), *top(sp), object.None, *slot(sp, -4)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -32)

	// Comparisons and truth.

	case pycode.COMPARE_OP:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.CompareOp(code, ip, *second(sp), *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.COMPARE_OP {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.CompareOp)
		}
		goto compare
	case pycode.COMPARE_OP_INT:
		a, b := *second(sp), *top(sp)
		if !object.BothSmall(a, b) {
			if !specialize.BothI64(h, a, b) {
				vm.spec.Miss(ip, specialize.CompareOp)
			}
			goto compare
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.Bool(compareBits(a.Small() < b.Small(), a == b)&arg != 0)
		ip = skip(ip, 1)
	case pycode.COMPARE_OP_FLOAT:
		a, b := *second(sp), *top(sp)
		if !a.IsFloat() || !b.IsFloat() {
			goto missedCompare
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.Bool(compareFloats(a.Float(), b.Float())&arg != 0)
		ip = skip(ip, 1)
	case pycode.COMPARE_OP_STR:
		a, b := *second(sp), *top(sp)
		if !a.IsRef() || h.RefType(a) != object.StrType || !b.IsRef() || h.RefType(b) != object.StrType {
			goto missedCompare
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.Bool(h.StrEqual(a, b) == (object.CompareOp(arg>>5) == object.EQ))
		ip = skip(ip, 1)
	case pycode.IS_OP:
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.Bool((*top(sp) == *slot(sp, 0)) == (arg == 0))
	case pycode.CONTAINS_OP:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.ContainsOp(ip, *top(sp), *second(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.CONTAINS_OP {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.ContainsOp)
		}
		goto contains
	case pycode.CONTAINS_OP_DICT:
		if !top(sp).IsRef() || h.RefType(*top(sp)) != object.DictType || h.HashesByPython(*second(sp)) {
			vm.spec.Miss(ip, specialize.ContainsOp)
		}
		goto contains
	case pycode.CONTAINS_OP_SET:
		if t := h.TypeID(*top(sp)); t != object.SetType && t != object.FrozenSetType || h.HashesByPython(*second(sp)) {
			vm.spec.Miss(ip, specialize.ContainsOp)
		}
		goto contains
	case pycode.TO_BOOL:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.ToBool(ip, *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.TO_BOOL {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.ToBool)
		}
		goto truth
	case pycode.TO_BOOL_BOOL:
		if v := *top(sp); v != object.True && v != object.False {
			goto missedTruth
		}
		ip = skip(ip, 3)
	case pycode.TO_BOOL_INT:
		v := *top(sp)
		if !v.IsSmall() {
			if !h.IsInt(v) {
				vm.spec.Miss(ip, specialize.ToBool)
			}
			goto truth
		}
		*top(sp) = object.Bool(v.Small() != 0)
		ip = skip(ip, 3)
	case pycode.TO_BOOL_NONE:
		if *top(sp) != object.None {
			goto missedTruth
		}
		*top(sp) = object.False
		ip = skip(ip, 3)
	case pycode.TO_BOOL_LIST:
		v := *top(sp)
		if !v.IsRef() || h.RefType(v) != object.ListType {
			goto missedTruth
		}
		*top(sp) = object.Bool(h.ListLen(v) != 0)
		ip = skip(ip, 3)
	case pycode.TO_BOOL_STR:
		v := *top(sp)
		if !v.IsRef() || h.RefType(v) != object.StrType {
			goto missedTruth
		}
		*top(sp) = object.Bool(h.StrLen(v) != 0)
		ip = skip(ip, 3)
	case pycode.TO_BOOL_ALWAYS_TRUE:
		v := *top(sp)
		if !v.IsRef() || h.RefVersion(v) != u32(ip, 1) {
			goto missedTruth
		}
		*top(sp) = object.True
		ip = skip(ip, 3)
	}
missedBinary:
	vm.spec.Miss(ip, specialize.BinaryOp)
binary:
	if np, e := vm.enterBinary(fp, code, sp, ip, arg); np != nil {
		fp = np
		goto reload
	} else if err = e; err != nil {
		goto raise
	}
	{
		var r object.Value
		if r, err = vm.binary(arg, *second(sp), *top(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 5)
		continue
	}
missedCompare:
	vm.spec.Miss(ip, specialize.CompareOp)
compare:
	if np, e := vm.enterCompare(fp, code, sp, ip, arg); np != nil {
		fp = np
		goto reload
	} else if err = e; err != nil {
		goto raise
	}
	{
		var r object.Value
		if r, err = vm.compare(arg, *second(sp), *top(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = r
		ip = skip(ip, 1)
		continue
	}
contains:
	if t := h.TypeID(*top(sp)); t >= object.FirstFreeType || object.Drives(t) || h.MatchesByPython(*second(sp)) {
		goto special
	}
	{
		var in bool
		if in, err = h.Contains(*top(sp), *second(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8)
		*top(sp) = object.Bool(in == (arg == 0))
		ip = skip(ip, 1)
		continue
	}
missedTruth:
	vm.spec.Miss(ip, specialize.ToBool)
truth:
	if h.TypeID(*top(sp)) >= object.FirstFreeType {
		goto special
	}
	{
		var b bool
		if b, err = h.Truth(*top(sp)); err != nil {
			goto raise
		}
		*top(sp) = object.Bool(b)
		ip = skip(ip, 3)
		continue
	}
}
