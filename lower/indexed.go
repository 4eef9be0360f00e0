package lower

import (
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// Addresses in front of loops. An element of an array that stays the same in a loop lies at the sum of the memory's base, the array, the
// index and a constant: two instructions where a memory operand takes two registers. The sum of the memory's base and the array is made
// in front of the loop, and the index becomes a part of the operand.
//
// The collector looks for words and not for addresses, so the array's word lives as long as its address does, in a slot if no register is
// left: each access has it as an operand that may lie anywhere. Objects do not move. A routine is never collected in, so that its accesses
// name no word.
//
// The address takes the register of the word if nothing but accesses uses that in the loop. Else it takes one more, and is made only if
// there are registers enough.

// hoistedAddr is the address of an array's byte at an offset, in a loop.
type hoistedAddr struct {
	word, addr VReg
	bias       int64
	head, end  int32 // positions of the loop's blocks
	holds      VReg  // Mem.holds
}

// base is an array of which a loop accesses elements.
type base struct {
	value *ir.Value
	head  int32 // position of the loop's head
	bias  int64
}

// bases finds the arrays.
type bases struct {
	list  []base
	regs  []int32 // by position of a loop's head: how many registers the loop wants, 0: not known
	seen  []int32 // by value id: the head of the loop for which it has been counted, and 1
	loops *lateValues
	f     *ir.Func
}

// find lists the arrays whose addresses are to be made in front of loops, for a target.
func (s *bases) find(f *ir.Func, l *lateValues, a *Asm) {
	s.list, s.loops, s.f = s.list[:0], l, f
	for i, b := range f.Blocks {
		if l.loop[i] < 0 || b.Cold {
			continue
		}
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpLoadX || v.Op == ir.OpStoreX {
				s.add(v, l.loop[i], a)
			}
		}
	}
	if len(s.list) == 0 {
		return
	}
	s.regs = dense.Cleared(s.regs, len(f.Blocks))
	s.seen = dense.Cleared(s.seen, f.NumValues())
	slices.SortStableFunc(s.list, func(x, y base) int { return int(x.head - y.head) }) // outer loops first
	n := 0
	for _, x := range s.list {
		switch outer := s.around(s.list[:n], &x); {
		case outer != nil:
			if outer.bias != x.bias {
				outer.bias = 0
			}
		case s.entered(x.head) && s.fits(&x, a.T):
			s.list[n] = x
			n++
		}
	}
	s.list = s.list[:n]
}

// add notes the array of an access in a loop.
func (s *bases) add(v *ir.Value, head int32, a *Asm) {
	array, index := v.Args[0], v.Args[1]
	if array.IsConst() || index.IsConst() || s.loops.pos[array.Block.ID] >= head {
		return
	}
	m, bias := v.Mem(), int64(0)
	if !a.T.IndexDisp {
		if bias = int64(m.Disp); a.late[index.ID] {
			bias += index.Args[1].Int() * int64(m.Scale)
		}
	}
	for i := range s.list {
		if x := &s.list[i]; x.value == array && x.head == head {
			if x.bias != bias {
				x.bias = 0 // they share the sum with the index
			}
			return
		}
	}
	s.list = append(s.list, base{value: array, head: head, bias: bias})
}

// around returns the address of the same array in a loop around.
func (s *bases) around(list []base, x *base) *base {
	for i := range list {
		if y := &list[i]; y.value == x.value && y.head <= x.head && x.head <= s.loops.ends[y.head] {
			return y
		}
	}
	return nil
}

// entered reports whether a loop is entered from one block, where addresses can be made.
func (s *bases) entered(head int32) bool {
	n := 0
	for _, p := range s.f.Blocks[head].Preds {
		if s.loops.pos[p.ID] < head {
			n++
		}
	}
	return n == 1
}

// fits reports whether a loop has a register for an address.
func (s *bases) fits(x *base, t *Target) bool {
	const temporaries = 3
	if s.regs[x.head] == 0 {
		s.count(x.head)
	}
	for i := x.head; i <= s.loops.ends[x.head]; i++ {
		if b := s.f.Blocks[i]; !b.Cold && usesWord(b, x.value) {
			if int(s.regs[x.head])+temporaries >= len(t.Regs.Allocatable[GPR]) {
				return false
			}
			s.regs[x.head]++
			return true
		}
	}
	return true
}

// usesWord reports whether a block uses the word of an array besides for accesses and states.
func usesWord(b *ir.Block, array *ir.Value) bool {
	for v := b.First(); v != nil; v = v.Next() {
		for i, x := range v.Args {
			if x != array || v.Op == ir.OpState || v.Op == ir.OpNew {
				continue
			}
			switch v.Op {
			case ir.OpLoad, ir.OpLoadX, ir.OpStore, ir.OpStoreX:
				if i == 0 {
					continue
				}
			}
			return true
		}
	}
	return false
}

// count counts the values that want registers all through a loop: its own parameters, and what comes from outside.
func (s *bases) count(head int32) {
	n := int32(1)
	for _, p := range s.f.Blocks[head].Params {
		if ClassOf(p.Type) == GPR {
			n++
		}
	}
	for i := head; i <= s.loops.ends[head]; i++ {
		b := s.f.Blocks[i]
		if b.Cold {
			continue
		}
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpState || v.Op == ir.OpNew {
				continue
			}
			for _, x := range v.Args {
				if x != nil && !x.IsConst() && ClassOf(x.Type) == GPR && s.seen[x.ID] != head+1 && x.Block != nil && s.loops.pos[x.Block.ID] < head {
					s.seen[x.ID] = head + 1
					n++
				}
			}
		}
	}
	s.regs[head] = n
}

// make makes the addresses for the loop that a block leads into.
func (s *bases) make(a *Asm, from, to *ir.Block) {
	head := s.loops.pos[to.ID]
	if len(s.list) == 0 || s.loops.pos[from.ID] >= head {
		return
	}
	for i := range s.list {
		x := &s.list[i]
		if x.head != head {
			continue
		}
		word := a.Val(x.value)
		if word.isImm {
			continue
		}
		a.origin = x.value.ID
		h := hoistedAddr{word: word.reg, bias: x.bias, head: head, end: s.loops.ends[head]}
		h.addr = a.Add(a.address(word), Imm(x.bias)).reg
		if s.f.Returns == ir.Void {
			h.holds = word.reg + 1
		}
		a.hoisted = append(a.hoisted, h)
	}
}

// hoistedOf returns the address of the object that a guest word refers to, if one stands in front of a loop around.
func (a *Asm) hoistedOf(word V) *hoistedAddr {
	if a.cold {
		return nil
	}
	for i := range a.hoisted {
		if h := &a.hoisted[i]; h.word == word.reg && h.head <= a.place && a.place <= h.end && !word.isImm {
			return h
		}
	}
	return nil
}

// ofHoisted returns a memory operand relative to an address instead of a word, if there is one.
func (a *Asm) ofHoisted(m Mem) Mem {
	if h := a.hoistedOf(m.Reg); h != nil {
		m.Base, m.Reg, m.Disp, m.holds = BaseAddr, V{reg: h.addr}, m.Disp-h.bias, h.holds
	}
	return m
}

// indexed returns the memory operand of an array's element.
func (a *Asm) indexed(h *hoistedAddr, index V, scale uint8, disp int64, size uint8) Mem {
	m := Mem{Base: BaseIndex, Reg: V{reg: h.addr}, Disp: disp - h.bias, Size: size, index: index, scale: scale, holds: h.holds}
	if a.T.IndexDisp && a.T.DispOK(m.Disp) || m.Disp == 0 && (scale == 1 || scale == size) {
		return m
	}
	m.Base, m.Reg = BaseAddr, a.sum(m.Reg, index, scale)
	return m
}
