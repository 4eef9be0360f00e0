package lower

import (
	"fmt"
	"io"
	"strings"
)

// Print lists a function's machine operations: a line an instruction, results
// before the arrow, and, if al is not nil, every virtual register with its place
// and the moves that allocation has added. reg names a register; nil prints
// numbers.
//
//	b2: loop
//	  g8=v30 <- addxi g8=v25 #1  exit 14
func Print(w io.Writer, f *Func, al *Allocation, reg func(PReg) string) error {
	p := printer{f: f, al: al, reg: reg}
	for i := range f.Blocks {
		p.block(i)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

type printer struct {
	f    *Func
	al   *Allocation
	reg  func(PReg) string
	b    strings.Builder
	edit int
}

func (p *printer) loc(l Loc) string {
	if l.IsReg() && p.reg != nil {
		return p.reg(l.Reg())
	}
	return l.String()
}

func (p *printer) block(i int) {
	blk := &p.f.Blocks[i]
	fmt.Fprintf(&p.b, "b%d:", i)
	for _, v := range blk.Params {
		fmt.Fprintf(&p.b, " v%d", v)
	}
	if blk.LoopEnd >= 0 {
		p.b.WriteString(" loop")
	}
	if blk.Cold {
		p.b.WriteString(" cold")
	}
	p.b.WriteByte('\n')
	for j := blk.First; j < blk.First+blk.N; j++ {
		p.edits(InstID(j))
		p.inst(InstID(j))
		if j == blk.First+blk.N-1 {
			p.succs(blk)
		}
		p.b.WriteByte('\n')
	}
}

func (p *printer) edits(i InstID) {
	for p.al != nil && p.edit < len(p.al.Edits) && p.al.Edits[p.edit].Inst <= i {
		e := p.al.Edits[p.edit]
		p.edit++
		if e.Of >= 0 {
			fmt.Fprintf(&p.b, "  %s <- again %v #%d\n", p.loc(e.To), p.f.Insts[e.Of].Op, p.f.Insts[e.Of].Imm)
			continue
		}
		fmt.Fprintf(&p.b, "  %s <- %s\n", p.loc(e.To), p.loc(e.From))
	}
}

func (p *printer) inst(i InstID) {
	in := &p.f.Insts[i]
	var defs, uses []string
	for k, o := range p.f.InstOps(i)[:in.NumEnc] {
		s := fmt.Sprintf("v%d", o.V)
		if p.al != nil {
			s = p.loc(p.al.Locs[int(in.Ops)+k]) + "=" + s
		}
		if o.Kind == Def {
			defs = append(defs, s)
		} else {
			uses = append(uses, s)
		}
	}
	p.b.WriteString("  ")
	if len(defs) > 0 {
		p.b.WriteString(strings.Join(defs, " ") + " <- ")
	}
	p.b.WriteString(in.Op.String())
	if hasCond(in.Op) {
		p.b.WriteString("." + in.Cond.String())
	}
	for _, u := range uses {
		p.b.WriteString(" " + u)
	}
	if in.Size != 0 {
		scale := ""
		if in.Base == BaseIndex {
			scale = fmt.Sprintf("*%d", in.Scale)
		}
		fmt.Fprintf(&p.b, " [%v%s+%d]:%d", in.Base, scale, in.Imm, in.Size)
	} else if in.Imm != 0 {
		fmt.Fprintf(&p.b, " #%d", in.Imm)
	}
	if in.Imm2 != 0 {
		fmt.Fprintf(&p.b, " #%d", in.Imm2)
	}
	if in.Exit >= 0 {
		fmt.Fprintf(&p.b, "  exit %d", in.Exit)
	}
}

func (p *printer) succs(b *Block) {
	for k, e := range b.Succs {
		if k == 0 {
			p.b.WriteString(" ->")
		}
		fmt.Fprintf(&p.b, " b%d", e.To)
		for n, v := range e.Args {
			fmt.Fprintf(&p.b, "%cv%d", "(,"[min(n, 1)], v)
		}
		if len(e.Args) > 0 {
			p.b.WriteByte(')')
		}
	}
}

// hasCond reports whether an operation has a condition.
func hasCond(op MOp) bool {
	switch op {
	case MSet, MSetI, MSelect, MSelectI, MSelectBitsI, MFSelectI, MSelectF, MFSelect, MExitShr, MBr, MBrI, MBrMemI, MBrBitsI, MExit, MExitI, MExitMem, MExitMemI, MFSet, MFBr, MFExit, MExitBitsI:
		return true
	}
	return false
}
