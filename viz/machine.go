package viz

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Machine shows machine operations with their places. It is part of
// tier2.Observer.
func (r *Recorder) Machine(f *lower.Func, al *lower.Allocation) {
	var b strings.Builder
	_ = lower.Print(&b, f, al, r.opts.Reg) // a Builder's Write does not fail
	text := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	m := machine{f: f, origin: origins(f)}
	c := &column{name: "registers", kind: "machine", note: fmt.Sprintf("%d operations, %s", len(f.Insts), plural(al.NumSlots, "slot"))}
	edit := 0
	add := func(l line) {
		if len(text) == 0 {
			panic("viz: lower.Print has fewer lines than the function has operations")
		}
		l.html = m.link(text[0], l.links)
		l.links = nil
		text = text[1:]
		c.lines = append(c.lines, l)
	}
	for i := range f.Blocks {
		blk := &f.Blocks[i]
		add(line{class: "head", key: "m" + strconv.Itoa(i)})
		for j := blk.First; j < blk.First+blk.N; j++ {
			for ; edit < len(al.Edits) && al.Edits[edit].Inst <= lower.InstID(j); edit++ {
				add(line{class: "state"})
			}
			in := &f.Insts[j]
			l := line{key: m.key(in), op: int(j) + 1}
			if in.Exit >= 0 {
				l.links = []string{"x" + strconv.Itoa(int(f.Exits[in.Exit].Exit.ID))}
			}
			add(l)
		}
	}
	r.add(c)
}

// machine finds what machine operations come from.
type machine struct {
	f      *lower.Func
	origin []int32 // by virtual register: the id of the value that it belongs to, -1
}

// origins finds the values that virtual registers belong to: those whose
// operations define them.
func origins(f *lower.Func) []int32 {
	list := make([]int32, len(f.Classes))
	for i := range list {
		list[i] = -1
	}
	for i := range f.Insts {
		for _, o := range f.InstOps(lower.InstID(i)) {
			if o.Kind == lower.Def && int(o.V) < len(list) {
				list[o.V] = f.Insts[i].Origin
			}
		}
	}
	return list
}

func (m *machine) key(in *lower.Inst) string {
	if in.Origin < 0 {
		return ""
	}
	return "v" + strconv.Itoa(int(in.Origin))
}

// link makes HTML of a line of lower.Print, in which virtual registers are %12:
// v12 is a value. exit has the key of its exit, if it has one.
func (m *machine) link(text string, exit []string) string {
	var h strings.Builder
	last := ""
	for len(text) > 0 {
		w := token(text)
		word := text[:w]
		text = text[w:]
		n, err := strconv.Atoi(word[min(1, len(word)):])
		switch {
		case word[0] == 'v' && err == nil && n < len(m.origin):
			fmt.Fprintf(&h, `<a data-k="r%d"`, n)
			if o := m.origin[n]; o >= 0 {
				fmt.Fprintf(&h, ` data-o="v%d"`, o)
			}
			fmt.Fprintf(&h, ">%%%d</a>", n)
		case word[0] == 'b' && err == nil:
			fmt.Fprintf(&h, `<a data-k="m%d">%s</a>`, n, word)
		case last == "exit" && word != " " && len(exit) > 0:
			fmt.Fprintf(&h, `<a data-k="%s">%s</a>`, exit[0], word)
		default:
			h.WriteString(escape(word))
		}
		if word != " " {
			last = word
		}
	}
	return h.String()
}

// Code shows an executor's code and exits. It is part of tier2.Observer.
func (r *Recorder) Code(ex *exitdata.Executor, f *lower.Func, code *lower.Code) {
	cur := r.current()
	cur.Executor = ex
	if r.opts.Disassemble != nil {
		r.disassembly(f, code)
	}
	r.exits(ex, f)
}

// place says what begins at an offset of code.
type place struct {
	at        int
	what, key string
	op        int  // 1 + the index of the operation, 0 for none
	call      bool // the address of a row stands behind it: see exitdata.Table
}

// rowAddress is the size of what stands behind a call, in bytes.
const rowAddress = 8

// places returns what begins where in code, by offset; of what begins at one place
// all but the last is empty.
func places(f *lower.Func, code *lower.Code) []place {
	m := machine{f: f}
	list := []place{{at: 0}, {at: code.Hot}}
	for i, at := range code.Insts {
		in := &f.Insts[i]
		what := in.Op.String()
		if in.Exit >= 0 {
			what += fmt.Sprintf(", exit %d", in.Exit)
		}
		list = append(list, place{int(at), what, m.key(in), i + 1, in.Op == lower.MCall || in.Op == lower.MCallKept})
	}
	for i, at := range code.Exits {
		if at >= 0 {
			list = append(list, place{int(at), fmt.Sprintf("leave by exit %d", i), "x" + strconv.Itoa(int(f.Exits[i].Exit.ID)), 0, false})
		}
	}
	slices.SortStableFunc(list, func(a, b place) int { return a.at - b.at })
	return list
}

// disassembly adds the column of the code. What begins anywhere is decoded by
// itself, so that data does not garble what follows it.
func (r *Recorder) disassembly(f *lower.Func, code *lower.Code) {
	c := &column{name: "code", kind: "code", note: fmt.Sprintf("%d bytes, %d of them hot", len(code.Bytes), code.Hot)}
	list, labels := places(f, code), code.Places(f)
	cold := false
	for i, p := range list {
		end, data := len(code.Bytes), 0
		if i+1 < len(list) {
			end = list[i+1].at
		}
		if p.at == end {
			continue
		}
		if p.at >= code.Hot && !cold {
			cold = true
			c.lines = append(c.lines, line{class: "head", html: "cold"})
		}
		if p.call && end-p.at > rowAddress {
			data = rowAddress
		}
		if label := labels(uint64(p.at)); strings.HasPrefix(label, "b") {
			key := "m" + label[1:]
			c.lines = append(c.lines, line{class: "head", key: key, html: fmt.Sprintf(`<a data-k="%s">%s</a>:`, key, label)})
		}
		text := r.opts.Disassemble(code.Bytes[p.at:end-data], uint64(p.at), lower.Notes{Label: labels, Comment: func(off int) string {
			if off == 0 {
				return p.what
			}
			return ""
		}})
		for t := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
			c.lines = append(c.lines, instruction(t, p, f))
		}
		if data != 0 {
			row := binary.LittleEndian.Uint64(code.Bytes[end-data : end])
			c.lines = append(c.lines, instruction(fmt.Sprintf("%04x  .quad %#x  ; the exit's row", end-data, row), p, f))
		}
	}
	r.add(c)
}

// instruction makes a line of one of a disassembly. A label in angle brackets refers to the
// block or the exit of the function that has it.
func instruction(text string, from place, f *lower.Func) line {
	offset, rest, _ := strings.Cut(text, " ")
	ins, comment, found := strings.Cut(rest, ";")
	ins = strings.TrimSpace(ins)
	label := ""
	if i := strings.LastIndexByte(ins, '<'); i >= 0 && strings.HasSuffix(ins, ">") {
		ins, label = ins[:i], ins[i+1:len(ins)-1]
	}
	h := "<s>" + escape(offset) + "</s> " + escape(ins)
	if label != "" {
		n, _ := strconv.Atoi(label[1:])
		key := "m" + label[1:]
		if label[0] == 'x' {
			key = "x" + strconv.Itoa(int(f.Exits[n].Exit.ID))
		}
		h += fmt.Sprintf(`<a data-k="%s">%s</a>`, key, label)
	}
	if found {
		h += "  <s>;" + escape(comment) + "</s>"
	}
	at, err := strconv.ParseInt(offset, 16, 64)
	return line{html: h, key: from.key, op: from.op, code: err == nil, offset: int(at)}
}

// exits adds the column of an executor's exits with what they rebuild.
func (r *Recorder) exits(ex *exitdata.Executor, f *lower.Func) {
	c := &column{name: "exits", kind: "exits", note: fmt.Sprint(len(ex.Exits))}
	for i, x := range ex.Exits {
		p := &f.Exits[i]
		k := "x" + strconv.Itoa(int(p.Exit.ID))
		what := x.Kind.String()
		if x.Return {
			what = "return to a frame"
		}
		l := line{class: "head", key: k, exit: x, html: fmt.Sprintf(`<a data-k="%s">exit %d</a> %s`, k, i, escape(what))}
		if o := p.Exit.Owner; o != nil {
			l.html += fmt.Sprintf(` at <a data-k="%s">%s</a>`, key(o), escape(o.String()))
			l.links = []string{key(o)}
		}
		c.lines = append(c.lines, l)
		if x.State.InMemory() {
			c.lines = append(c.lines, line{html: "  <s>all in the frames' memory</s>"})
			continue
		}
		values := stateValues(p)
		for j, o := range x.State.Objects {
			c.lines = append(c.lines, line{html: fmt.Sprintf("  object %d = %s%s", j, escape(operation(p, o.Op)), r.slots(o.Args, nil, nil))})
		}
		for j := range x.State.Frames {
			fs := &x.State.Frames[j]
			var vs []*ir.Value
			if j < len(values) {
				vs = values[j]
			}
			c.lines = append(c.lines, line{html: fmt.Sprintf("  %s pc=%d%s", escape(fs.Frame.Name), fs.PC, r.slots(fs.Slots, fs.Frame, vs))})
		}
	}
	r.add(c)
}

// operation names what makes an object of an exit's state.
func operation(p *lower.ExitPoint, op ir.Op) string {
	if o := p.Exit.Owner; o != nil && o.Block != nil {
		return o.Block.Func().Ops.Row(op).Name
	}
	return fmt.Sprintf("operation %d", op)
}

// stateValues returns the operands of an exit's state by slot, the outermost frame
// first.
func stateValues(p *lower.ExitPoint) (frames [][]*ir.Value) {
	s := p.Caller
	if s == nil {
		if p.Exit.Owner == nil {
			return nil
		}
		s = p.Exit.State()
	}
	for ; s != nil; s = s.StateCaller() {
		frames = append(frames, s.StateSlots())
	}
	slices.Reverse(frames)
	return frames
}

// slots prints where the values of slots are.
func (r *Recorder) slots(list []ir.Slot, fr *ir.Frame, values []*ir.Value) string {
	var b strings.Builder
	for i := range list {
		s := &list[i]
		label := strconv.Itoa(s.Index)
		switch {
		case fr == nil:
		case fr.SlotName(s.Index) != "":
			label = fr.SlotName(s.Index)
		case s.Index >= fr.NumLocals:
			label = fmt.Sprintf("[%d]", s.Index-fr.NumLocals)
		}
		b.WriteString(" " + escape(label) + "=")
		if s.Type != ir.Ref && !s.Raw {
			b.WriteString("box ")
		}
		text := escape(r.slot(s))
		if s.Index < len(values) && values[s.Index] != nil && s.Kind != ir.SlotConst {
			text = fmt.Sprintf(`<a data-k="%s">%s</a>`, key(ir.Resolve(values[s.Index])), text)
		}
		b.WriteString(text)
	}
	return b.String()
}

func (r *Recorder) slot(s *ir.Slot) string {
	switch s.Kind {
	case ir.SlotObject:
		return fmt.Sprintf("object %d", s.Word)
	case ir.SlotConst:
		switch s.Type {
		case ir.I64:
			return strconv.FormatInt(int64(s.Word), 10)
		case ir.F64:
			return strconv.FormatFloat(math.Float64frombits(s.Word), 'g', -1, 64)
		case ir.Bool:
			return strconv.FormatBool(s.Word != 0)
		}
		return fmt.Sprintf("#%#x", s.Word)
	}
	at := lower.Loc(s.At)
	if at.IsReg() && r.opts.Reg != nil {
		return r.opts.Reg(at.Reg())
	}
	return at.String()
}

// leads says where an exit leads now.
func leads(x *exitdata.Exit) string {
	to := exitdata.ColdExit
	if x.Target != nil && x.Target.Kind != exitdata.Cold {
		to = fmt.Sprintf("executor %d", x.Target.ID)
	}
	return fmt.Sprintf(" → %s, taken %d times", to, x.Taken())
}
