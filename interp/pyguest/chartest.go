package pyguest

import (
	"errors"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Methods of str that test one, such as isdigit: of a str of one code point below 256, of
// which there is one each, the answer is read from a table that the method has filled in.

// charTest returns the table of a method descriptor of str that takes no arguments, has no
// effect and answers with a bool: bytes, one for each of the 256 strs, 0 or 1. Null if the
// method is another.
func (p *py) charTest(method object.Value) object.Value {
	if t, ok := p.tests[method]; ok {
		return t
	}
	p.tests[method] = p.makeCharTest(method)
	return p.tests[method]
}

func (p *py) makeCharTest(method object.Value) object.Value {
	d := p.h.BuiltinOf(method)
	first, shift, ok := p.h.Latin1()
	if !ok || !d.Pure || d.Arity != object.NoArgs || d.Owner.ID != object.StrType {
		return object.Null
	}
	var table [256]byte
	for i := range table {
		x, err := p.testStr(method, first+object.Value(i<<shift))
		if err != nil {
			return object.Null
		}
		if x {
			table[i] = 1
		}
	}
	return p.h.NewBytes(table[:])
}

// testStr calls such a method; an answer that is no bool is an error.
func (p *py) testStr(method, s object.Value) (bool, error) {
	x, err := p.h.CallBuiltin(p.h.BuiltinOf(method), s, nil, object.Null)
	if err == nil && x != object.True && x != object.False {
		err = errNoTest
	}
	return x == object.True, err
}

func (p *py) markTests(m *heap.Marker) {
	for _, t := range p.tests {
		m.Value(t)
	}
}

// lowerStrTest reads the answer from the table; a helper calls the method of other strs.
func (p *py) lowerStrTest(a *lower.Asm, v *ir.Value) lower.V {
	s, method := a.Arg(0), lower.Imm(v.Aux)
	k := p.k.fixed()
	first, shift := k.latin1, k.shift
	far := a.Sub(s, lower.Word(uint64(first)))
	return a.Try(lower.GPR, func(giveUp func(c lower.Cond, x, y lower.V)) lower.V {
		giveUp(lower.UGE, far, lower.Imm(256<<shift))
		at := a.Element(lower.Word(uint64(p.k.test(object.Value(v.Aux)))), a.Shr(far, lower.Imm(int64(shift))), 1, object.OffBytesData, 1)
		return a.Load(at)
	}, func() lower.V {
		slow := func() lower.V { return a.CallQuiet(p.helperIndex("str.test"), s, method) }
		u, ok := onceUse(p.k.builtin(object.Value(v.Aux)).Once(0))
		if !ok {
			return slow()
		}
		u.result = nil // the operation gives what the routine gives
		return u.lower(p, a, slow)
	})
}

var errNoTest = errors.New("python: the method answers with no bool")
