// Package mirtest helps to test what works on machine form: a short text
// notation for functions, a printer of allocated ones, a generator of random
// ones, and an interpreter that runs a function before allocation, on virtual
// registers, and after it, on registers and slots. It knows package lower's
// machine form only, and gives operations a meaning of its own: a result is a
// hash of the operation, the immediate and the operands.
//
// # Notation
//
// One line a block or instruction; ; starts a comment. vN is a value of class
// GPR, wN one of class FPR.
//
//	slots 2                       ; slots 0 and 1 are the caller's
//	entry v0@g1 w1@s0             ; values at the start, and where they are
//	b0:
//	  v2 = remat 7                ; an instruction with IsRemat
//	  jump b1(v2 v0)
//	b1(v3 v4) loop b2:            ; parameters; a loop's header and last block
//	  v5:1 = add v3 v4            ; v5 reuses the register of operand 1
//	  v6@g0 = div v5@g0 !g3       ; fixed registers; g3 is clobbered
//	  guard v6 v3? v4?^           ; ? may lie anywhere, ^ is at the other
//	                              ; position: Late for uses, Early for results
//	  br v6 -> b2 b3
//	b2 cold:                      ; a cold block
//	  call v4?^ !all cold         ; all registers; a cold instruction
//	  jump b1(v6 v4)
//	b3:
//	  leave v6@s1                 ; a terminator without successors
//
// Any word is an operation. Operands count from 0, results first.
package mirtest

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"sync"

	"github.com/tier2go/tier2/lower"
)

// Regs makes a register file with the first registers of each class allocatable
// and the next one scratch.
func Regs(gprs, fprs int) *lower.RegFile {
	rf := &lower.RegFile{}
	for c, n := range [lower.NumClasses]int{gprs, fprs} {
		for i := range n {
			rf.Allocatable[c] = append(rf.Allocatable[c], lower.MakePReg(lower.Class(c), i))
		}
		rf.Scratch[c] = lower.MakePReg(lower.Class(c), n)
	}
	return rf
}

// opOf returns the operation for a word.
func opOf(word string) lower.MOp {
	if word == "move" {
		return lower.MMove
	}
	h := fnv.New32a()
	h.Write([]byte(word))
	op := lower.MOp(h.Sum32()%40000 + 1000)
	words.Store(op, word)
	return op
}

// words has the words of operations, for prints.
var words sync.Map

// opName returns the word of an operation that opOf has made.
func opName(op lower.MOp) string {
	if w, ok := words.Load(op); ok {
		return w.(string)
	}
	return fmt.Sprintf("op%d", op)
}

type parser struct {
	f    *lower.Func
	rf   *lower.RegFile
	line int
}

// Parse reads a function. rf says which registers !all means.
func Parse(rf *lower.RegFile, text string) (f *lower.Func, err error) {
	p := &parser{f: &lower.Func{Name: "f"}, rf: rf}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			f, err = nil, fmt.Errorf("mirtest: %d: %s", p.line, string(e))
		}
	}()
	for _, l := range strings.Split(text, "\n") {
		p.line++
		if i := strings.IndexByte(l, ';'); i >= 0 {
			l = l[:i]
		}
		if w := strings.Fields(l); len(w) > 0 {
			p.statement(w)
		}
	}
	for b := range p.f.Blocks {
		blk := &p.f.Blocks[b]
		if blk.N > 0 {
			p.f.Insts[blk.First+blk.N-1].Flags |= lower.IsTerm
		}
		for _, e := range blk.Succs {
			if int(e.To) >= len(p.f.Blocks) {
				p.fail("no block b%d", e.To)
			}
			to := &p.f.Blocks[e.To]
			to.Preds = append(to.Preds, lower.BlockID(b))
		}
	}
	return p.f, nil
}

type parseError string

func (p *parser) fail(format string, args ...any) {
	panic(parseError(fmt.Sprintf(format, args...)))
}

func (p *parser) statement(w []string) {
	switch {
	case w[0] == "name":
		p.f.Name = w[1]
	case w[0] == "slots":
		p.f.FirstSlot = p.num(w[1])
	case w[0] == "entry":
		for _, s := range w[1:] {
			o := p.operand(s, lower.Use)
			p.f.Entry = append(p.f.Entry, lower.Entry{V: o.V, At: o.At})
		}
	case strings.HasSuffix(w[len(w)-1], ":"):
		p.block(w)
	default:
		p.inst(w)
	}
}

// block reads b1(v3 v4) loop b3 cold:
func (p *parser) block(w []string) {
	text := strings.TrimSuffix(strings.Join(w, " "), ":")
	b := lower.Block{First: int32(len(p.f.Insts)), LoopHead: -1, LoopEnd: -1}
	head, rest := text, ""
	if i := strings.IndexByte(text, '('); i >= 0 {
		j := strings.IndexByte(text, ')')
		head, rest = text[:i], text[j+1:]
		for _, s := range strings.Fields(text[i+1 : j]) {
			b.Params = append(b.Params, p.vreg(s))
		}
	} else if i := strings.IndexByte(text, ' '); i >= 0 {
		head, rest = text[:i], text[i:]
	}
	if p.num(head[1:]) != len(p.f.Blocks) {
		p.fail("block %s out of order", head)
	}
	r := strings.Fields(rest)
	for i := 0; i < len(r); i++ {
		switch r[i] {
		case "cold":
			b.Cold = true
		case "loop":
			b.LoopEnd = lower.BlockID(p.num(r[i+1][1:]))
			i++
		default:
			p.fail("unknown word %q", r[i])
		}
	}
	p.f.Blocks = append(p.f.Blocks, b)
}

// inst reads d1 d2 = op u1 u2 7 !g0,g1 cold -> b1(v1) b2
func (p *parser) inst(w []string) {
	if len(p.f.Blocks) == 0 {
		p.fail("instruction outside of a block")
	}
	b := &p.f.Blocks[len(p.f.Blocks)-1]
	in := lower.Inst{Ops: int32(len(p.f.Operands)), Exit: -1, Origin: -1}
	for i, s := range w {
		if s == "=" {
			for _, d := range w[:i] {
				p.f.Operands = append(p.f.Operands, p.operand(d, lower.Def))
			}
			w = w[i+1:]
			break
		}
	}
	in.Op = opOf(w[0])
	if w[0] == "remat" {
		in.Flags |= lower.IsRemat
	}
	edges := ""
	for i, s := range w[1:] {
		switch {
		case s == "->":
			edges = strings.Join(w[i+2:], " ")
		case s == "cold":
			in.Flags |= lower.IsCold
		case s[0] == '!':
			in.Clobber = p.clobbers(s[1:])
		case s[0] == 'v' || s[0] == 'w':
			p.f.Operands = append(p.f.Operands, p.operand(s, lower.Use))
		case s[0] == 'b' && w[0] == "jump":
			edges = strings.Join(w[i+1:], " ")
		default:
			in.Imm = int64(p.num(s))
		}
		if edges != "" {
			break
		}
	}
	p.edges(b, edges)
	in.NumOps = uint16(len(p.f.Operands) - int(in.Ops))
	p.f.Insts = append(p.f.Insts, in)
	b.N++
}

// edges reads b1(v1 v2) b2.
func (p *parser) edges(b *lower.Block, s string) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		i := strings.IndexAny(s, "( ")
		if i < 0 {
			i = len(s)
		}
		e := lower.Edge{To: lower.BlockID(p.num(s[1:i]))}
		s = s[i:]
		if strings.HasPrefix(s, "(") {
			j := strings.IndexByte(s, ')')
			for _, v := range strings.Fields(s[1:j]) {
				e.Args = append(e.Args, p.vreg(v))
			}
			s = s[j+1:]
		}
		b.Succs = append(b.Succs, e)
	}
}

func (p *parser) clobbers(s string) (set lower.RegSet) {
	if s == "all" {
		for _, l := range p.rf.Allocatable {
			for _, r := range l {
				set = set.With(r)
			}
		}
		return set
	}
	for _, r := range strings.Split(s, ",") {
		set = set.With(p.loc(r).Reg())
	}
	return set
}

// operand reads v3, v3?, v3^, v3@g1, v3:1 and combinations.
func (p *parser) operand(s string, k lower.OperandKind) lower.Operand {
	o := lower.Operand{Kind: k, Constraint: lower.InARegs}
	if k == lower.Def {
		o.Pos = lower.Late
	}
	i := strings.IndexAny(s, "?^@:")
	if i < 0 {
		i = len(s)
	}
	o.V = p.vreg(s[:i])
	for s = s[i:]; s != ""; {
		c := s[0]
		j := strings.IndexAny(s[1:], "?^@:") + 1
		if j == 0 {
			j = len(s)
		}
		arg := s[1:j]
		switch c {
		case '?':
			o.Constraint = lower.InAny
		case '^':
			o.Pos ^= 1
		case '@':
			o.Constraint, o.At = lower.InFixed, p.loc(arg)
		case ':':
			o.Constraint, o.Index = lower.Reuse, uint8(p.num(arg))
		}
		s = s[j:]
	}
	return o
}

func (p *parser) loc(s string) lower.Loc {
	n := p.num(s[1:])
	switch s[0] {
	case 'g':
		return lower.InReg(lower.MakePReg(lower.GPR, n))
	case 'f':
		return lower.InReg(lower.MakePReg(lower.FPR, n))
	case 's':
		return lower.InSlot(n)
	}
	p.fail("no place: %q", s)
	return lower.Loc{}
}

func (p *parser) vreg(s string) lower.VReg {
	c := lower.GPR
	switch s[0] {
	case 'v':
	case 'w':
		c = lower.FPR
	default:
		p.fail("no value: %q", s)
	}
	n := p.num(s[1:])
	for len(p.f.Classes) <= n {
		p.f.Classes = append(p.f.Classes, 0)
	}
	p.f.Classes[n] = c
	return lower.VReg(n)
}

func (p *parser) num(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		p.fail("no number: %q", s)
	}
	return n
}
