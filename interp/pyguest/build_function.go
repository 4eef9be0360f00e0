package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
)

// Functions that are made: of a def or a lambda in a loop, of a comprehension or a generator
// expression. Where the namespaces of the function at hand are known, and the new function's code knows them
// already, all but these is constant, and machine code makes the object by itself.

// makeFunction makes a function of the code object on the stack; false: too little is known.
func (p *py) makeFunction(b *build.Builder) bool {
	code, outer := b.Peek(0), b.Frame().Code
	globals, builtins := p.env.Dict(outer, false), p.env.Dict(outer, true)
	if !code.IsConst() || globals == object.Null {
		return false
	}
	c := object.Value(code.Word())
	if inner := p.env.Function(c, globals, builtins, object.None).Code; p.env.Dict(uint64(inner), false) != globals {
		return false
	}
	module, token, ok := p.env.Watch(globals, p.h.Intern("__name__"))
	if !ok || module == object.Null {
		return false
	}
	names := [...]object.Value{globals, builtins}
	for i, off := range [...]uintptr{object.OffFuncGlobals, object.OffFuncBuiltins} {
		if d := p.namespace(b, off); !d.IsConst() {
			b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, d, p.word(b, names[i])))
		}
	}
	b.Depend(token)
	b.Pop()
	b.Push(b.AddAux(p.mustOp("py.function"), int64(c), p.word(b, globals), p.word(b, builtins), p.word(b, module)))
	return true
}

// functionOp makes a function of the code object that is the immediate, of its globals, builtins and module.
func (p *py) functionOp() guest.Op {
	o := fresh(withWord(call("py.function", 3, tFunction, allocates, func(a []uint64) (uint64, error) {
		return uint64(p.h.NewFunction(p.env.Function(val(a[3]), val(a[0]), val(a[1]), val(a[2])))), nil
	})))
	o.Lower = func(a *lower.Asm, v *ir.Value) lower.V {
		given := map[int]lower.V{object.OffFuncGlobals: a.Arg(0), object.OffFuncBuiltins: a.Arg(1), object.OffFuncModule: a.Arg(2)}
		f := p.cut(a, object.FunctionSize)
		header(a, f, object.FunctionType, 0)
		for i, w := range p.k.function(object.Value(v.Aux)) {
			off := 8 + 8*i
			x, ok := given[off]
			if !ok {
				x = lower.Word(w)
			}
			a.Store(lower.At(f, int64(off), 8), x)
		}
		return f
	}
	return o
}
