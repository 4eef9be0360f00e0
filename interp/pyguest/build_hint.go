package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Attributes that an instance has in a dict. Operand 0 says which entry tier 1 has found
// the name at, operand 1 where the instance has the dict: 0 if that differs from instance
// to instance, as behind the items of a tuple. Other instances of the class may have other
// dicts, or none: entry and key are looked at each time.

// loadHinted is _LOAD_ATTR_WITH_HINT.
func (p *py) loadHinted(b *build.Builder, u *uop.Inst) error {
	name := p.env.Name(b.Frame().Code, int(u.Oparg>>1))
	if u.Operand1 == 0 {
		v := b.Pop()
		b.Push(b.Effect(p.mustOp("py.getattr"), 0, v, p.word(b, name)))
		return nil
	}
	_, entries := p.hinted(b, u, name)
	b.Poke(0, b.AddTyped(ir.OpLoad, ir.Ref, mem(entryOff(u, object.OffEntryValue), clsGlobals), entries))
	return nil
}

// storeHinted is _STORE_ATTR_WITH_HINT. Who watches a dict is told of changes by Go.
func (p *py) storeHinted(b *build.Builder, u *uop.Inst) error {
	name := p.env.Name(b.Frame().Code, int(u.Oparg))
	if u.Operand1 == 0 {
		v, x := b.Pop(), b.Pop()
		b.Effect(p.mustOp("py.setattr"), 0, v, p.word(b, name), x)
		return nil
	}
	d, entries := p.hinted(b, u, name)
	watched := b.Add(ir.OpAnd, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsHeap), d), b.F.ConstI64(object.DictWatched))
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, watched, b.F.ConstI64(0)))
	b.Pop()
	b.AddTyped(ir.OpStore, ir.Void, mem(entryOff(u, object.OffEntryValue), clsGlobals), entries, b.Pop())
	return nil
}

// hinted guards that the entry of the instance's dict has the name, and returns the dict and
// its entries. The instance is on top of the stack. An entry with a key has a value.
func (p *py) hinted(b *build.Builder, u *uop.Inst, name object.Value) (d, entries *ir.Value) {
	d = b.AddTyped(ir.OpLoad, ir.Ref, mem(uintptr(u.Operand1), clsInst), b.Peek(0))
	d = b.Guard(ir.OpGuardType, int64(tDict), d)
	filled := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffDictFilled, clsHeap), d)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpLt, b.F.ConstI64(int64(u.Operand0)), filled))
	entries = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDictEntries, clsDictEntries), d)
	key := b.AddTyped(ir.OpLoad, ir.Ref, mem(entryOff(u, object.OffEntryKey), clsGlobals), entries)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, key, p.word(b, name)))
	return d, entries
}

// entryOff returns where a field of the entry that a micro-op names stands in the entries.
func entryOff(u *uop.Inst, field uintptr) uintptr {
	return field + object.DictEntrySize*uintptr(u.Operand0)
}
