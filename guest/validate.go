package guest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// A Mistake is something wrong with a guest's tables.
type Mistake struct {
	Guest string // Guest.Name
	Where string // the field, as Frame.SP or Ops[3] (num.add)
	What  string // what is wrong with it
}

// Error implements error.
func (m *Mistake) Error() string {
	return fmt.Sprintf("guest %s: %s: %s", m.Guest, m.Where, m.What)
}

// Validate checks all of a guest that can be checked without a program: what a rule does
// to the stack and what it builds is checked when a trace has its micro-op. machine asks
// for what only machine code needs as well. The error joins every [*Mistake] that was
// found. It is called by tier2.New, behind Init, or where the guest makes its tables later ahead of the first compile.
func (g *Guest) Validate(machine bool) error {
	v := &validator{g: g}
	v.tables()
	v.words()
	if g.World == nil {
		v.wrong("World", "it is nil: the compiler asks it for the frame of each code that a trace runs through")
	}
	for i := range g.Ops {
		v.op(i, machine)
	}
	if machine {
		v.frame()
		v.memory()
		v.lowering()
	}
	return errors.Join(v.errs...)
}

type validator struct {
	g    *Guest
	errs []error
}

func (v *validator) wrong(where, what string, args ...any) {
	name := v.g.Name
	if name == "" {
		name = "without a name"
	}
	v.errs = append(v.errs, &Mistake{name, where, fmt.Sprintf(what, args...)})
}

// tables checks names, micro-ops, rules and types.
func (v *validator) tables() {
	g := v.g
	if g.Name == "" {
		v.wrong("Name", "it is empty: errors and listings name the guest by it")
	}
	if g.table == nil || g.table.Len() != int(ir.FirstGuestOp)+len(g.Ops) {
		v.wrong("Ops", "it has changed since Init numbered the operations")
	}
	if len(g.Types) == 0 || len(g.Types) > 64 {
		v.wrong("Types", "there are %d; a set of types is a word of 64 bits, with a bit for each", len(g.Types))
	}
	if g.Uops == nil {
		v.wrong("Uops", "it is nil")
		return
	}
	v.rules("Build", len(g.Build), func(i int) bool { return g.Build[i] != nil })
	v.rules("Taken", len(g.Taken), func(i int) bool { return g.Taken[i] != nil })
	if len(g.Build) == 0 {
		v.wrong("Build", "there are no rules: no micro-op can be built")
	}
	for id := range g.Uops.Len() {
		r := g.Uops.Row(uop.ID(id))
		if r.Pops.Base < 0 || r.Pushes.Base < 0 {
			v.wrong("Uops", "%s pops %d and pushes %d entries", r.Name, r.Pops.Base, r.Pushes.Base)
		}
	}
}

// rules checks a list of rules by micro-op.
func (v *validator) rules(field string, n int, has func(i int) bool) {
	if max := v.g.Uops.Len(); n > max {
		v.wrong(field, "it has %d rules for %d micro-ops", n, max)
		n = max
	}
	for i := range n {
		if has(i) && v.g.Uops.Row(uop.ID(i)).Name == "" {
			v.wrong(field, "rule %d is for a micro-op that is none: its row in Uops has no name", i)
		}
	}
}

// words checks that what Words makes it can read again, and that it knows its types.
func (v *validator) words() {
	w := v.g.Words
	if w == nil {
		v.wrong("Words", "it is nil: nothing can be read or made of a guest word")
		return
	}
	defer v.caught("Words")
	all := v.types()
	i64, f64, truth := w.Boxes()
	for _, b := range []struct {
		name string
		set  ir.TypeSet
	}{{"I64", i64}, {"F64", f64}, {"Bool", truth}} {
		if !b.set.Within(all) {
			v.wrong("Words.Boxes", "the types of a boxed %s are %#x, but Types has only %d", b.name, uint64(b.set), len(v.g.Types))
			return
		}
	}
	known := func(word uint64, set ir.TypeSet, what string) {
		if t := w.Fact(word).Types; !t.Only() || !t.Within(set) {
			v.wrong("Words.Fact", "the word %#x of %s has the types %#x, not one of the %#x that Boxes promises", word, what, uint64(t), uint64(set))
		}
	}
	if i64 != 0 {
		for _, n := range []int64{0, 1, -1, 1000} {
			word, err := w.BoxI64(n)
			if err != nil {
				v.wrong("Words.BoxI64", "it cannot make the int %d: %v", n, err)
				break
			}
			if got, ok := w.UnboxI64(word); !ok || got != n {
				v.wrong("Words.UnboxI64", "the word %#x of the int %d is read as %d, %v", word, n, got, ok)
			}
			known(word, i64, fmt.Sprint("the int ", n))
		}
		for _, n := range wide {
			if word, ok := w.Int(n); ok {
				if got, ok := w.UnboxI64(word); !ok || got != n {
					v.wrong("Words.UnboxI64", "the word %#x of the int %d (Words.Int) is read as %d, %v", word, n, got, ok)
					break
				}
			}
		}
	}
	if f64 != 0 {
		for _, x := range []float64{0, math.Copysign(0, -1), 1.5, math.Inf(1)} {
			word := w.BoxF64(x)
			if got, ok := w.UnboxF64(word); !ok || math.Float64bits(got) != math.Float64bits(x) {
				v.wrong("Words.UnboxF64", "the word %#x of the float %v is read as %v, %v", word, x, got, ok)
			}
			known(word, f64, fmt.Sprint("the float ", x))
		}
	}
	if truth != 0 {
		for _, b := range []bool{false, true} {
			word := w.BoxBool(b)
			if got, ok := w.UnboxBool(word); !ok || got != b {
				v.wrong("Words.UnboxBool", "the word %#x of %v is read as %v, %v", word, b, got, ok)
			}
			known(word, truth, fmt.Sprint(b))
		}
	}
}

// types is the set of the guest's types.
func (v *validator) types() ir.TypeSet {
	if n := len(v.g.Types); n < 64 {
		return 1<<n - 1
	}
	return math.MaxUint64
}

// wide are ints that words may have too few bits for.
var wide = []int64{1<<31 - 1, 1 << 31, -1 << 31, -1<<31 - 1, 1<<47 - 1, 1 << 47, -1 << 47, -1<<47 - 1, 1 << 62, math.MaxInt64, math.MinInt64}

// caught makes a panic of a guest's function a mistake of a field.
func (v *validator) caught(field string) {
	if r := recover(); r != nil {
		v.wrong(field, "it panics: %v", r)
	}
}

// maxHelperArgs is how many words compiled code passes to a helper.
const maxHelperArgs = 16

// op checks the row of an operation against itself, and against its helper.
func (v *validator) op(i int, machine bool) {
	o := &v.g.Ops[i]
	wrong := func(what string, args ...any) { v.wrong(fmt.Sprintf("Ops[%d] (%s)", i, o.Name), what, args...) }
	for k, t := range o.Args {
		if t < ir.Ref || t > ir.Bool {
			wrong("operand %d is a %v; operands are ref, i64, u64, f64 or bool", k, t)
		}
	}
	if o.Flags&ir.Terminator != 0 {
		wrong("it is a Terminator: only operations of the core end blocks")
	}
	if o.Flags&ir.Pure != 0 && (o.Effect() || o.States != [ir.NumWhen]bool{} || o.Reads != 0) {
		wrong("it is Pure, but reads or writes memory, has an effect, or carries states")
	}
	if o.Flags&ir.Guard != 0 && !o.States[ir.Before] {
		wrong("it is a Guard without a Before state: it has nowhere to leave to")
	}
	if o.Flags&ir.Checked != 0 && !o.States[ir.Before] && !o.States[ir.Raise] {
		wrong("it is Checked, but has neither a Before state nor a Raise state to leave by")
	}
	if o.Flags&ir.Variadic != 0 && len(o.Args) == 0 {
		wrong("it is Variadic, and Args does not say of what type its operands are")
	}
	if o.Result == ir.Void && o.Flags&ir.AnyResult == 0 && !o.Effect() {
		wrong("it has neither a result nor an effect: it would be removed (Flags: Escapes, or Writes)")
	}
	typed := o.Forms == 0 || o.Forms&(1<<ir.Typed) != 0
	if !typed && o.Expand == nil {
		wrong("only the guest form may hold it, and Expand does not say what it becomes in the typed form")
	}
	if o.Helper != nil && o.Lower == nil && o.Expand == nil && o.States[ir.Before] {
		wrong("it carries a Before state, but its helper cannot leave by it: a helper returns, or raises by a Raise state")
	}
	if n := helperArgs(o); o.Helper != nil && o.Lower == nil && n > maxHelperArgs {
		wrong("its helper takes %d words, more than %d", n, maxHelperArgs)
	}
	if o.Inline != nil && v.g.Routine == nil {
		wrong("Inline says which routine it is, and the guest has none: Routine is nil")
	}
	if o.Types != ir.AnyType && !o.Types.Within(v.types()) {
		wrong("its result has the types %#x, but Types has only %d", uint64(o.Types), len(v.g.Types))
	}
	if o.number != nil {
		v.number(o, wrong)
	}
	if o.Apart != nil {
		v.apart(o, wrong)
	}
	if !machine {
		return
	}
	if o.Lower == nil && o.Helper == nil && (typed && o.Expand == nil) {
		wrong("it can neither be lowered nor called nor expanded: Lower, Helper and Expand are nil")
	}
	if o.Sinks() && o.Helper == nil {
		wrong("exits may have to make its object (Fields), by its Helper, which is nil")
	}
}

// apart checks an operation that only looks at an operand against the one that takes it in parts.
func (v *validator) apart(o *Op, wrong func(string, ...any)) {
	a := o.Apart
	find := func(name string) *Op {
		i := slices.IndexFunc(v.g.Ops, func(p Op) bool { return p.Name == name })
		if i < 0 {
			wrong("Apart names %s, which is no operation of Ops", name)
			return nil
		}
		return &v.g.Ops[i]
	}
	of, in := find(a.Of), find(a.Op)
	if of == nil || in == nil {
		return
	}
	if !of.Sinks() {
		wrong("Apart.Of is %s, which makes no object that consists of its operands (Fields)", of.Name)
	}
	if a.Arg < 0 || a.Arg >= len(o.Args) || o.Flags&ir.Variadic != 0 {
		wrong("Apart.Arg is %d: it has no such operand, or any number of them", a.Arg)
		return
	}
	args := slices.Concat(o.Args[:a.Arg], o.Args[a.Arg+1:], of.Args)
	if !slices.Equal(in.Args, args) || (in.Flags^of.Flags)&ir.Variadic != 0 || in.Result != o.Result || in.States != o.States || in.Aux != o.Aux || in.Writes&^o.Writes != 0 || in.Reads&^o.Reads != 0 || (in.Flags^o.Flags)&^ir.Variadic != 0 {
		wrong("%s takes what it looks at in parts (Apart): it must have the operands %v and its result, states and effects", in.Name, args)
	}
}

// number checks an operation that Number has made against the numbers that the guest has.
func (v *validator) number(o *Op, wrong func(string, ...any)) {
	if v.g.Words == nil {
		return
	}
	defer v.caught("Words.Boxes")
	i64, f64, _ := v.g.Words.Boxes()
	boxes := map[ir.Type]ir.TypeSet{ir.I64: i64, ir.F64: f64}
	for _, t := range append(o.number.Args[:len(o.number.Args):len(o.number.Args)], o.number.Result) {
		box, ok := boxes[t]
		switch {
		case !ok && t != ir.Bool:
			wrong("%s computes with %v: Number is for operations on i64 and f64", o.number.Name, t)
			return
		case ok && box == 0:
			wrong("%s computes with %v, of which the guest has no words (Words.Boxes)", o.number.Name, t)
			return
		}
	}
	if box, ok := boxes[o.number.Result]; ok && (o.Types == 0 || !o.Types.Within(box)) {
		wrong("its result has the types %#x; the words of %v have %#x (Words.Boxes)", uint64(o.Types), o.number.Result, uint64(box))
	}
}

// helperArgs returns how many words the helper of an operation is called with.
func helperArgs(o *Op) int {
	n := len(o.Args)
	if o.Aux != ir.NoAux {
		n++
	}
	return n
}

// frame checks the layout of frames: its fields overlap neither each other nor the slots.
func (v *validator) frame() {
	l := &v.g.Frame
	type field struct {
		name     string
		at, size int
	}
	fields := []field{{"PC", l.PC, 4}, {"SP", l.SP, 4}, {"Code", l.Code, 4}, {"Caller", l.Caller, 8}, {"Resume", l.Resume, 8}}
	if l.Room != 0 {
		fields = append(fields, field{"Room", l.Room, 4})
	}
	if l.Size == nil && l.Box == nil && l.Slots == 0 && l.PC == l.SP {
		v.wrong("Frame", "it is all zero: machine code writes frames by these offsets")
		return
	}
	if l.Slots < 0 || l.Slots%8 != 0 {
		v.wrong("Frame.Slots", "%d is no offset of words of 8 bytes", l.Slots)
	}
	sort.SliceStable(fields, func(i, j int) bool { return fields[i].at < fields[j].at })
	for i, f := range fields {
		switch {
		case f.at < 0 || f.at%f.size != 0:
			v.wrong("Frame."+f.name, "%d is no offset of a field of %d bytes", f.at, f.size)
		case i > 0 && fields[i-1].at+fields[i-1].size > f.at:
			v.wrong("Frame."+f.name, "at %d it overlaps %s, which has %d bytes from %d on", f.at, fields[i-1].name, fields[i-1].size, fields[i-1].at)
		case f.at+f.size > l.Slots:
			v.wrong("Frame."+f.name, "at %d it overlaps the slots, which begin at %d (Frame.Slots)", f.at, l.Slots)
		}
	}
	for i := range v.g.Ops {
		if o := &v.g.Ops[i]; o.room && l.Room == 0 {
			v.wrong("Frame.Room", "it is 0: Ops[%d] (%s) looks there for how many frames may be begun", i, o.Name)
		}
	}
	if l.Size == nil {
		v.wrong("Frame.Size", "it is nil: the frame of a call lies that far behind its caller's")
	}
	if l.Box == nil {
		v.wrong("Frame.Box", "it is nil: exits make the words of unboxed numbers by it")
	}
}

// memory checks what Memory is asked for once, and its extensions.
func (v *validator) memory() {
	m := v.g.Memory
	if m == nil {
		v.wrong("Memory", "it is nil: machine code needs the guest's frames")
		return
	}
	v.extension(m, "Spend", "Reserve", func() bool { _, ok := m.(Reserve); return ok })
	v.extension(m, "Postpone", "Reserve", func() bool { _, ok := m.(Reserve); return ok })
	v.extension(m, "Catch", "Catcher", func() bool { _, ok := m.(Catcher); return ok })
	defer v.caught("Memory")
	if m.Innermost() == nil {
		v.wrong("Memory.Innermost", "it returns nil: the address of the innermost frame is written there")
	}
	if flag, take := m.Interrupts(); (flag == nil) != (take == nil) {
		v.wrong("Memory.Interrupts", "it returns a flag or a function: it wants both, or neither for a guest without interrupts")
	}
	m.MemBase()
}

// extension reports a method of an extension of Memory without the others, or with another
// signature: it would never be called.
func (v *validator) extension(m Memory, method, name string, implements func() bool) {
	if reflect.ValueOf(m).MethodByName(method).IsValid() && !implements() {
		v.wrong("Memory", "%T has a method %s, but is no guest.%s: it would never be called", m, method, name)
	}
}

// lowering checks the rules of the core operations that depend on the guest's words.
func (v *validator) lowering() {
	g := v.g
	for op, rule := range g.Lower {
		switch {
		case int(op) >= g.table.Len():
			v.wrong("Lower", "it has a rule for operation %d, which there is not", op)
		case rule == nil:
			v.wrong("Lower", "the rule for %s is nil", g.table.Row(op).Name)
		}
	}
	if g.Words == nil {
		return
	}
	need := func(why string, ops ...ir.Op) {
		for _, op := range ops {
			if g.Lower[op] == nil {
				v.wrong("Lower", "there is no rule for %s%s", g.table.Row(op).Name, why)
			}
		}
	}
	defer v.caught("Words.Boxes")
	i64, f64, truth := g.Words.Boxes()
	need("", ir.OpGuardType, ir.OpIsType)
	if i64 != 0 {
		need(", and the guest has ints (Words.Boxes)", ir.OpGuardI64, ir.OpUnboxI64)
	}
	if f64 != 0 {
		need(", and the guest has floats (Words.Boxes)", ir.OpUnboxF64)
	}
	if truth != 0 {
		need(", and the guest has truth values (Words.Boxes)", ir.OpUnboxBool)
	}
}

// CheckResume checks that the frame which waits for the innermost one has a resume word:
// machine code that returns goes on where that leads.
func (g *Guest) CheckResume() error {
	fp := *g.Memory.Innermost()
	if fp == nil {
		return nil
	}
	caller := *(*unsafe.Pointer)(unsafe.Add(fp, g.Frame.Caller))
	if caller == nil || *(*uint64)(unsafe.Add(caller, g.Frame.Resume)) != 0 {
		return nil
	}
	return &Mistake{g.Name, "Frame.Resume", "it is 0 in a frame that waits for a call: whoever begins the call's frame writes exitdata.Table.ReturnRow there"}
}

// CheckRoom checks how many frames may be begun behind the innermost one, in a guest with Calls, against what its
// caller's frame says. entry is the innermost frame.
func (g *Guest) CheckRoom(entry *ir.Frame) error {
	fp := *g.Memory.Innermost()
	if !g.calls || fp == nil || entry.Uncounted {
		return nil
	}
	caller := *(*unsafe.Pointer)(unsafe.Add(fp, g.Frame.Caller))
	if caller == nil {
		return nil
	}
	room, callers := *(*int32)(unsafe.Add(fp, g.Frame.Room)), *(*int32)(unsafe.Add(caller, g.Frame.Room))
	switch {
	case room <= 0 && callers <= 0:
		return &Mistake{g.Name, "Frame.Room", fmt.Sprintf("it is %d in the innermost frame and %d in its caller's: whoever begins a frame writes how many more may be begun behind it", room, callers)}
	case room >= callers:
		return &Mistake{g.Name, "Frame.Room", fmt.Sprintf("it is %d in the innermost frame and %d in its caller's: it is one less in each call, or nothing ends a recursion", room, callers)}
	}
	return nil
}

// CheckFrame checks what World says of a code's frames against the layout of frames.
func (g *Guest) CheckFrame(fr *ir.Frame, machine bool) error {
	wrong := func(what string, args ...any) error {
		return &Mistake{g.Name, fmt.Sprintf("World.Frame(%#x) (%s)", fr.Code, fr.Name), fmt.Sprintf(what, args...)}
	}
	if fr.NumLocals < 0 || fr.NumSlots < fr.NumLocals {
		return wrong("NumSlots is %d and NumLocals %d: the slots are the locals and, behind them, the operand stack", fr.NumSlots, fr.NumLocals)
	}
	if !machine {
		return nil
	}
	if size, err := g.frameSize(fr.Code); err != nil {
		return wrong("Frame.Size %v", err)
	} else if size < g.Frame.Slots+8*fr.NumSlots || size%8 != 0 {
		return wrong("Frame.Size is %d bytes; its %d slots alone end at %d", size, fr.NumSlots, g.Frame.Slots+8*fr.NumSlots)
	}
	return nil
}

// frameSize is Frame.Size, whose panic is an error.
func (g *Guest) frameSize(code uint64) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	return g.Frame.Size(code), nil
}
