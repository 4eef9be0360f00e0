package mirtest

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/lower"
)

// Print lists a function: before allocation if al is nil, else with places for
// values and with the edits.
func Print(f *lower.Func, al *lower.Allocation) string {
	var b strings.Builder
	if f.FirstSlot > 0 {
		fmt.Fprintf(&b, "slots %d\n", f.FirstSlot)
	}
	if len(f.Entry) > 0 {
		b.WriteString("entry")
		for _, e := range f.Entry {
			fmt.Fprintf(&b, " %s@%v", vname(f, e.V), e.At)
		}
		b.WriteByte('\n')
	}
	edit := 0
	for i := range f.Blocks {
		blk := &f.Blocks[i]
		fmt.Fprintf(&b, "b%d%s", i, vlist(f, blk.Params))
		if blk.LoopEnd >= 0 {
			fmt.Fprintf(&b, " loop b%d", blk.LoopEnd)
		}
		if blk.Cold {
			b.WriteString(" cold")
		}
		b.WriteString(":\n")
		for j := blk.First; j < blk.First+blk.N; j++ {
			for ; al != nil && edit < len(al.Edits) && int32(al.Edits[edit].Inst) == j; edit++ {
				e := al.Edits[edit]
				if e.Of >= 0 {
					fmt.Fprintf(&b, "    %v <- remat %d (%s)\n", e.To, f.Insts[e.Of].Imm, vname(f, f.InstOps(e.Of)[0].V))
				} else {
					fmt.Fprintf(&b, "    %v <- %v\n", e.To, e.From)
				}
			}
			printInst(&b, f, al, j)
			if j == blk.First+blk.N-1 && len(blk.Succs) > 0 {
				b.WriteString(" ->")
				for _, e := range blk.Succs {
					fmt.Fprintf(&b, " b%d%s", e.To, vlist(f, e.Args))
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func printInst(b *strings.Builder, f *lower.Func, al *lower.Allocation, i int32) {
	in := &f.Insts[i]
	fmt.Fprintf(b, "  ")
	uses := ""
	for j, o := range f.InstOps(lower.InstID(i)) {
		s := vname(f, o.V)
		if al != nil {
			s += "=" + al.Locs[int(in.Ops)+j].String()
		}
		switch o.Constraint {
		case lower.InAny:
			s += "?"
		case lower.InFixed:
			s += "@" + o.At.String()
		case lower.Reuse:
			s += fmt.Sprintf(":%d", o.Index)
		}
		if (o.Kind == lower.Use) != (o.Pos == lower.Early) {
			s += "^"
		}
		if o.Kind == lower.Def {
			b.WriteString(s + " ")
		} else {
			uses += " " + s
		}
	}
	if in.NumOps > 0 && f.InstOps(lower.InstID(i))[0].Kind == lower.Def {
		b.WriteString("= ")
	}
	switch {
	case in.Flags&lower.IsRemat != 0:
		b.WriteString("remat")
	case in.Op == lower.MMove:
		b.WriteString("move")
	default:
		b.WriteString(opName(in.Op))
	}
	b.WriteString(uses)
	if in.Imm != 0 {
		fmt.Fprintf(b, " %d", in.Imm)
	}
	if in.Clobber != 0 {
		b.WriteString(" !")
		sep := ""
		for r := lower.PReg(0); r < 64; r++ {
			if in.Clobber.Has(r) {
				b.WriteString(sep + lower.InReg(r).String())
				sep = ","
			}
		}
	}
	if in.Flags&lower.IsCold != 0 {
		b.WriteString(" cold")
	}
}

func vname(f *lower.Func, v lower.VReg) string {
	if int(v) < len(f.Classes) && f.Classes[v] == lower.FPR {
		return fmt.Sprintf("w%d", v)
	}
	return fmt.Sprintf("v%d", v)
}

func vlist(f *lower.Func, l []lower.VReg) string {
	if len(l) == 0 {
		return ""
	}
	s := make([]string, len(l))
	for i, v := range l {
		s[i] = vname(f, v)
	}
	return "(" + strings.Join(s, " ") + ")"
}
