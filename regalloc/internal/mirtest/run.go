package mirtest

import (
	"fmt"

	"github.com/tier2go/tier2/lower"
)

// Event is one executed instruction and a hash of all that it read.
type Event struct {
	Inst lower.InstID
	Read uint64
}

// mix hashes x into h.
func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	h *= 0xff51afd7ed558ccd
	return h ^ h>>32
}

// entryValue is what a value is at the start.
func entryValue(v lower.VReg) uint64 { return mix(0x5eed, uint64(v)) }

// result returns what operand j of an instruction is, if it is a result. A
// move's is what it read.
func result(f *lower.Func, i lower.InstID, j int, read uint64, first uint64) uint64 {
	in := &f.Insts[i]
	if in.Op == lower.MMove {
		return first
	}
	return mix(mix(mix(read, uint64(in.Op)), uint64(in.Imm)), uint64(j))
}

// branch chooses a successor.
func branch(n int, read uint64, step int) int {
	if n < 2 {
		return 0
	}
	return int(mix(read, uint64(step)) >> 20 % uint64(n))
}

// RunVirtual runs a function on virtual registers for a number of instructions,
// or until it leaves, and returns the log.
func RunVirtual(f *lower.Func, steps int) []Event {
	vals := make([]uint64, len(f.Classes))
	for _, e := range f.Entry {
		vals[e.V] = entryValue(e.V)
	}
	var log []Event
	b := lower.BlockID(0)
	for {
		blk := &f.Blocks[b]
		read := uint64(0)
		for i := lower.InstID(blk.First); i < lower.InstID(blk.First+blk.N); i++ {
			read = 0
			first := uint64(0)
			for _, o := range f.InstOps(i) {
				if o.Kind == lower.Use {
					read = mix(read, vals[o.V])
					if first == 0 {
						first = vals[o.V]
					}
				}
			}
			for j, o := range f.InstOps(i) {
				if o.Kind == lower.Def {
					vals[o.V] = result(f, i, j, read, first)
				}
			}
			if f.Insts[i].Flags&lower.IsRemat == 0 {
				log = append(log, Event{i, read})
			}
		}
		if len(blk.Succs) == 0 || len(log) >= steps {
			return log
		}
		e := &blk.Succs[branch(len(blk.Succs), read, len(log))]
		args := make([]uint64, len(e.Args))
		for i, v := range e.Args {
			args[i] = vals[v]
		}
		for i, v := range f.Blocks[e.To].Params {
			vals[v] = args[i]
		}
		b = e.To
	}
}

// machine is the state of RunAllocated.
type machine struct {
	f     *lower.Func
	rf    *lower.RegFile
	al    *lower.Allocation
	regs  [64]uint64
	slots []uint64
	junk  uint64
	edit  []int // by instruction: its first edit
	dead  []bool
	named []bool // by slot: a fixed operand names it
}

// RunAllocated runs an allocated function on registers and slots, destroying what
// instructions destroy, and compares it with the log of RunVirtual. It also finds
// results that destroy operands still needed and writes to the caller's slots.
func RunAllocated(f *lower.Func, rf *lower.RegFile, al *lower.Allocation, want []Event, steps int) error {
	m := &machine{f: f, rf: rf, al: al, slots: make([]uint64, al.NumSlots), named: make([]bool, al.NumSlots), junk: 1}
	m.edit = make([]int, len(f.Insts)+1)
	e := 0
	for i := range m.edit {
		for e < len(al.Edits) && int(al.Edits[e].Inst) < i {
			e++
		}
		m.edit[i] = e
	}
	m.dead = make([]bool, len(f.Insts))
	for _, i := range al.Dead {
		m.dead[i] = true
	}
	for i := range m.regs {
		m.regs[i] = m.trash()
	}
	for i := range m.slots {
		m.slots[i] = m.trash()
	}
	for _, e := range f.Entry {
		*m.at(e.At) = entryValue(e.V)
	}
	before := append([]uint64(nil), m.slots[:f.FirstSlot]...)
	if err := m.run(want, steps); err != nil {
		return err
	}
	for i, x := range before {
		if !m.named[i] && m.slots[i] != x {
			return fmt.Errorf("slot s%d of the caller's was written", i)
		}
	}
	return nil
}

func (m *machine) trash() uint64 {
	m.junk++
	return mix(0xdead, m.junk)
}

func (m *machine) at(l lower.Loc) *uint64 {
	if l.IsReg() {
		return &m.regs[l.Reg()]
	}
	return &m.slots[l.Slot()]
}

func (m *machine) run(want []Event, steps int) error {
	b := lower.BlockID(0)
	n := 0
	for {
		blk := &m.f.Blocks[b]
		read := uint64(0)
		for i := lower.InstID(blk.First); i < lower.InstID(blk.First+blk.N); i++ {
			for e := m.edit[i]; e < m.edit[i+1]; e++ {
				m.doEdit(&m.al.Edits[e])
			}
			if m.dead[i] {
				continue
			}
			var err error
			if read, err = m.inst(i); err != nil {
				return err
			}
			if m.f.Insts[i].Flags&lower.IsRemat != 0 {
				continue
			}
			if n >= len(want) || want[n] != (Event{i, read}) {
				return fmt.Errorf("inst %d in b%d reads other values (event %d)", i, b, n)
			}
			n++
		}
		if len(blk.Succs) == 0 || n >= steps {
			if n != len(want) {
				return fmt.Errorf("%d events, want %d", n, len(want))
			}
			return nil
		}
		b = blk.Succs[branch(len(blk.Succs), read, n)].To
	}
}

func (m *machine) doEdit(e *lower.Edit) {
	if e.Of < 0 {
		*m.at(e.To) = *m.at(e.From)
		return
	}
	*m.at(e.To) = result(m.f, e.Of, 0, 0, 0)
}

// inst executes one instruction in its phases.
func (m *machine) inst(i lower.InstID) (uint64, error) {
	in := &m.f.Insts[i]
	ops := m.f.InstOps(i)
	locs := m.al.Locs[in.Ops : in.Ops+int32(in.NumOps)]
	for _, r := range m.rf.Scratch {
		m.regs[r] = m.trash()
	}
	read, first := uint64(0), uint64(0)
	for j, o := range ops {
		if o.Kind == lower.Use {
			x := *m.at(locs[j])
			read = mix(read, x)
			if first == 0 {
				first = x
			}
		}
		if o.Constraint == lower.InFixed && o.At.IsSlot() {
			m.named[o.At.Slot()] = true
		}
	}
	sum := func(p lower.Pos) uint64 {
		h := uint64(0)
		for j, o := range ops {
			if o.Kind == lower.Use && o.Pos >= p && !tied(ops, j) {
				h = mix(h, *m.at(locs[j]))
			}
		}
		return h
	}
	early := sum(lower.Early)
	m.write(i, ops, locs, lower.Early, read, first)
	if sum(lower.Early) != early {
		return 0, fmt.Errorf("inst %d: an Early result destroys an operand", i)
	}
	lateUses := sum(lower.Late)
	for r := range m.regs {
		if in.Clobber.Has(lower.PReg(r)) && !defines(ops, lower.PReg(r)) {
			m.regs[r] = m.trash()
		}
	}
	m.write(i, ops, locs, lower.Late, read, first)
	if sum(lower.Late) != lateUses {
		return 0, fmt.Errorf("inst %d: a result destroys a Late operand", i)
	}
	return read, nil
}

func (m *machine) write(i lower.InstID, ops []lower.Operand, locs []lower.Loc, p lower.Pos, read, first uint64) {
	for j, o := range ops {
		if o.Kind == lower.Def && o.Pos == p {
			*m.at(locs[j]) = result(m.f, i, j, read, first)
		}
	}
}

// tied reports whether a result reuses operand j.
func tied(ops []lower.Operand, j int) bool {
	for _, o := range ops {
		if o.Constraint == lower.Reuse && int(o.Index) == j {
			return true
		}
	}
	return false
}

// defines reports whether an Early result is fixed in a register, so that the
// instruction's clobbers do not mean it.
func defines(ops []lower.Operand, r lower.PReg) bool {
	for _, o := range ops {
		if o.Kind == lower.Def && o.Constraint == lower.InFixed && o.At == lower.InReg(r) {
			return true
		}
	}
	return false
}
