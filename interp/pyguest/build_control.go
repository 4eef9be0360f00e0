package pyguest

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Control: where instructions begin, polls, branches, returns, and how a trace ends.

// poll polls if the micro-op says where to go on: at back edges and where a trace
// begins with a function.
func poll(b *build.Builder, u *uop.Inst) error {
	if u.Operand0 != 0 {
		b.Poll(uint32(u.Operand0 - 1))
	}
	return nil
}

// controlRules: where instructions begin, branches, polls, returns, ends.
func (p *py) controlRules() map[uop.ID]build.Rule {
	branch := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.SideExit(b.Add(ir.OpUnboxBool, v), want, u.Target)
			return nil
		}
	}
	none := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 != 0 && p.matching != nil {
				return p.branchMatched(b, u, want)
			}
			v := b.Pop()
			b.SideExit(b.Add(ir.OpSame, v, p.word(b, object.None)), want, u.Target)
			return nil
		}
	}
	return map[uop.ID]build.Rule{
		cpython.SET_IP: func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); return nil },
		cpython.CHECK_VALIDITY: func(b *build.Builder, u *uop.Inst) error {
			if b.Escaped() {
				b.Valid(u.Target)
			}
			return nil
		},
		cpython.GUARD_IS_TRUE_POP:     branch(true),
		cpython.GUARD_IS_FALSE_POP:    branch(false),
		cpython.GUARD_IS_NONE_POP:     none(true),
		cpython.GUARD_IS_NOT_NONE_POP: none(false),
		cpython.CHECK_PERIODIC:        poll,
		cpython.TIER2_RESUME_CHECK:    nothing,
		cpython.JUMP_TO_TOP:           func(b *build.Builder, u *uop.Inst) error { return b.Loop(u.Target) },
		cpython.RETURN_VALUE: func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 != ReturnPlain {
				return p.returnFromGenerator(b, u)
			}
			b.Return()
			return nil
		},
		cpython.EXIT_TRACE: func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
	}
}
