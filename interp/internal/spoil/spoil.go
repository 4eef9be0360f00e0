// Package spoil spoils code objects at random, as a file may be that no compiler made:
// bytes of the bytecode, operands, opcodes, jumps, the exception table, what operands
// index, the numbers of a code object, and runs of instructions copied elsewhere. What
// passes pycode.Code.Verify nevertheless must do no harm when it runs, nor what a VM refuses
// only when it is called. The package's test runs them:
//
//	go test ./interp/internal/spoil                       # some thousand
//	TIER2_SOAK=1 go test -timeout=3h ./interp/internal/spoil   # a million
//	TIER2_SOAK=1 go test ./interp/internal/spoil -args -first=5000 -batches=100   // a piece of it
//
// Code makes one mutant of freshly read code:
//
//	code, err := pycode.Unmarshal(data)
//	what := spoil.Code(rand.New(rand.NewPCG(1, seed)), code)
//	if code.Verify() == nil { … }
//
// The package knows bytecode and no VM.
package spoil

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tier2go/tier2/interp/pycode"
)

// Code spoils code, or code among its constants, in one to three places and says how.
// The code must be the caller's own, and not have been verified.
func Code(r *rand.Rand, root *pycode.Code) string {
	var codes []*pycode.Code
	collect(root, &codes)
	var done []string
	for range 1 + r.IntN(3)*r.IntN(2) {
		m := &mutator{Rand: r, c: codes[r.IntN(len(codes))], codes: codes}
		which := mutations[r.IntN(len(mutations))]
		done = append(done, fmt.Sprintf("%s: %s: %s", m.c.QualName, which.name, which.spoil(m)))
	}
	return strings.Join(done, "; ")
}

func collect(c *pycode.Code, codes *[]*pycode.Code) {
	*codes = append(*codes, c)
	for _, k := range c.Consts {
		if k, ok := k.(*pycode.Code); ok {
			collect(k, codes)
		}
	}
}

// mutator spoils one code object.
type mutator struct {
	*rand.Rand
	c     *pycode.Code
	codes []*pycode.Code
}

// mutations are the ways to spoil code; those that leave most in order stand more often.
var mutations = []struct {
	name  string
	spoil func(*mutator) string
}{
	{"byte", (*mutator).flip}, {"operand", (*mutator).operand}, {"operand", (*mutator).operand}, {"near operand", (*mutator).near},
	{"near operand", (*mutator).near}, {"near operand", (*mutator).near}, {"opcode", (*mutator).opcode}, {"opcode", (*mutator).opcode},
	{"alike", (*mutator).alike}, {"alike", (*mutator).alike}, {"alike", (*mutator).alike}, {"jump", (*mutator).jump}, {"jump", (*mutator).jump},
	{"handlers", (*mutator).handlers}, {"handlers", (*mutator).handlers}, {"constants", (*mutator).constants}, {"constants", (*mutator).constants},
	{"names", (*mutator).names}, {"slots", (*mutator).slots}, {"numbers", (*mutator).numbers}, {"splice", (*mutator).splice},
	{"splice", (*mutator).splice}, {"exchange", (*mutator).exchange}, {"exchange", (*mutator).exchange}, {"caches", (*mutator).caches},
	{"lines", (*mutator).lines},
}

const nothing = "nothing"

// at returns an instruction at random.
func (m *mutator) at() (pycode.Instr, bool) {
	var all []pycode.Instr
	for in := range m.c.Instructions() {
		all = append(all, in)
	}
	if len(all) == 0 {
		return pycode.Instr{}, false
	}
	return all[m.IntN(len(all))], true
}

func (m *mutator) flip() string {
	if len(m.c.Units) == 0 {
		return nothing
	}
	i := m.IntN(len(m.c.Units))
	m.c.Units[i] ^= 1 << m.IntN(16)
	return fmt.Sprintf("unit %d is %#04x", i, m.c.Units[i])
}

// set gives the instruction's last unit an operand.
func (m *mutator) set(in pycode.Instr, arg uint32) string {
	m.c.Units[in.Unit] = m.c.Units[in.Unit]&0xFF | uint16(arg&0xFF)<<8
	return fmt.Sprintf("unit %d is %s %d", in.Unit, pycode.Op(m.c.Units[in.Unit]), arg&0xFF)
}

func (m *mutator) operand() string {
	in, ok := m.at()
	if !ok {
		return nothing
	}
	return m.set(in, uint32(m.IntN(256)))
}

func (m *mutator) near() string {
	in, ok := m.at()
	if !ok {
		return nothing
	}
	return m.set(in, in.Arg+uint32(m.IntN(7))-3)
}

func (m *mutator) opcode() string {
	in, ok := m.at()
	if !ok {
		return nothing
	}
	m.c.Units[in.Unit] = m.c.Units[in.Unit]&^0xFF | uint16(m.IntN(256))
	return fmt.Sprintf("unit %d is %s", in.Unit, pycode.Op(m.c.Units[in.Unit]))
}

// alike gives an instruction the opcode of another that has as many cache units and
// does the same to the stack's depth.
func (m *mutator) alike() string {
	in, ok := m.at()
	if !ok {
		return nothing
	}
	pops, pushes := in.StackEffect()
	for range 300 {
		o := pycode.Instr{Op: pycode.Op(m.IntN(256)), Arg: in.Arg}
		if !o.Op.Defined() || o.Op.Base() != o.Op || o.Op == in.Op || o.Op.Caches() != in.Op.Caches() {
			continue
		}
		if a, b := o.StackEffect(); b-a == pushes-pops {
			m.c.Units[in.Unit] = m.c.Units[in.Unit]&^0xFF | uint16(o.Op)
			return fmt.Sprintf("unit %d is %s instead of %s", in.Unit, o.Op, in.Op)
		}
	}
	return nothing
}

func (m *mutator) jump() string {
	for range 20 {
		in, ok := m.at()
		if !ok {
			break
		}
		if _, jumps := in.Target(); jumps {
			return m.set(in, in.Arg+uint32(m.IntN(41))-20)
		}
	}
	return nothing
}

func (m *mutator) handlers() string {
	t := m.c.ExceptionTable
	if len(t) == 0 {
		return nothing
	}
	i := m.IntN(len(t))
	if t[i]&0x40 == 0 && m.IntN(4) > 0 {
		t[i] = t[i]&0xC0 | byte(int(t[i])+m.IntN(9)-4)&0x3F
	} else {
		t[i] = byte(m.IntN(256))
	}
	return fmt.Sprintf("byte %d is %#02x", i, t[i])
}

func (m *mutator) constants() string {
	n := len(m.c.Consts)
	if n == 0 {
		return nothing
	}
	i := m.IntN(n)
	switch m.IntN(5) {
	case 0:
		m.c.Consts = m.c.Consts[:i]
		return fmt.Sprintf("%d of %d", i, n)
	case 1:
		j := m.IntN(n)
		m.c.Consts[i], m.c.Consts[j] = m.c.Consts[j], m.c.Consts[i]
		return fmt.Sprintf("%d and %d", i, j)
	case 2:
		o := m.codes[m.IntN(len(m.codes))]
		if o != m.codes[0] && len(o.Consts) == 0 { // no circles
			m.c.Consts[i] = o
			return fmt.Sprintf("%d is the code of %s", i, o.QualName)
		}
	}
	others := []pycode.Const{
		pycode.None{}, pycode.Int(-1), pycode.Int(1 << 62), pycode.Float(0.5), pycode.Str("x"), pycode.Tuple{}, pycode.Tuple{pycode.Str("x")},
		pycode.Tuple{pycode.Int(1), pycode.Int(2)}, pycode.Bytes("x"), pycode.Bool(true), pycode.FrozenSet{pycode.Int(1)},
		&pycode.Slice{Start: pycode.None{}, Stop: pycode.Int(1), Step: pycode.None{}}, pycode.Ellipsis{},
	}
	m.c.Consts[i] = others[m.IntN(len(others))]
	return fmt.Sprintf("%d is %s", i, pycode.Repr(m.c.Consts[i]))
}

func (m *mutator) names() string {
	n := len(m.c.Names)
	if n == 0 {
		return nothing
	}
	i, j := m.IntN(n), m.IntN(n)
	if m.IntN(8) == 0 {
		m.c.Names = m.c.Names[:i]
		return fmt.Sprintf("%d of %d", i, n)
	}
	m.c.Names[i] = m.c.Names[j]
	return fmt.Sprintf("%d is %s", i, m.c.Names[i])
}

func (m *mutator) slots() string {
	n := len(m.c.Kinds)
	if n == 0 {
		return nothing
	}
	i := m.IntN(n)
	if m.IntN(8) == 0 {
		m.c.Kinds, m.c.LocalsPlus = m.c.Kinds[:i], m.c.LocalsPlus[:i]
		return fmt.Sprintf("%d of %d", i, n)
	}
	m.c.Kinds[i] ^= 1 << m.IntN(8)
	return fmt.Sprintf("%d is %#x", i, m.c.Kinds[i])
}

func (m *mutator) numbers() string {
	numbers := []struct {
		name string
		p    *int
	}{
		{"argcount", &m.c.ArgCount}, {"posonlyargcount", &m.c.PosOnlyArgCount}, {"kwonlyargcount", &m.c.KwOnlyArgCount},
		{"stacksize", &m.c.StackSize}, {"firstlineno", &m.c.FirstLine}, {"flags", &m.c.Flags},
	}
	x := numbers[m.IntN(len(numbers))]
	switch {
	case x.p == &m.c.Flags:
		*x.p ^= 1 << m.IntN(28)
	case m.IntN(4) == 0:
		*x.p = m.IntN(1 << 30)
	default:
		*x.p = max(0, *x.p+m.IntN(5)-2)
	}
	return fmt.Sprintf("%s is %d", x.name, *x.p)
}

// splice copies a run of instructions over others of the same or of another code object.
func (m *mutator) splice() string {
	from := m.codes[m.IntN(len(m.codes))].Units
	in, ok := m.at()
	if !ok || len(from) == 0 {
		return nothing
	}
	a := m.IntN(len(from))
	n := copy(m.c.Units[in.Start:], from[a:a+min(1+m.IntN(8), len(from)-a)])
	return fmt.Sprintf("%d units at %d", n, in.Start)
}

// exchange exchanges two instructions that follow each other, or takes one away.
func (m *mutator) exchange() string {
	in, ok := m.at()
	if !ok || in.Next >= len(m.c.Units) {
		return nothing
	}
	next := pycode.Decode(m.c.Units, in.Next)
	both := append(append([]uint16(nil), m.c.Units[next.Start:next.Next]...), m.c.Units[in.Start:in.Next]...)
	if m.IntN(2) == 0 {
		for i := range next.Next - in.Start {
			both[i] = uint16(pycode.NOP)
			if i >= in.Next-in.Start {
				both[i] = m.c.Units[in.Start+i]
			}
		}
	}
	copy(m.c.Units[in.Start:], both)
	return fmt.Sprintf("at %d", in.Start)
}

func (m *mutator) caches() string {
	for range 20 {
		if in, ok := m.at(); ok && in.Next > in.Unit+1 {
			i := in.Unit + 1 + m.IntN(in.Next-in.Unit-1)
			m.c.Units[i] = uint16(m.IntN(1 << 16))
			return fmt.Sprintf("unit %d of %s is %#04x", i, in.Op, m.c.Units[i])
		}
	}
	return nothing
}

func (m *mutator) lines() string {
	if len(m.c.LineTable) == 0 {
		return nothing
	}
	i := m.IntN(len(m.c.LineTable))
	m.c.LineTable[i] ^= 1 << m.IntN(8)
	return fmt.Sprintf("byte %d is %#02x", i, m.c.LineTable[i])
}
