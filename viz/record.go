package viz

import (
	"fmt"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/uop"
)

// Options say how a Recorder prints. The zero value is good.
type Options struct {
	Names irtext.Names            // of guest words; nil: bits
	Reg   func(lower.PReg) string // names a register; nil: numbers
	// Disassemble prints code, a line an instruction that begins with its address,
	// a comment behind a semicolon, as lower/amd64's does; nil: code has no column.
	Disassemble func(code []byte, pc uint64, notes lower.Notes) string
}

// Recorder keeps what happens in compiles. It implements tier2.Observer and
// passes.Observer and takes the log of rewrites; all three should be set. One
// goroutine uses it at a time.
type Recorder struct {
	opts     Options
	compiles []*Compile

	printer *irtext.Printer
	numbers *irtext.Numbering // of the compile at hand
	tree    dom.Tree
	forest  loops.Forest
	fired   []rewrite // of the pass that is running
	fn      *ir.Func  // that it runs on
	at      []int32   // by id: 1 + the line of the newest column of a function that defines the value
	was     []*ir.Value
	last    *column // the newest column of a function
	cfg     string  // its graph
}

// rewrite is one that a pass has done.
type rewrite struct {
	rule  string
	v     *ir.Value
	bound int // the ids of values that it makes are not below
}

// New makes a recorder.
func New(o Options) *Recorder { return &Recorder{opts: o} }

// Compile is what is known of one compile, or of one run of a pipeline.
type Compile struct {
	Name     string
	Trace    *uop.Trace         // nil: there was none
	Parent   *exitdata.Exit     // the exit that it continues, nil if none
	Executor *exitdata.Executor // nil: it made none
	Refusal  error              // why it made none, if it was told

	columns []*column
	beside  *Compile // below it, nil if none
	title   string   // what it is beside another
}

// column is one column of a page.
type column struct {
	name  string
	kind  string // uops, ir, pass, machine, code, exits
	note  string
	lines []line
	graph string // the control-flow graph as SVG, "" if it is that of the column before
}

// empty reports whether a column is that of a pass that changed nothing.
func (c *column) empty() bool { return len(c.lines) == 0 }

// line is one line of a column.
type line struct {
	html  string   // with every text escaped
	plain string   // what it is compared by
	key   string   // what it defines: v12, u3, x4, b2; "" for nothing
	links []string // keys of what it comes from or became
	block string   // of a value: where it stands
	class string   // of new, changed, gone; head for that of a block
	title []string
	exit  *exitdata.Exit // shows where it leads

	op     int  // of a machine operation and its code: 1 + its index in the function
	code   bool // it is code, which begins at offset
	offset int
	heat   int    // samples
	share  string // of the executor's samples, "" for none
	level  int    // 1 to levels
}

// Compiles returns what was recorded, in order.
func (r *Recorder) Compiles() []*Compile { return r.compiles }

// Begin begins a run of a pipeline on a function; Function shows the function.
func (r *Recorder) Begin(name string) { r.begin(&Compile{Name: name}) }

func (r *Recorder) begin(c *Compile) {
	r.compiles = append(r.compiles, c)
	r.last, r.cfg, r.fired, r.numbers = nil, "", r.fired[:0], &irtext.Numbering{}
	clear(r.at)
	clear(r.was)
}

func (r *Recorder) current() *Compile {
	if len(r.compiles) == 0 {
		r.Begin("")
	}
	return r.compiles[len(r.compiles)-1]
}

func (r *Recorder) add(c *column) {
	cur := r.current()
	cur.columns = append(cur.columns, c)
}

// Trace begins a compile. It is part of tier2.Observer.
func (r *Recorder) Trace(t *uop.Trace, parent *exitdata.Exit) {
	r.begin(&Compile{Name: t.Name, Trace: t, Parent: parent})
	c := &column{name: "micro-ops", kind: "uops", note: fmt.Sprintf("%d, ends: %v", len(t.Insts), t.Stop)}
	for i, in := range t.Insts {
		key := fmt.Sprintf("u%d", i)
		c.lines = append(c.lines, line{html: fmt.Sprintf("<s>%d</s> %s", i, escape(uop.FormatInst(t.Table, in))), key: key})
	}
	r.add(c)
}

// Function shows a compile's function before the first pass; later calls say
// nothing new, because passes are observed. It is part of tier2.Observer.
func (r *Recorder) Function(stage string, f *ir.Func) {
	if r.last == nil {
		r.function(&column{name: stage, kind: "ir"}, f, "")
	}
}

// Before implements passes.Observer.
func (r *Recorder) Before(ctx *passes.Context, _ *passes.Pass) {
	r.fired = r.fired[:0]
	r.fn = ctx.F
}

// Rewrite is told of each rewrite before it happens: it is a log of
// passes.Firing and of debug.Modes.
func (r *Recorder) Rewrite(p *passes.Pass, rule int, v *ir.Value) {
	r.fired = append(r.fired, rewrite{p.Counters[rule], v, r.fn.NumValues()})
}

// After implements passes.Observer.
func (r *Recorder) After(ctx *passes.Context, p *passes.Pass, changed bool) error {
	c := &column{name: p.Name, kind: "pass"}
	if changed {
		c.note = plural(len(r.fired), "rewrite")
		r.function(c, ctx.F, p.Name)
	} else {
		c.note = "changed nothing"
		r.add(c)
	}
	return nil
}

// Refused says why the newest compile made no executor.
func (r *Recorder) Refused(err error) {
	if c := r.current(); c.Executor == nil {
		c.Refusal = err
	}
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
