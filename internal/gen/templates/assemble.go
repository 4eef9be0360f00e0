package main

import (
	"fmt"
	"strings"

	"github.com/twitchyliquid64/golang-asm/asm/arch"
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/objabi"
)

// assembler runs golang-asm on one Link that is reused: a Link costs 100 µs
// to make. It is for one goroutine.
type assembler struct {
	arch *arch.Arch
	ctxt *obj.Link
	// frame, if not nil, makes an instruction without bytes that is put before
	// all others and behind them: the arm64 back end takes the first for a
	// TEXT directive, which it skips, and pads the code behind the last.
	frame func(ctxt *obj.Link) *obj.Prog
	slab  []obj.Prog
	used  int
	diags []string
}

func newAssembler(name string, frame func(*obj.Link) *obj.Prog) *assembler {
	a := &assembler{arch: arch.Set(name), frame: frame, slab: make([]obj.Prog, 4096)}
	a.ctxt = obj.Linknew(a.arch.LinkArch)
	a.ctxt.Headtype = objabi.Hlinux
	a.ctxt.IsAsm = true // otherwise jumps are padded
	a.ctxt.DiagFunc = func(format string, args ...any) {
		a.diags = append(a.diags, fmt.Sprintf(format, args...))
	}
	a.arch.Init(a.ctxt)
	return a
}

// prog returns an empty instruction, valid until the next assemble.
func (a *assembler) prog() *obj.Prog {
	if a.used == len(a.slab) {
		return a.ctxt.NewProg()
	}
	p := &a.slab[a.used]
	a.used++
	*p = obj.Prog{Ctxt: a.ctxt}
	return p
}

// code is the result of assembling one instruction.
type code struct {
	bytes []byte
	// relocAt is the offset of a 32-bit distance that the assembler left to a
	// linker, or -1.
	relocAt int
}

// assemble assembles instructions one behind the other and returns the bytes
// of each. The instructions made by prog are free for reuse afterwards.
func (a *assembler) assemble(progs []*obj.Prog) ([]code, error) {
	defer func() { a.used = 0 }()
	if len(progs) == 0 {
		return nil, nil
	}
	for i, p := range progs[:len(progs)-1] {
		p.Link = progs[i+1]
	}
	text := progs[0]
	if a.frame != nil {
		head := a.frame(a.ctxt)
		head.Link, text = text, head
		progs[len(progs)-1].Link = a.frame(a.ctxt)
	}
	s := &obj.LSym{Func: &obj.FuncInfo{Text: text}}
	a.diags = a.diags[:0]
	a.arch.Assemble(a.ctxt, s, a.prog)
	if len(a.diags) > 0 {
		return nil, fmt.Errorf("golang-asm: %s", strings.Join(a.diags, "; "))
	}
	out := make([]code, len(progs))
	for i, p := range progs {
		end := int64(len(s.P))
		if p.Link != nil {
			end = p.Link.Pc
		}
		out[i] = code{bytes: s.P[p.Pc:end:end], relocAt: -1}
	}
	i := 0
	for _, r := range s.R {
		if r.Siz == 0 {
			continue // a mark, such as that of an indirect call
		}
		for i+1 < len(progs) && progs[i+1].Pc <= int64(r.Off) {
			i++
		}
		out[i].relocAt = int(int64(r.Off) - progs[i].Pc)
	}
	return out, nil
}
