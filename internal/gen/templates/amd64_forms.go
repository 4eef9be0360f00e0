package main

import (
	"fmt"
	"strings"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
)

func amd64Target() *target {
	return &target{
		name:  "amd64",
		bytes: true,
		forms: amd64Forms,
		filler: func(a *assembler) *obj.Prog { // ten bytes
			p := a.prog()
			p.As, p.From, p.To = x86.AMOVQ, x86Imm(0x123456789abcdef0), x86Reg(0)
			return p
		},
	}
}

// shapes is a set of shapes; bit i is shape i of lower/amd64.
type shapes uint32

const (
	sNone shapes = 1 << iota
	sR
	sRR
	sRRR
	sRI8
	sRI
	sAI
	sRI64
	sR1
	sRC
	sRRI8
	sRRI
	sRM
	sMR
	sMI8
	sMI
	sM
	sCR
	sCRR
	sL
	sCL
	sRL
	sL8
	sCL8
	sEnd
)

// shapeNames are the names in lower/amd64/forms.go, by bit, and how the forms
// are called there.
var shapeNames = []struct{ ident, text string }{
	{"shapeNone", ""}, {"shapeR", "r"}, {"shapeRR", "r,r"}, {"shapeRRR", "r,r,r"}, {"shapeRI8", "r,i8"},
	{"shapeRI", "r,i"}, {"shapeAI", "a,i"}, {"shapeRI64", "r,i64"}, {"shapeR1", "r,1"}, {"shapeRC", "r,cl"},
	{"shapeRRI8", "r,r,i8"}, {"shapeRRI", "r,r,i"}, {"shapeRM", "r,m"}, {"shapeMR", "m,r"}, {"shapeMI8", "m,i8"},
	{"shapeMI", "m,i"}, {"shapeM", "m"}, {"shapeCR", "cc r"}, {"shapeCRR", "cc r,r"}, {"shapeL", "label"},
	{"shapeCL", "cc label"}, {"shapeRL", "r,[label]"}, {"shapeL8", "near label"}, {"shapeCL8", "cc near label"},
}

const (
	hasMemory = sRM | sMR | sMI8 | sMI | sM
	noRegs    = sNone | sAI | sL | sCL | sL8 | sCL8 // never paired
)

// x86Addr is an address form, in the order of addr in lower/amd64.
type x86Addr struct {
	text  string
	bases []uint8
	index bool
	disp  uint8 // bits of the displacement: 0, 8, 32
}

var x86Addrs = func() (addrs []x86Addr) {
	kinds := []struct {
		text        string
		bases, zero []uint8 // all, and those that need no displacement
		index       bool
	}{
		{"b", without(regs(0, 16), 4, 12), without(regs(0, 16), 4, 12, 5, 13), false},
		{"sp", []uint8{4, 12}, []uint8{4, 12}, false},
		{"b+i*s", regs(0, 16), without(regs(0, 16), 5, 13), true},
	}
	for _, k := range kinds {
		addrs = append(addrs,
			x86Addr{"[" + k.text + "]", k.zero, k.index, 0},
			x86Addr{"[" + k.text + "+d8]", k.bases, k.index, 8},
			x86Addr{"[" + k.text + "+d32]", k.bases, k.index, 32})
	}
	return addrs
}()

// amd64Forms lists the forms of all rows, in the order of the table: by row,
// shape, address form, and without before with REX prefix.
func amd64Forms() ([]form, []row) {
	forms := []form{{name: "no form"}}
	var rows []row
	for i := range x86Rows {
		r := &x86Rows[i]
		var first []string
		for s := sNone; s < sEnd; s <<= 1 {
			if r.shapes&s == 0 {
				continue
			}
			first = append(first, fmt.Sprintf("%s: %d", shapeNames[s.index()].ident, len(forms)))
			forms = append(forms, r.expand(s)...)
		}
		fields := fmt.Sprintf("first: [numShapes]uint16{%s}", strings.Join(first, ", "))
		if !r.paired() {
			fields += ", stride: 1"
		} else {
			fields += fmt.Sprintf(", stride: 2, rexA: %d, rexB: %d, rexM: 8", r.a.rexBits(), r.b.rexBits())
		}
		if r.width != 0 {
			fields += fmt.Sprintf(", width: %d", r.width)
		}
		rows = append(rows, row{name: r.name, doc: r.doc, fields: fields})
	}
	return forms, rows
}

func (r *x86Row) paired() bool { return r.flags&(rexW|rexNever) == 0 }

// rexBits returns the bits of a register's number that need a REX prefix.
func (c class) rexBits() uint8 {
	if c == byt {
		return 12
	}
	return 8
}

func (s shapes) index() int {
	i := 0
	for s>>i != 1 {
		i++
	}
	return i
}

// expand returns the forms of one row in one shape.
func (r *x86Row) expand(s shapes) []form {
	addrs := []*x86Addr{nil}
	if s&hasMemory != 0 {
		addrs = nil
		for i := range x86Addrs {
			addrs = append(addrs, &x86Addrs[i])
		}
	}
	var forms []form
	for _, a := range addrs {
		if !r.paired() || s&noRegs != 0 {
			forms = append(forms, r.form(s, a, rexFixed))
			continue
		}
		forms = append(forms, r.form(s, a, rexAbsent), r.form(s, a, rexPresent))
	}
	return forms
}

// rexChoice says which of a pair of forms is meant.
type rexChoice uint8

const (
	rexFixed rexChoice = iota
	rexAbsent
	rexPresent
)

// form makes one form.
func (r *x86Row) form(s shapes, a *x86Addr, rex rexChoice) form {
	f := form{group: strings.TrimSpace(r.name + " " + shapeNames[s.index()].text)}
	f.name = f.group
	if a != nil {
		f.name += " " + a.text
	}
	if rex == rexPresent {
		f.name += "+rex"
	}
	var need []uint8 // by operand: the bits that need a REX prefix
	add := func(role string, values []uint8, bits uint8) {
		f.ops = append(f.ops, operand{role: role, values: values})
		need = append(need, bits)
	}
	if s&(sCR|sCRR|sCL|sCL8) != 0 {
		add("cond", regs(0, 16), 0)
	}
	first := r.a.values()
	if s == sRI && r.flags&accShort != 0 || s == sRR && r.flags&withAX != 0 {
		first = without(first, 0)
	}
	if s&(sR|sRR|sRRR|sRI8|sRI|sRI64|sR1|sRC|sRRI8|sRRI|sRM|sMR|sCR|sCRR|sRL) != 0 {
		add("first", first, r.a.rexBits())
	}
	if s&(sRR|sRRR|sRRI8|sRRI|sCRR) != 0 {
		second := r.b.values()
		if r.flags&withAX != 0 {
			second = without(second, 0)
		}
		add("second", second, r.b.rexBits())
	}
	if s == sRRR {
		add("third", regs(0, 16), 8)
	}
	if a != nil {
		add("base", a.bases, 8)
		if a.index {
			add("index", without(regs(0, 16), 4), 8)
			add("scale", []uint8{1, 2, 4, 8}, 0)
		}
		f.holes = append(f.holes, x86Disp(a.disp))
	}
	f.holes = append(f.holes, r.immediate(s)...)
	if s&(sL|sCL) != 0 && r.as != obj.ACALL {
		f.holes = append(f.holes, hole{kind: branch, bits: 32, signed: true, field: x86Rel32})
	}
	if s&(sL8|sCL8) != 0 {
		f.holes = append(f.holes, hole{kind: branch, bits: 8, signed: true, field: x86Rel8})
	}
	if s == sRL || s == sL && r.as == obj.ACALL {
		f.holes = append(f.holes, hole{kind: address, bits: 32, signed: true})
	}
	f.restrict(need, rex)
	f.prog = func(as *assembler, v []uint8, h []int64) *obj.Prog { return r.prog(as, s, a, v, h) }
	return f
}

// restrict limits a form to the operands that belong to it: without REX prefix
// those that need none, with it combinations in which some operand needs it.
func (f *form) restrict(need []uint8, rex rexChoice) {
	users := 0
	for i := range f.ops {
		if need[i] != 0 {
			users++
		}
	}
	for i := range f.ops {
		o := &f.ops[i]
		if rex == rexAbsent || rex == rexPresent && users == 1 {
			o.values = choose(o.values, need[i], rex == rexPresent && need[i] != 0)
		}
		o.ref = o.values[len(o.values)-1] // of all, the likeliest to need the prefix
	}
	if rex == rexPresent && users > 1 {
		f.ok = func(v []uint8) bool {
			for i := range v {
				if v[i]&need[i] != 0 {
					return true
				}
			}
			return false
		}
	}
}

// choose returns the values that have, or have not, any of the bits.
func choose(values []uint8, bits uint8, has bool) (out []uint8) {
	for _, v := range values {
		if v&bits != 0 == has {
			out = append(out, v)
		}
	}
	return out
}

func (c class) values() []uint8 {
	if c == sse {
		return regs(32, 48)
	}
	return regs(0, 16)
}

func regs(from, to uint8) (out []uint8) {
	for r := from; r < to; r++ {
		out = append(out, r)
	}
	return out
}

func without(values []uint8, not ...uint8) (out []uint8) {
next:
	for _, v := range values {
		for _, n := range not {
			if v == n {
				continue next
			}
		}
		out = append(out, v)
	}
	return out
}
