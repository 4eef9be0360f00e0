package golden

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// outcome is how a run leaves, as the section run writes it:
//
//	outcome = kind frame { ">" frame } [ "raises" string ] [ "logs" int ]
//	frame   = "pc" "=" int "(" [ word { "," word } ] "|" [ word { "," word } ] ")"
//
// The frames stand from the outside in, locals before the operand stack. An object
// that the run has made is &1:op/operand/… where it stands first, and &1 elsewhere.
type outcome struct {
	kind   string
	frames []outFrame
	raises string // "" if nothing was raised
	logs   int    // events of the log
}

type outFrame struct {
	pc     int
	slots  []string // words as the guest prints them
	locals int
}

// outcomeOf returns a result of the evaluator as an outcome.
func outcomeOf(out eval.Out, word func(uint64) string) *outcome {
	o := &outcome{kind: out.Kind.String(), logs: len(out.Log)}
	p := objectPrinter{out: out, word: word}
	decls := out.Exit.Owner.Block.Func().Frames
	for _, fr := range out.Frames {
		f := outFrame{pc: int(fr.PC), locals: min(decls[fr.Frame].NumLocals, len(fr.Slots))}
		for _, s := range fr.Slots {
			f.slots = append(f.slots, p.print(s.Word))
		}
		o.frames = append(o.frames, f)
	}
	if out.Raised != nil {
		o.raises = out.Raised.Error()
	}
	return o
}

// objectPrinter prints words, and objects that a run has made by their contents.
type objectPrinter struct {
	out  eval.Out
	word func(uint64) string
	seen []uint64 // objects printed, by number
}

func (p *objectPrinter) print(w uint64) string {
	i := slices.IndexFunc(p.out.Fresh, func(o eval.Object) bool { return o.Word == w })
	if i < 0 {
		return p.word(w)
	}
	if n := slices.Index(p.seen, w); n >= 0 {
		return fmt.Sprintf("&%d", n+1)
	}
	p.seen = append(p.seen, w)
	o := p.out.Fresh[i]
	s := fmt.Sprintf("&%d:%s", len(p.seen), o.Op)
	for _, a := range o.Args {
		s += "/"
		switch a.Type {
		case ir.Ref:
			s += p.print(a.Bits)
		case ir.F64:
			s += fmt.Sprint(math.Float64frombits(a.Bits))
		default:
			s += fmt.Sprint(int64(a.Bits))
		}
	}
	return s
}

// String prints the outcome so that it parses to the same.
func (o *outcome) String() string {
	var b strings.Builder
	b.WriteString(o.kind)
	for i, f := range o.frames {
		if i > 0 {
			b.WriteString(" >")
		}
		fmt.Fprintf(&b, " pc=%d (%s |", f.pc, strings.Join(f.slots[:f.locals], ", "))
		if len(f.slots) > f.locals {
			b.WriteString(" " + strings.Join(f.slots[f.locals:], ", "))
		}
		b.WriteString(")")
	}
	if o.raises != "" {
		fmt.Fprintf(&b, " raises %q", o.raises)
	}
	if o.logs > 0 {
		fmt.Fprintf(&b, " logs %d", o.logs)
	}
	return b.String()
}

func parseOutcome(x *lexer) (*outcome, error) {
	o := &outcome{kind: x.next()}
	for {
		f, err := parseFrame(x)
		if err != nil {
			return nil, err
		}
		o.frames = append(o.frames, f)
		if !x.accept(">") {
			break
		}
	}
	var err error
	if x.accept("raises") {
		if o.raises, err = strconv.Unquote(x.next()); err != nil {
			return nil, fmt.Errorf("what is raised is a string in double quotes")
		}
	}
	if x.accept("logs") {
		o.logs, err = x.int()
	}
	return o, err
}

func parseFrame(x *lexer) (f outFrame, err error) {
	for _, t := range []string{"pc", "="} {
		if err := x.expect(t); err != nil {
			return f, err
		}
	}
	if f.pc, err = x.int(); err != nil {
		return f, err
	}
	if err := x.expect("("); err != nil {
		return f, err
	}
	bar := false
	for !x.accept(")") {
		switch t := x.next(); t {
		case "":
			return f, fmt.Errorf(`")" expected`)
		case "|":
			if bar {
				return f, fmt.Errorf("a frame has one |")
			}
			bar, f.locals = true, len(f.slots)
		case ",", "#":
		default:
			f.slots = append(f.slots, t)
		}
	}
	if !bar {
		return f, fmt.Errorf("a frame has its locals before | and its stack behind it")
	}
	return f, nil
}

// matches compares an outcome as written with what happened. A slot of the entry
// frame that is written as _ holds what it did in the input.
func (o *outcome) matches(got *outcome, input []string) bool {
	if o.kind != got.kind || len(o.frames) != len(got.frames) || o.raises != got.raises || o.logs != got.logs {
		return false
	}
	for i, f := range o.frames {
		g := got.frames[i]
		if f.pc != g.pc || f.locals != g.locals || !slices.EqualFunc(f.slots, g.slots, func(a, b string) bool { return a == b || a == "_" }) {
			return false
		}
		for k, s := range f.slots {
			if s == "_" && (i > 0 || k >= len(input) || g.slots[k] != input[k]) {
				return false
			}
		}
	}
	return true
}
