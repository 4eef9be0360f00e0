package profile

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sampling"
)

// WhyOptions say what Why is to explain.
type WhyOptions struct {
	// File is the file whose lines are explained: a path, or the end of one from a
	// slash on, as "heapq.py" is; "": all. Lines of other files that took time follow
	// them.
	File string
	Line int // only this line of File, with everything that is known of it; 0: all
}

// of reports whether a file is the one that is to be explained.
func (o *WhyOptions) of(file string) bool {
	return o.File == "" || file == o.File || strings.HasSuffix(file, "/"+o.File)
}

// Why writes, in words, what took the time of a run, line by line, and what became of
// its hot code: which guards are left and what would remove them, which Go functions
// machine code calls, which exits are taken and where they lead, and why each
// executor begins and ends where it does. s may be nil: then there are no times. The
// executors must have maps.
func Why(out io.Writer, vm *interp.VM, rec *Recorder, s *sampling.Sampled, o WhyOptions) error {
	w := &why{o: o}
	if s != nil && s.Samples == 0 {
		w.printf("no times: the program ended before the first sample\n")
		s = nil
	}
	w.r = newReport(vm, rec, s)
	if s != nil && o.Line == 0 {
		w.totals()
		w.costs()
	}
	before := w.b.Len()
	w.lines(true)
	if s != nil && o.Line == 0 && o.File != "" {
		w.lines(false)
	}
	w.executors()
	w.givenUp()
	if w.b.Len() == before {
		w.nothing()
	}
	_, err := io.WriteString(out, w.b.String())
	return err
}

// Remark is something that Why says of a line of the program.
type Remark struct {
	File string
	Line int
	Text string
}

// Remarks returns what Why says of the lines that one executor runs through: guards that
// are left and what would remove them, Go functions that are called, operations that give
// up, exits that are taken. They are in the order of the lines. The executor must have a map.
func Remarks(vm *interp.VM, ex *exitdata.Executor) (list []Remark) {
	w := &why{r: newReportOf(vm, []*exitdata.Executor{ex})}
	for _, l := range w.r.lines {
		w.items = nil
		w.remarks(l)
		for _, it := range w.items {
			if it.kind != "" {
				list = append(list, Remark{l.file, l.n, it.kind + ": " + it.text})
			} else if k := len(list) - 1; k >= 0 {
				list[k].Text += "; " + it.text
			}
		}
	}
	return list
}

// nothing is said where there is nothing to say.
func (w *why) nothing() {
	if w.o.Line == 0 {
		w.printf("nothing has been hot: no executor was made\n")
		return
	}
	w.r.source(w.o.File, 1)
	if n := len(w.r.text[w.o.File]); n > 0 && w.o.Line > n {
		w.printf("%s has no line %d\n", filepath.Base(w.o.File), w.o.Line)
		return
	}
	w.printf("line %d of %s: no executor runs through it", w.o.Line, filepath.Base(w.o.File))
	if w.r.sampled != nil {
		w.printf(", and no sample was taken in it")
	}
	w.printf(": it has not been hot\n")
}

type why struct {
	r *report
	o WhyOptions
	b strings.Builder
	// The items of the text.
	items []item
}

// item is a line about a line of the program; one without a kind continues the one before.
type item struct{ kind, text string }

func (w *why) printf(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// share is a part of all samples, in percent.
func (w *why) share(n int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(w.r.sampled.Samples))
}

// activityWords explain the activities.
var activityWords = [sampling.NumActivities]string{
	sampling.Interpreting: "the interpreter, and Go functions that it calls",
	sampling.Running:      "machine code",
	sampling.Helping:      "Go functions that machine code calls",
	sampling.Crossing:     "the way from machine code to Go and back",
	sampling.Compiling:    "making executors",
	sampling.Collecting:   "the garbage collector of Python's objects",
	sampling.Elsewhere:    "starting, loading, the Go runtime",
}

// fewSamples is how many samples make a share that can be relied upon by a percent or
// two.
const fewSamples = 500

func (w *why) totals() {
	s := w.r.sampled
	w.printf("%.0f ms of CPU time, %d samples", float64(s.CPU.Microseconds())/1000, s.Samples)
	if s.Dropped > 0 {
		w.printf(" and %d more that there was no room for", s.Dropped)
	}
	w.printf("\n")
	if s.Samples < fewSamples {
		w.printf("these are few: shares are rough, and what a program does first is most of them; a longer run tells more\n")
	}
	var all counts
	for i := range s.Spots {
		all[s.Spots[i].Activity] += s.Spots[i].Samples
	}
	for a, n := range all {
		w.printf("  %-10s %7s  %s\n", sampling.Activity(a), w.share(n), activityWords[a])
	}
}

// cost is a part of the time with the reason for it, and the lines that have it.
type cost struct {
	why     string
	samples int
	lines   []lineCost
}

type lineCost struct {
	file       string
	n, samples int
}

// costs lists what is no machine code, by reason, most expensive first.
func (w *why) costs() {
	var list []cost
	add := func(l *line, samples int, why string) {
		if samples == 0 {
			return
		}
		i := slices.IndexFunc(list, func(c cost) bool { return c.why == why })
		if i < 0 {
			i = len(list)
			list = append(list, cost{why: why})
		}
		c := &list[i]
		c.samples += samples
		if k := len(c.lines) - 1; k >= 0 && c.lines[k].n == l.n && c.lines[k].file == l.file {
			c.lines[k].samples += samples
		} else {
			c.lines = append(c.lines, lineCost{l.file, l.n, samples})
		}
	}
	for _, l := range w.r.lines {
		for _, s := range l.sites {
			calls := s.samples[sampling.Crossing]
			for i := range s.calls {
				add(l, s.calls[i].samples, s.calls[i].reason())
				calls -= s.calls[i].crossing
			}
			add(l, calls, "executors are entered and left there")
			add(l, s.inGo, "a Go function does the work, which the interpreter calls")
			add(l, s.samples[sampling.Interpreting]-s.inGo, "it runs in the interpreter: "+w.interpreted(s.place))
			add(l, s.samples[sampling.Collecting], "it allocates, and the garbage collector runs")
			add(l, s.samples[sampling.Compiling], "executors are made there")
		}
	}
	slices.SortStableFunc(list, func(a, b cost) int { return cmp.Compare(b.samples, a.samples) })
	for i, c := range list {
		if 100*c.samples < w.r.sampled.Samples {
			break
		}
		if i == 0 {
			w.printf("\nWhat takes time and is no machine code\n")
		}
		w.printf("  %7s  %s\n           %s\n", w.share(c.samples), c.why, w.atLines(c.lines))
	}
}

// atLines names the lines of a cost, most expensive first.
func (w *why) atLines(list []lineCost) string {
	slices.SortStableFunc(list, func(a, b lineCost) int { return cmp.Compare(b.samples, a.samples) })
	var parts []string
	for i, l := range list {
		if i == 5 {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		where := fmt.Sprintf("line %d", l.n)
		if !w.o.of(l.file) {
			where = fmt.Sprintf("%s:%d", filepath.Base(l.file), l.n)
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", where, w.share(l.samples)))
	}
	return strings.Join(parts, ", ")
}

func quoted(expr string) string {
	if expr == "" {
		return ""
	}
	return ", `" + expr + "`"
}

// interpreted says why an instruction runs in the interpreter.
func (w *why) interpreted(p interp.Place) string {
	for _, a := range slices.Backward(w.r.attempts) {
		if a.Code == p.Code && a.Executor == nil && a.Unit <= p.Unit {
			return w.refusal(a.Err)
		}
	}
	for _, ex := range w.r.execs {
		for _, at := range w.r.places[ex] {
			if at.Place == p {
				return "before its executor was made, and where that is left"
			}
		}
	}
	return "it has not been hot"
}

// lines prints the lines of the file that there is something to say of, or those of other
// files that took time.
func (w *why) lines(own bool) {
	fn := ""
	for _, l := range w.r.lines {
		if w.o.of(l.file) != own || w.o.Line != 0 && l.n != w.o.Line || !w.worth(l) || !own && !w.costly(l) {
			continue
		}
		if f := w.where(l); f != fn {
			fn = f
			w.printf("\n%s\n", fn)
		}
		w.line(l)
	}
}

// worth reports whether a line is worth printing.
func (w *why) worth(l *line) bool {
	if w.o.Line != 0 {
		return true
	}
	if w.costly(l) {
		return true
	}
	for _, s := range l.sites {
		if slices.ContainsFunc(s.guards, func(g guard) bool { return w.tells(&g) }) ||
			slices.ContainsFunc(s.exits, func(e exit) bool { return w.leaves(&e) }) ||
			slices.ContainsFunc(s.calls, func(c call) bool { return c.execs > 0 }) {
			return true
		}
	}
	return false
}

// costly reports whether a line took 0.5 % of the time or more.
func (w *why) costly(l *line) bool {
	return w.r.sampled != nil && 200*l.samples.total() >= w.r.sampled.Samples
}

// where names the function and the file of a line.
func (w *why) where(l *line) string {
	c := l.sites[0].place.Code
	for _, s := range l.sites {
		if s.place.Code.FirstLine > c.FirstLine {
			c = s.place.Code
		}
	}
	return name(c) + ", " + filepath.Base(l.file)
}

func (w *why) line(l *line) {
	w.printf("  %4d  ", l.n)
	if w.r.sampled != nil {
		w.printf("%7s  ", w.share(l.samples.total()))
	}
	w.printf("%s\n", w.r.source(l.file, l.n))
	if total := l.samples.total(); total > 0 {
		w.item("tier 2", "%.0f %% of the line's time%s", 100*float64(l.samples.inTier2())/float64(total), l.samples.parts())
	}
	w.remarks(l)
}

// remarks says what became of a line.
func (w *why) remarks(l *line) {
	w.calls(l)
	w.gaveUp(l)
	w.lineGuards(l)
	w.exits(l)
}

func (w *why) item(kind, format string, args ...any) {
	it := item{kind, fmt.Sprintf(format, args...)}
	w.items = append(w.items, it)
	w.printf("          %-7s %s\n", it.kind, it.text)
}

// parts says what a line's samples were.
func (c *counts) parts() string {
	var list []string
	for a, n := range c {
		if n > 0 {
			list = append(list, fmt.Sprintf("%s %.0f %%", sampling.Activity(a), 100*float64(n)/float64(c.total())))
		}
	}
	return ": " + strings.Join(list, ", ")
}

// calls prints the Go functions that machine code calls for a line, those with the
// same reason together.
func (w *why) calls(l *line) {
	type group struct {
		why, exprs string
		samples    int
	}
	var list []group
	for _, s := range l.sites {
		for i := range s.calls {
			c := &s.calls[i]
			if c.execs == 0 && (w.r.sampled == nil || 200*c.samples < w.r.sampled.Samples) && w.o.Line == 0 {
				continue
			}
			k := slices.IndexFunc(list, func(g group) bool { return g.why == c.reason() })
			if k < 0 {
				k = len(list)
				list = append(list, group{why: c.reason()})
			}
			g := &list[k]
			if expr := "`" + w.exprOr(s) + "`"; !strings.Contains(g.exprs, expr) {
				if g.exprs != "" {
					g.exprs += ", "
				}
				g.exprs += expr
			}
			g.samples += c.samples
		}
	}
	for _, g := range list {
		time := ""
		if w.r.sampled != nil {
			time = ", " + w.share(g.samples)
		}
		w.item("Go", "%s%s: %s", g.exprs, time, g.why)
	}
}

// gaveUp prints the routines that have given up for a line often, each once.
func (w *why) gaveUp(l *line) {
	var list []exitdata.SiteCount
	for _, s := range l.sites {
		for _, c := range s.gaveUp {
			k := slices.IndexFunc(list, func(o exitdata.SiteCount) bool { return o.Routine == c.Routine })
			if k < 0 {
				list = append(list, c)
				continue
			}
			list[k].General, list[k].Closed = list[k].General+c.General, list[k].Closed || c.Closed
		}
	}
	for _, c := range list {
		if c.General < often && w.o.Line == 0 {
			continue
		}
		what := ""
		if c.Closed {
			what = "; it is not called there any more"
		}
		w.item("routine", "%s gave up, %s%s: a Go function did it", c.Routine, times(c.General), what)
	}
}

func (w *why) exprOr(s *site) string {
	if text := w.r.expr(s.place); text != "" {
		return text
	}
	return opName(s.place)
}

// opName returns the name of the instruction at a place, as it was compiled.
func opName(p interp.Place) string { return pycode.Decode(p.Code.Units, p.Unit).Op.String() }

func (w *why) at(p interp.Place) string {
	if n := p.Line(); n > 0 {
		return fmt.Sprintf(" (line %d)", n)
	}
	return ""
}

// begins returns where an executor begins.
func (r *report) begins(ex *exitdata.Executor) interp.Place {
	if list := r.places[ex]; len(list) > 0 {
		return list[0].Place
	}
	return interp.Place{}
}

// leads returns the place that an exit leads to.
func (r *report) leads(x *exitdata.Exit) interp.Place {
	if x.State.InMemory() {
		return r.ends(x.Executor)
	}
	fs := x.State.Frames[len(x.State.Frames)-1]
	return interp.Place{Code: r.vm.CodeAt(uint64(fs.Frame.Code)), Unit: int(fs.PC)}
}

// ends returns where an executor's trace ends.
func (r *report) ends(ex *exitdata.Executor) interp.Place {
	list := r.places[ex]
	if len(list) == 0 {
		return interp.Place{}
	}
	last := ex.Trace.Insts[len(list)-1]
	p := list[len(list)-1].Place
	if ex.Trace.Table.Row(last.Op).Name == "_EXIT_TRACE" {
		p.Unit = int(last.Target)
	}
	return p
}
