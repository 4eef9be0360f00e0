package pyguest

import (
	"math"
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Look-ups that call a function in Python where they find nothing (object.Missed): subscripts of dicts with a __missing__ or with a factory,
// calls of functions with a functools.lru_cache. A trace follows one of the two ways, behind a guard; the other one is an exit's. A look-up
// whose keys may run guest code is on neither: both guards fail, and the general form of the instruction does it.

// missedRules are the two ways of both instructions.
func (p *py) missedRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.SUBSCR_FOUND: p.subscrFound, cpython.SUBSCR_MISSED: p.subscrMissed, cpython.CALL_FOUND: p.callFound, cpython.CALL_MISSED: p.callMissed,
		cpython.CALL_EX_FOUND: p.starredFound, cpython.CALL_EX_MISSED: p.starredMissed, cpython.CALL_WEAK: p.callWeak,
	}
}

// missedDict guards of which class the dict is.
func (p *py) missedDict(b *build.Builder, d *ir.Value, version uint32) (*object.Type, error) {
	t := p.h.TypeByVersion(version)
	if t == nil {
		return nil, b.Abort(build.AbortNoRule, "the class of the dict has changed")
	}
	if t.Made() && !p.dependsOn(b, t, false) {
		return nil, b.Abort(build.AbortNoRule, "class "+t.Name+" changes often")
	}
	p.guardClass(b, d, t)
	return t, nil
}

// subscrFound is d[key] of a key that is there.
func (p *py) subscrFound(b *build.Builder, u *uop.Inst) error {
	if _, err := p.missedDict(b, b.Peek(1), uint32(u.Operand0)); err != nil {
		return err
	}
	x := b.Add(p.mustOp("dict.value"), b.Peek(1), b.Peek(0))
	p.notNull(b, x)
	b.Pop()
	b.Poke(0, x)
	return nil
}

// subscrMissed begins the frame of the __missing__ that d[key] calls, or of the factory, above the one that stores the item.
func (p *py) subscrMissed(b *build.Builder, u *uop.Inst) error {
	d, key, version := b.Peek(1), b.Peek(0), uint32(u.Operand0>>32)
	t, err := p.missedDict(b, d, uint32(u.Operand0))
	if err != nil {
		return err
	}
	f, kind := t.MissedOf()
	if kind != object.Missed(u.Oparg) || kind == object.MissedItem && p.h.Half(f, object.OffFuncVersion) != version {
		return b.Abort(build.AbortBadTrace, "class "+t.Name+" has another __missing__")
	}
	code, ok := p.env.CodeByVersion(version)
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	if kind == object.MissedItem {
		p.lacks(b, "dict.lacks", d, key)
		b.Pop()
		b.Pop()
		return p.constFrame(b, f, d, key)
	}
	factory := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDefaultFactory, clsHeap), d)
	if err := p.checkVersion(b, factory, version); err != nil {
		return err
	}
	fr, below, shim, err := p.framesAbove(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	slots[funcSlot] = factory
	if err := p.bindParams(b, factory, p.env.Params(code), slots[1:], nil, nil, nil); err != nil {
		return err
	}
	p.lacks(b, "dict.lacks", d, key)
	b.Pop()
	b.Pop()
	b.PushFrame(below, []*ir.Value{shim, d, key}, uint32(u.Operand1))
	b.SetCallee(fr)
	b.SetReturn(Default.Return())
	return nil
}

// lacks guards that nothing is found.
func (p *py) lacks(b *build.Builder, op string, in, key *ir.Value) {
	b.Guard(ir.OpGuardTrue, 0, b.Add(p.mustOp(op), in, key))
}

// cachedCall guards that what is called, n entries below the top with NULL above it, is a function with a functools.lru_cache, or the
// bound method of one. It returns that, and the arguments with the receiver in front.
func (p *py) cachedCall(b *build.Builder, n int, kind object.Missed, args []*ir.Value) (w *ir.Value, all []*ir.Value, err error) {
	w = b.Peek(n)
	if err := p.isNull(b, b.Peek(n-1), true); err != nil {
		return nil, nil, err
	}
	if kind == object.MissedMethod {
		var self *ir.Value
		b.GuardType(w, tMethod)
		w, self = p.boundMethod(b, w)
		args = append([]*ir.Value{self}, args...)
	}
	p.guardClass(b, w, p.h.Type(p.h.Caches.Wrapper))
	return w, args, nil
}

// cachedStarred is cachedCall of a CALL_FUNCTION_EX.
func (p *py) cachedStarred(b *build.Builder, kind object.Missed, form Star) (w *ir.Value, all []*ir.Value, err error) {
	if _, _, err := p.starredNamed(b, form, 0, 0); err != nil {
		return nil, nil, err
	}
	items, err := p.starredItems(b, b.Peek(1), form)
	if err != nil {
		return nil, nil, err
	}
	return p.cachedCall(b, 3, kind, items)
}

// cacheKey is the key of a call without arguments by keyword.
func (p *py) cacheKey(b *build.Builder, args []*ir.Value) *ir.Value {
	if len(args) != 1 {
		return p.tuple(b, args)
	}
	if b.KnownType(args[0]).Within(tInt | tStr) {
		return args[0]
	}
	return b.Add(p.mustOp("cache.key"), args[0])
}

// callFound is a call whose result is kept.
func (p *py) callFound(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	w, args, err := p.cachedCall(b, n+1, object.Missed(u.Operand0), topmost(b, 0, n))
	if err != nil {
		return err
	}
	return p.found(b, w, args, n+2)
}

// starredFound is callFound for CALL_FUNCTION_EX.
func (p *py) starredFound(b *build.Builder, u *uop.Inst) error {
	w, args, err := p.cachedStarred(b, object.Missed(u.Operand0), Star(u.Operand1))
	if err != nil {
		return err
	}
	return p.found(b, w, args, 4)
}

// found takes so many entries off the stack, for the result that is kept of a call.
func (p *py) found(b *build.Builder, w *ir.Value, args []*ir.Value, pops int) error {
	x := b.Add(p.mustOp("cache.look"), w, p.cacheKey(b, args))
	p.notNull(b, x)
	for range pops {
		b.Pop()
	}
	b.Push(b.Effect(p.mustOp("cache.use"), 0, w, x))
	return nil
}

// callMissed begins the frame of the function, above the one that keeps the result.
func (p *py) callMissed(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	w, args, err := p.cachedCall(b, n+1, object.Missed(u.Operand0&math.MaxUint32), topmost(b, 0, n))
	if err != nil {
		return err
	}
	return p.enterKept(b, w, args, uint32(u.Operand0>>32), uint32(u.Operand1), n+2)
}

// starredMissed is callMissed for CALL_FUNCTION_EX.
func (p *py) starredMissed(b *build.Builder, u *uop.Inst) error {
	w, args, err := p.cachedStarred(b, object.Missed(u.Operand0&math.MaxUint32), Star(u.Operand1&math.MaxUint32))
	if err != nil {
		return err
	}
	return p.enterKept(b, w, args, uint32(u.Operand0>>32), uint32(u.Operand1>>32), 4)
}

// enterKept begins the frame of the function that has a version, and whose results w keeps, above the one that keeps the result. The
// instruction takes so many entries off the stack, and goes on at the unit after.
func (p *py) enterKept(b *build.Builder, w *ir.Value, args []*ir.Value, version, after uint32, pops int) error {
	f := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCacheFunc, clsFunc), w)
	if err := p.checkVersion(b, f, version); err != nil {
		return err
	}
	code, ok := p.env.CodeByVersion(version)
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	fr, below, shim, err := p.framesAbove(b, code)
	if err != nil {
		return err
	}
	key, slots := p.cacheKey(b, args), p.callSlots(b, fr)
	slots[funcSlot] = f
	if err := p.bindParams(b, f, p.env.Params(code), slots[1:], slices.Clone(args), nil, nil); err != nil {
		return err
	}
	p.lacks(b, "cache.lacks", w, key)
	for range pops {
		b.Pop()
	}
	misses := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffCacheMisses, clsHeap), w)
	b.AddTyped(ir.OpStore, ir.Void, mem(object.OffCacheMisses, clsHeap), w, b.Add(ir.OpAdd, misses, b.F.ConstI64(1)))
	b.PushFrame(below, []*ir.Value{shim, w, key}, after)
	b.SetCallee(fr)
	b.SetReturn(Keep.Return())
	return nil
}

// callWeak is the call of a weak reference.
func (p *py) callWeak(b *build.Builder, u *uop.Inst) error {
	if err := p.isNull(b, b.Peek(0), true); err != nil {
		return err
	}
	t := p.h.TypeByVersion(uint32(u.Operand0))
	if t == nil || t.Made() && !p.dependsOn(b, t, false) {
		return b.Abort(build.AbortNoRule, "the class of the weak reference has changed, or changes often")
	}
	p.guardClass(b, b.Peek(1), t)
	b.Pop()
	b.Poke(0, b.Effect(p.mustOp("weak.value"), 0, b.Peek(0)))
	return nil
}

// lowerWeakValue is what a weak reference refers to.
func (p *py) lowerWeakValue(a *lower.Asm, _ *ir.Value) lower.V {
	off := a.Load(lower.At(a.Arg(0), object.OffWeakTarget, 8))
	return a.Slow(lower.EQ, off, lower.Imm(0), a.Add(off, tagRef), lower.GPR, func() lower.V { return lower.Word(uint64(object.None)) })
}

// missedOps are what these look for. What runs guest code is not found, and is not missing.
func (p *py) missedOps() []guest.Op {
	h := p.h
	// A collection, which any allocation may begin, changes what a weak reference refers to: nothing takes one look for another.
	weak := lowered(p.lowerWeakValue, call("weak.value", 1, ir.AnyType, allocates, func(a []uint64) (uint64, error) { return uint64(h.WeakValue(val(a[0]))), nil }))
	weak.Reads, weak.Writes = ir.AllMemory, class(clsHeap)
	return []guest.Op{
		weak,
		lowered(p.expansion("dict.value", "dict.value", 0, 1), reading(ir.AllMemory, call("dict.value", 2, ir.AnyType, allocates, func(a []uint64) (uint64, error) {
			return uint64(h.DictValue(val(a[0]), val(a[1]))), nil
		}))),
		lowered(p.expansion("dict.lacks", "dict.lacks", 0, 1), reading(ir.AllMemory, truthResult(call("dict.lacks", 2, 0, allocates, func(a []uint64) (uint64, error) {
			return truthWord(h.DictLacks(val(a[0]), val(a[1]))), nil
		})))),
		lowered(p.expansion("cache.look", "cache.look", 0, 1), reading(ir.AllMemory, call("cache.look", 2, ir.AnyType, allocates, func(a []uint64) (uint64, error) {
			return uint64(h.CacheLook(val(a[0]), val(a[1]))), nil
		}))),
		lowered(p.expansion("cache.use", "cache.use", 0, 1), call("cache.use", 2, ir.AnyType, changes, func(a []uint64) (uint64, error) {
			return uint64(h.CacheUse(val(a[0]), val(a[1]))), nil
		})),
		lowered(p.expansion("cache.lacks", "cache.lacks", 0, 1), reading(ir.AllMemory, truthResult(call("cache.lacks", 2, 0, allocates, func(a []uint64) (uint64, error) {
			return truthWord(h.CacheLacks(val(a[0]), val(a[1]))), nil
		})))),
		lowered(p.expansion("cache.key", "cache.key", 0), call("cache.key", 1, ir.AnyType, allocates, func(a []uint64) (uint64, error) {
			return uint64(h.CacheKeyOf(val(a[0]))), nil
		})),
	}
}

// operatorUses are the routines of py.operator.
var operatorUses = map[int64]use{
	int64(Default): {routine: "dict.setdefault", operands: []int{0, 1, 2}},
	int64(Keep):    {routine: "cache.keep", operands: []int{0, 1, 2}, result: func(a *lower.Asm, _ lower.V) lower.V { return a.Arg(2) }},
}
