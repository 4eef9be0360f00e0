package profile

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sampling"
	"github.com/tier2go/tier2/ir"
)

// report is what is known of a run, by source line.
type report struct {
	vm       *interp.VM
	attempts []interp.Attempt
	sampled  *sampling.Sampled // nil: not sampled
	execs    []*exitdata.Executor
	places   map[*exitdata.Executor][]interp.At
	text     map[string][]string // files by name, in lines; nil: cannot be read
	lines    []*line             // by file and line
}

// counts are samples by activity.
type counts [sampling.NumActivities]int

func (c *counts) total() (n int) {
	for _, k := range c {
		n += k
	}
	return n
}

// inTier2 is how many of the samples are executors' work, or were spent to begin
// and end it.
func (c *counts) inTier2() int {
	return c[sampling.Running] + c[sampling.Helping] + c[sampling.Crossing]
}

// line is a source line.
type line struct {
	file    string
	n       int
	samples counts
	sites   []*site
}

// site is one instruction.
type site struct {
	place   interp.Place
	samples counts
	inGo    int // of samples[Interpreting], in Go functions that the instruction calls
	guards  []guard
	calls   []call
	gaveUp  []exitdata.SiteCount
	exits   []exit
}

// guard is a check that was left in the code of executors.
type guard struct {
	what, fact string
	loop       bool   // in every round of a loop
	checked    uint64 // how often its executors were entered
	last       *exitdata.Executor
	failed     uint64
}

// call is the call of a Go function by machine code, which is always taken.
type call struct {
	op, why  string
	loop     bool
	execs    int
	samples  int            // in the function, and on the way there and back
	crossing int            // of those, on the way
	themes   map[string]int // samples by theme
}

// exit is a way out that was taken.
type exit struct {
	x    *exitdata.Exit
	what string
	n    uint64
}

func newReport(vm *interp.VM, rec *Recorder, s *sampling.Sampled) *report {
	r := emptyReport(vm)
	r.attempts, r.sampled = rec.attempts, s
	if s != nil {
		for i := range s.Spots {
			r.addSpot(&s.Spots[i])
		}
	}
	r.addExecutors(vm.Executors())
	return r
}

func emptyReport(vm *interp.VM) *report {
	return &report{vm: vm, places: map[*exitdata.Executor][]interp.At{}, text: map[string][]string{}}
}

// newReportOf reports what some executors know of themselves.
func newReportOf(vm *interp.VM, list []*exitdata.Executor) *report {
	r := emptyReport(vm)
	r.addExecutors(list)
	return r
}

// addExecutors adds what executors know of the lines that they run through.
func (r *report) addExecutors(list []*exitdata.Executor) {
	for _, ex := range list {
		if ex.Map != nil && !ex.Invalid {
			r.execs = append(r.execs, ex)
		}
		r.places[ex] = r.vm.Places(ex)
	}
	for _, ex := range r.execs {
		r.addExecutor(ex)
	}
	r.sort()
}

func (r *report) sort() {
	slices.SortFunc(r.lines, func(a, b *line) int { return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.n, b.n)) })
	for _, l := range r.lines {
		slices.SortFunc(l.sites, func(a, b *site) int {
			return cmp.Or(cmp.Compare(a.place.Code.FirstLine, b.place.Code.FirstLine), cmp.Compare(a.place.Unit, b.place.Unit))
		})
		for _, s := range l.sites {
			slices.SortStableFunc(s.exits, func(a, b exit) int { return cmp.Compare(b.n, a.n) })
		}
	}
}

// site returns the site of a place, nil if it has no line.
func (r *report) site(p interp.Place) *site {
	n := p.Line()
	if n <= 0 {
		return nil
	}
	i := slices.IndexFunc(r.lines, func(l *line) bool { return l.n == n && l.file == p.Code.Filename })
	if i < 0 {
		i = len(r.lines)
		r.lines = append(r.lines, &line{file: p.Code.Filename, n: n})
	}
	l := r.lines[i]
	for _, s := range l.sites {
		if s.place == p {
			return s
		}
	}
	s := &site{place: p}
	l.sites = append(l.sites, s)
	return s
}

func (r *report) addSpot(sp *sampling.Spot) {
	s := r.site(sp.Place)
	if s == nil {
		return
	}
	s.samples[sp.Activity] += sp.Samples
	if sp.Activity == sampling.Interpreting && sp.Func != "" {
		s.inGo += sp.Samples
	}
	i := slices.IndexFunc(r.lines, func(l *line) bool { return l.n == sp.Line() && l.file == sp.Code.Filename })
	r.lines[i].samples[sp.Activity] += sp.Samples
	if sp.Op != "" && sp.Activity != sampling.Collecting {
		c := s.call(sp.Op)
		c.samples += sp.Samples
		if sp.Activity == sampling.Crossing {
			c.crossing += sp.Samples
		}
		if why := theme(sp.Stack); why != "" {
			c.addTheme(why, sp.Samples)
		}
	}
}

// addTheme notes what Go functions did in some samples. It is the reason where it is that
// of most samples.
func (c *call) addTheme(theme string, samples int) {
	if c.themes == nil {
		c.themes = map[string]int{}
	}
	c.themes[theme] += samples
}

// reason says why the operation runs in Go.
func (c *call) reason() string {
	for theme, n := range c.themes {
		if 2*n > c.samples { // at most one
			return theme
		}
	}
	return c.why
}

// theme says what Go functions on a stack do, "" if that is not known.
func theme(stack []string) string {
	for _, t := range themes {
		if slices.ContainsFunc(stack, func(fn string) bool { return strings.HasPrefix(fn, t.fn) }) {
			return t.theme
		}
	}
	return ""
}

// call returns the call of an operation at a site.
func (s *site) call(op string) *call {
	for i := range s.calls {
		if s.calls[i].op == op {
			return &s.calls[i]
		}
	}
	c := call{op: op}
	for _, h := range helperWords {
		if strings.HasPrefix(op, h.op) {
			c.why = h.why
			break
		}
	}
	s.calls = append(s.calls, c)
	return &s.calls[len(s.calls)-1]
}

// addExecutor notes what an executor has left at each of its instructions.
func (r *report) addExecutor(ex *exitdata.Executor) {
	seen := map[*call]bool{}
	for _, c := range ex.Map.Calls {
		s := r.siteOf(ex, c.Uop)
		if s == nil || c.Slow {
			continue
		}
		k := s.call(c.Op)
		k.loop = k.loop || c.Loop
		if !seen[k] {
			k.execs++
		}
		seen[k] = true
	}
	for _, c := range r.vm.Table().Sites(ex) {
		if s := r.siteOf(ex, c.Uop); s != nil && c.General > 0 {
			s.gaveUp = append(s.gaveUp, c)
		}
	}
	for i, x := range ex.Exits {
		p := &ex.Map.Points[i]
		s := r.siteOf(ex, p.Uop)
		if s == nil || x.Kind == ir.Poll || x.Return {
			continue
		}
		n := r.vm.Table().Transitions(x)
		w := r.words(ex, p, x)
		if n > 0 {
			s.exits = append(s.exits, exit{x, taken(w), n})
		}
		if w.fact != "" {
			s.guard(guard{w.what, w.fact, p.Loop, r.vm.Table().Entered(ex), ex, n})
		}
	}
}

func (r *report) siteOf(ex *exitdata.Executor, uop int32) *site {
	if uop < 0 || int(uop) >= len(r.places[ex]) || r.places[ex][uop].Code == nil {
		return nil
	}
	return r.site(r.places[ex][uop].Place)
}

// guard adds a guard to those of its site, as one with those that say the same.
func (s *site) guard(g guard) {
	for i := range s.guards {
		if o := &s.guards[i]; o.what == g.what && o.fact == g.fact {
			o.loop, o.failed = o.loop || g.loop, o.failed+g.failed
			if o.last != g.last {
				o.last, o.checked = g.last, o.checked+g.checked
			}
			return
		}
	}
	s.guards = append(s.guards, g)
}

// words says what an exit checks, and which fact would remove it: "" for what the
// program itself decides.
func (r *report) words(ex *exitdata.Executor, p *exitdata.Point, x *exitdata.Exit) guardWords {
	switch x.Kind {
	case ir.Error:
		return guardWords{"an exception", ""}
	case ir.End, ir.Dynamic:
		return guardWords{"the end of the trace", ""}
	}
	name := ""
	if p.Uop >= 0 {
		name = ex.Trace.Table.Row(ex.Trace.Insts[p.Uop].Op).Name
	}
	value := r.value(ex, p.Of)
	if p.Op == "guard.type" {
		w := guardWords{what: "that " + value + " is " + typeText(p.Types)}
		for _, f := range typeFacts {
			if strings.HasPrefix(p.Of.Op, f.op) {
				w.fact = f.fact
				break
			}
		}
		return w
	}
	w, ok := byOp[p.Op]
	if !ok {
		w, ok = prefixed(name)
	}
	if !ok {
		w = guardWords{"what " + name + " checks", "the compiler knew it: " + p.Op}
	}
	w.what = named(w.what, value)
	return w
}

// unnamed stands for a value that the source has no short name for.
const unnamed = "the value"

// named puts the name of a value in words that have a place for it. Where another noun
// stands before that already, a value without a name needs none.
func named(words, value string) string {
	if value == unnamed {
		for _, noun := range []string{"the index", "the attribute"} {
			words = strings.Replace(words, noun+" %s", noun, 1)
		}
	}
	return strings.Replace(words, "%s", value, 1)
}

// taken says why an exit is taken.
func taken(w guardWords) string {
	switch {
	case w.what == branch:
		return "the branch goes the other way"
	case w.what == loopEnd:
		return "the loop ends"
	case w.fact == "":
		return w.what
	}
	return "not true " + w.what
}

// typeText puts a set of types in words: "an int, a float or a str".
func typeText(set string) string {
	list := strings.Split(strings.Trim(set, "{}"), ", ")
	for i, t := range list {
		article := "a "
		if strings.ContainsAny(t[:1], "aeiou") {
			article = "an "
		}
		list[i] = article + t
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return list[0]
}

// value names a value by the source: a variable, or the expression that made it.
func (r *report) value(ex *exitdata.Executor, s exitdata.Source) string {
	list := r.places[ex]
	switch {
	case s.Op == "entry":
		return r.passed(ex.Parent, s.Slot)
	case s.Slot >= 0 && len(list) > 0:
		return local(list[0].Code, s.Slot)
	case s.Uop >= 0 && int(s.Uop) < len(list):
		if text := r.expr(list[s.Uop].Place); text != "" {
			if name := opName(list[s.Uop].Place); name == "FOR_ITER" && s.Op != "slot" && nextOf(ex, s.Uop) {
				return "what `" + text + "` gives"
			}
			return "`" + text + "`"
		}
	}
	return unnamed
}

// nextOf reports whether a micro-op of a FOR_ITER makes the value that the loop
// gets.
func nextOf(ex *exitdata.Executor, i int32) bool {
	n := ex.Trace.Table.Row(ex.Trace.Insts[i].Op).Name
	return strings.HasPrefix(n, "_ITER_NEXT") || strings.HasPrefix(n, "_FOR_ITER")
}

// local names a slot of a frame.
func local(code *pycode.Code, slot int) string {
	switch {
	case code == nil || slot < 1:
		return unnamed
	case slot <= len(code.LocalsPlus):
		return "`" + code.LocalsPlus[slot-1] + "`"
	}
	return "what is on the stack"
}

// passed names value number n of those that an exit hands over: the slot that it
// belongs to. Values are numbered as they are first met in the exit's state.
func (r *report) passed(x *exitdata.Exit, n int) string {
	if x == nil || x.State.InMemory() {
		return unnamed
	}
	var seen []ir.Loc
	for _, fs := range x.State.Frames {
		for i := range fs.Slots {
			s := &fs.Slots[i]
			if s.Kind != ir.SlotPlace || slices.Contains(seen, s.At) {
				continue
			}
			if len(seen) == n {
				return local(r.vm.CodeAt(uint64(fs.Frame.Code)), s.Index)
			}
			seen = append(seen, s.At)
		}
	}
	return unnamed
}

// source returns a line of a file, "" if it is not there.
func (r *report) source(file string, n int) string {
	list, ok := r.text[file]
	if !ok {
		if data, err := os.ReadFile(file); err == nil {
			list = strings.Split(string(data), "\n")
		}
		r.text[file] = list
	}
	if n < 1 || n > len(list) {
		return ""
	}
	return strings.TrimSpace(list[n-1])
}

// maxExpr is how long an expression may be that is quoted, in bytes.
const maxExpr = 48

// expr returns the source text of an instruction, "" if it has none or more than
// fits.
func (r *report) expr(p interp.Place) string {
	if p.Code == nil {
		return ""
	}
	pos := p.Code.Positions(p.Unit)
	r.source(p.Code.Filename, 1)
	list := r.text[p.Code.Filename]
	if pos.Line <= 0 || pos.Line != pos.EndLine || pos.Line > len(list) {
		return ""
	}
	text := list[pos.Line-1]
	if pos.Col < 0 || pos.EndCol > len(text) || pos.EndCol <= pos.Col {
		return ""
	}
	text = text[pos.Col:pos.EndCol]
	if len(text) > maxExpr {
		return text[:maxExpr/2-2] + " … " + text[len(text)-maxExpr/2+2:]
	}
	return text
}
