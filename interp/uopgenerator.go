package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// callGenUop is a call that resumes a generator.
func callGenUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *slot(m.sp, -n-2), *slot(m.sp, -n-1)
	g, v := m.vm.resumes(f, self, entries(m.sp, n))
	if next, method, send := (env{m.vm}).Resumers(); f != [...]object.Value{next, method, send}[pyguest.CallResumer(u.Operand1)] || g == object.Null {
		return leave, nil
	}
	*slot(m.sp, -n-2), *slot(m.sp, -n-1) = g, v
	sp := m.sp
	m.drop(n)
	verdict, err := resumeUop(1)(m, u)
	if verdict == leave {
		m.sp = sp
		*slot(m.sp, -n-2), *slot(m.sp, -n-1) = f, self
	} else {
		m.drop(1)
		m.save(m.retPC)
	}
	return verdict, err
}

// resumeUop begins a generator's frame; n is the number of entries above it, of which
// the first is what its yield returns.
func resumeUop(n int) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		g := *slot(m.sp, -1-n)
		if !m.h.Is(g, object.GeneratorType) || m.h.Word(g, object.OffGenPC) != u.Operand0 || uint64(m.h.GenCode(g)) != u.Operand1&(1<<32-1) ||
			!(env{m.vm}).Room(1) {
			return leave, nil
		}
		v := object.None
		if n > 0 {
			m.drop(1)
			v = *slot(m.sp, 0)
		}
		m.retPC = uint32(u.Operand1>>32) & (1<<24 - 1)
		m.save(m.retPC)
		if m.frame = m.vm.resume(m.fp, m.code, g, v); m.frame == nil {
			return goOn, m.vm.recursionError()
		}
		m.vm.fp = m.fp // not entered yet
		m.callee = m.vm.codes[m.h.GenCode(g)]
		return goOn, nil
	}
}

func yieldUop(m *machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	v := *slot(m.sp, 0)
	m.vm.suspend(m.fp, m.code, generatorOf(m.fp, m.code), object.GenSuspended, int(m.vm.depth(m.fp, m.sp)), uint32(u.Operand0))
	m.toCaller()
	m.push(v)
	return goOn, nil
}

func newGeneratorUop(m *machine, u *uop.Inst) (verdict, error) {
	g := m.vm.newGenerator(m.fp, m.code, uint32(u.Operand0))
	m.toCaller()
	m.push(g)
	return goOn, nil
}

// endGeneratorUop returns from a generator's frame to one that is part of the trace.
func endGeneratorUop(m *machine, u *uop.Inst) (verdict, error) {
	v := *top(m.sp)
	m.vm.leftFrame(m.fp, m.code)
	m.toCaller()
	if u.Operand0 == pyguest.ReturnSend {
		m.push(v)
	}
	return goOn, nil
}

// toCaller leaves a frame for its caller's.
func (m *machine) toCaller() {
	caller := *(*unsafe.Pointer)(unsafe.Add(m.fp, object.FrameCaller))
	m.fp, m.vm.fp = caller, caller
	m.code = m.vm.codes[frameCode(caller)]
	m.sp = m.vm.stack(caller)
}

func init() {
	for id, f := range map[uop.ID]uopFunc{
		cpython.FOR_ITER_GEN_FRAME: resumeUop(0), cpython.SEND_GEN_FRAME: resumeUop(1), cpython.CALL_GEN_FRAME: callGenUop,
		cpython.YIELD_VALUE: yieldUop, cpython.RETURN_GENERATOR: newGeneratorUop,
		cpython.END_SEND: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.drop(1)
			*top(m.sp) = *slot(m.sp, 0)
			return goOn, nil
		},
		cpython.GET_YIELD_FROM_ITER: func(m *machine, _ *uop.Inst) (verdict, error) {
			it, err := m.vm.yieldFromIter(*top(m.sp))
			return m.result(1, it, err)
		},
	} {
		uopFuncs[id] = f
	}
}
