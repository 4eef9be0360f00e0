//go:build ignore

package interp

// Locals, constants and the stack.
func stack() {
	switch op {
	case pycode.LOAD_FAST_BORROW:
		*slot(sp, 0) = *local(fp, arg)
		sp = unsafe.Add(sp, 8)
	case pycode.LOAD_FAST:
		*slot(sp, 0) = *local(fp, arg)
		sp = unsafe.Add(sp, 8)
		if code.Owners != nil {
			h.StrShare(*top(sp))
		}
	case pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
		*slot(sp, 0) = *local(fp, arg>>4)
		*slot(sp, 1) = *local(fp, arg&15)
		sp = unsafe.Add(sp, 16)
	case pycode.LOAD_FAST_LOAD_FAST:
		*slot(sp, 0) = *local(fp, arg>>4)
		*slot(sp, 1) = *local(fp, arg&15)
		sp = unsafe.Add(sp, 16)
		if code.Owners != nil {
			h.StrShare(*top(sp))
			h.StrShare(*second(sp))
		}
	case pycode.STORE_FAST:
		sp = unsafe.Add(sp, -8)
		*local(fp, arg) = *slot(sp, 0)
	case pycode.STORE_FAST_LOAD_FAST:
		*local(fp, arg>>4) = *top(sp)
		*top(sp) = *local(fp, arg&15)
		if code.Owners != nil && !code.FeedsAt(int(code.At(ip))-1) {
			h.StrShare(*top(sp))
		}
	case pycode.STORE_FAST_STORE_FAST:
		*local(fp, arg>>4) = *top(sp)
		*local(fp, arg&15) = *second(sp)
		sp = unsafe.Add(sp, -16)
	case pycode.LOAD_CONST:
		*slot(sp, 0) = code.ConstValues[arg]
		sp = unsafe.Add(sp, 8)
	case pycode.LOAD_SMALL_INT:
		*slot(sp, 0) = object.SmallInt(int64(arg))
		sp = unsafe.Add(sp, 8)
	case pycode.LOAD_FAST_CHECK:
		v := *local(fp, arg)
		if v == object.Null {
			err = unboundLocal(h, code, arg)
			goto raise
		}
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
		if code.Owners != nil {
			h.StrShare(v)
		}
	case pycode.LOAD_FAST_AND_CLEAR:
		*slot(sp, 0) = *local(fp, arg)
		*local(fp, arg) = object.Null
		sp = unsafe.Add(sp, 8)
		if code.Owners != nil {
			h.StrShare(*top(sp))
		}
	case pycode.POP_TOP, pycode.POP_ITER, pycode.END_FOR:
		sp = unsafe.Add(sp, -8)
	case pycode.PUSH_NULL:
		*slot(sp, 0) = object.Null
		sp = unsafe.Add(sp, 8)
	case pycode.COPY:
		*slot(sp, 0) = *slot(sp, -arg)
		sp = unsafe.Add(sp, 8)
	case pycode.SWAP:
		*top(sp), *slot(sp, -arg) = *slot(sp, -arg), *top(sp)
	case pycode.NOP, pycode.NOT_TAKEN:
	}
}
