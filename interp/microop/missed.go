package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

func init() {
	table[cpython.SUBSCR_FOUND] = func(m *Machine, u *uop.Inst) (verdict, error) {
		if uint64(m.h.TypeVersion(*frame.Second(m.sp))) != u.Operand0 {
			return leave, nil
		}
		x := m.h.DictValue(*frame.Second(m.sp), *frame.Top(m.sp))
		if x == object.Null {
			return leave, nil
		}
		m.drop(1)
		*frame.Top(m.sp) = x
		return goOn, nil
	}
	table[cpython.SUBSCR_MISSED] = func(m *Machine, u *uop.Inst) (verdict, error) {
		d, key := *frame.Second(m.sp), *frame.Top(m.sp)
		f, kind := m.h.MissedOf(d)
		if m.h.TypeVersion(d) != uint32(u.Operand0) || kind != object.Missed(u.Oparg) || !m.hasVersion(f, u.Operand0>>32) || !m.vm.Room(1) || !m.h.DictLacks(d, key) {
			return leave, nil
		}
		if kind == object.MissedDefault {
			m.retPC = uint32(u.Operand1)
			m.drop(2)
			return m.enterAbove(f, pyguest.Default, pyguest.Entries{key, d})
		}
		np, err := m.vm.Bind(m.fp, m.code, f, object.Null, m.args(2), object.Null)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		m.drop(2)
		return goOn, nil
	}
	table[cpython.CALL_FOUND] = func(m *Machine, u *uop.Inst) (verdict, error) {
		w, self, args, ok := m.cachedCall(u)
		if !ok {
			return leave, nil
		}
		x := m.h.CacheLook(w, m.cacheKey(w, self, args))
		if x == object.Null {
			return leave, nil
		}
		return m.result(len(args)+2, m.h.CacheUse(w, x), nil)
	}
	table[cpython.CALL_MISSED] = func(m *Machine, u *uop.Inst) (verdict, error) {
		w, self, args, ok := m.cachedCall(u)
		if !ok {
			return leave, nil
		}
		return m.enterKept(w, self, args, u.Operand0>>32, uint32(u.Operand1), len(args)+2)
	}
}

func init() {
	table[cpython.CALL_EX_FOUND] = func(m *Machine, u *uop.Inst) (verdict, error) {
		w, self, args, ok := m.cachedStarred(u)
		if !ok {
			return leave, nil
		}
		x := m.h.CacheLook(w, m.cacheKey(w, self, args))
		if x == object.Null {
			return leave, nil
		}
		return m.result(4, m.h.CacheUse(w, x), nil)
	}
	table[cpython.CALL_EX_MISSED] = func(m *Machine, u *uop.Inst) (verdict, error) {
		w, self, args, ok := m.cachedStarred(u)
		if !ok {
			return leave, nil
		}
		return m.enterKept(w, self, args, u.Operand0>>32, uint32(u.Operand1>>32), 4)
	}
	table[cpython.CALL_WEAK] = func(m *Machine, u *uop.Inst) (verdict, error) {
		r := *frame.Second(m.sp)
		if *frame.Top(m.sp) != object.Null || uint64(m.h.TypeVersion(r)) != u.Operand0 {
			return leave, nil
		}
		return m.result(2, m.h.WeakValue(r), nil)
	}
}

// enterKept begins the frame of the function whose results w keeps; the instruction takes n entries off the stack, and goes on at the unit
// after.
func (m *Machine) enterKept(w, self object.Value, args []object.Value, version uint64, after uint32, n int) (verdict, error) {
	f, key := m.h.CachedFunction(w), m.cacheKey(w, self, args)
	if !m.hasVersion(f, version) || !m.vm.Room(1) || !m.h.CacheLacks(w, key) {
		return leave, nil
	}
	m.h.SetWord(w, object.OffCacheMisses, m.h.Word(w, object.OffCacheMisses)+1)
	m.retPC = after
	m.drop(n)
	np, err := m.vm.EnterAbove(m.fp, m.code, pyguest.Keep, pyguest.Entries{key, w}, f, self, args)
	if err != nil {
		return goOn, err
	}
	*m.inner = m.fp // not entered yet
	m.frame, m.callee = np, m.vm.Code(frame.Code(np))
	return goOn, nil
}

// cachedStarred is cachedCall of a CALL_FUNCTION_EX.
func (m *Machine) cachedStarred(u *uop.Inst) (w, self object.Value, args []object.Value, ok bool) {
	if *frame.Third(m.sp) != object.Null {
		return w, self, nil, false
	}
	if args, ok = pyguest.Star(uint32(u.Operand1)).Items(m.h, *frame.Second(m.sp), *frame.Top(m.sp)); !ok {
		return w, self, nil, false
	}
	w, self, ok = m.cached(*frame.Slot(m.sp, -4), u)
	return w, self, args, ok
}

// cached returns the parts of what is called, if it is a function with a functools.lru_cache, or the bound method of one, as an instruction says.
func (m *Machine) cached(f object.Value, u *uop.Inst) (w, self object.Value, ok bool) {
	if bound := m.h.Is(f, object.BoundMethodType); bound != (object.Missed(uint32(u.Operand0)) == object.MissedMethod) {
		return f, object.Null, false
	} else if bound {
		w, self = m.h.Field(f, object.OffMethodFunc), m.h.Field(f, object.OffMethodSelf)
		return w, self, m.h.IsCached(w)
	}
	return f, object.Null, m.h.IsCached(f)
}

// cachedCall returns the function with a functools.lru_cache that is called, the receiver that it is bound to, or Null, and the arguments.
func (m *Machine) cachedCall(u *uop.Inst) (w, self object.Value, args []object.Value, ok bool) {
	n := int(u.Oparg)
	if *frame.Slot(m.sp, -n-1) != object.Null {
		return w, self, nil, false
	}
	w, self, ok = m.cached(*frame.Slot(m.sp, -n-2), u)
	return w, self, m.args(n), ok
}

func (m *Machine) cacheKey(w, self object.Value, args []object.Value) object.Value {
	if self != object.Null {
		args = append([]object.Value{self}, args...)
	}
	return m.h.CacheKey(w, args, object.Null)
}
