package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/viz"
)

// traceParts are what can be shown of an executor, in order.
var traceParts = []struct{ name, doc string }{
	{"uops", "its micro-ops"}, {"ir", "the IR as it was built"}, {"passes", "the IR after each pass that changed it"},
	{"registers", "machine operations with their places"}, {"code", "the machine code"}, {"exits", "the exit table"},
}

var traceCommand = command{
	name: "trace", args: "FILE.py|FILE.pyc [ARGS]",
	doc:     "runs a program without its output and shows each executor, from its micro-ops to its code",
	example: "tier2 trace -executor=1 -uops -code nbody.py",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		var t tierFlags
		t.register(fs, "pipeline") // -passes is what to show
		arch := choice{words: tier2.Targets()}
		fs.Var(&arch, "arch", "show the code for this processor, "+strings.Join(arch.words, " or ")+" (default: the one that it runs on)")
		only := fs.Int("executor", 0, "show only the executor of this `number`")
		flags := map[string]*bool{}
		for _, p := range traceParts {
			flags[p.name] = fs.Bool(p.name, false, "show "+p.doc+" (default: everything)")
		}
		golden := fs.Int("golden", 0, "write a golden file of the executor of this `number` instead: the IR as built, and what the pipeline makes of it\nwithout the VM (docs/golden.md). It is the same on every machine")
		html := fs.String("html", "", "write the executors as a page into this `file` instead (docs/viz.md)")
		return func(std streams, args []string) int {
			show, any := map[string]bool{}, false
			for name, f := range flags {
				show[name] = *f
				any = any || *f
			}
			for name := range flags {
				show[name] = show[name] || !any
			}
			if any && *html != "" {
				fmt.Fprintln(std.err, "tier2 trace: a page has all parts: -html goes with none of their flags")
				return statusUsage
			}
			if *golden != 0 && (any || *html != "" || *only != 0) {
				fmt.Fprintln(std.err, "tier2 trace: a golden file has what it needs: -golden goes with -pipeline only")
				return statusUsage
			}
			return traceMain(std, &t, traceWants{arch.value, *only, *golden, show, *html}, args)
		}
	},
}

// traceWants are what the command shows.
type traceWants struct {
	arch         string
	only, golden int // numbers of executors; 0: none
	show         map[string]bool
	html         string // "": no page
}

func traceMain(std streams, t *tierFlags, w traceWants, args []string) int {
	if len(args) == 0 {
		fmt.Fprintln(std.err, "tier2 trace: no program; see tier2 trace -h")
		return statusUsage
	}
	if t.jit.value == "off" {
		fmt.Fprintln(std.err, "tier2 trace: with -jit=off there are no executors")
		return statusUsage
	}
	prog, status := load(std, args[0])
	if prog == nil {
		return status
	}
	l := &listing{show: w.show, target: targetOf(w.arch)}
	o := prog.options(t.maxHeap, interp.Options{Stdin: std.in, Stderr: std.err, OnRefusal: l.refused})
	var rec *viz.Recorder
	if w.html != "" {
		rec = newRecorder(&t.debug, l.target)
		o.OnRefusal = func(err error) { record(rec, err) }
	}
	vm, err := newVM(t, o, func(o *tier2.Options) {
		o.Observer, o.Target = l, w.arch
		if rec != nil {
			o.Observer, o.PassObservers = rec, []passes.Observer{rec}
		}
	})
	if err != nil {
		return fail(std, err)
	}
	stop := newInterrupts().interruptible(vm)
	err = vm.RunProgram(prog.code, args)
	stop()
	status = report(std, err)
	switch {
	case rec != nil:
		rec.Resolve(vm.Executors())
		guestColumns(vm, rec.Compiles())
		err = writePage(w.html, "tier2 trace "+strings.Join(args, " "), rec.Compiles(), w.only)
	case w.golden != 0:
		var text []byte
		if text, err = l.golden(vm, w.golden, t.passes); err == nil {
			_, err = std.out.Write(text)
		}
	default:
		err = l.print(std.out, vm, w.only)
	}
	if err != nil {
		return fail(std, err)
	}
	if err := t.writePassStats(std.err); err != nil {
		return fail(std, err)
	}
	return status
}

// listing records compiles as they happen. It implements tier2.Observer.
type listing struct {
	show    map[string]bool
	target  *lower.Target
	entries []*compiled
}

// compiled is what is known of one compile.
type compiled struct {
	trace   *uop.Trace
	parent  *exitdata.Exit
	refusal error
	numbers irtext.Numbering // what stays keeps its name from listing to listing
	text    strings.Builder
	built   built
}

func (l *listing) current() *compiled {
	if len(l.entries) == 0 {
		l.entries = append(l.entries, &compiled{})
	}
	return l.entries[len(l.entries)-1]
}

// section begins a part of the listing and reports whether it is wanted.
func (l *listing) section(part, title string) bool {
	if l.show[part] {
		fmt.Fprintf(&l.current().text, "--- %s\n", title)
	}
	return l.show[part]
}

func (l *listing) Trace(t *uop.Trace, parent *exitdata.Exit) {
	l.entries = append(l.entries, &compiled{trace: t, parent: parent})
	if l.section("uops", "micro-ops") {
		fmt.Fprintln(&l.current().text, strings.TrimRight(t.String(), "\n"))
	}
}

func (l *listing) Function(stage string, f *ir.Func) {
	part, title := "passes", "IR after "+stage
	if stage == "build" {
		part, title = "ir", "IR as built"
	}
	c := l.current()
	c.numbers.See(f)
	if stage == "build" {
		c.built = buildText(f)
	}
	if l.section(part, title) {
		_ = irtext.Print(&c.text, f, irtext.Options{Numbers: &c.numbers}) // a Builder's Write does not fail
	}
	if stage == "build" && c.built.facts != "" && l.section(part, "facts") {
		c.text.WriteString(c.built.facts)
	}
}

func (l *listing) Machine(f *lower.Func, al *lower.Allocation) {
	if l.section("registers", "machine operations") {
		_ = lower.Print(&l.current().text, f, al, regName(l.target)) // a Builder's Write does not fail
	}
}

func (l *listing) Code(ex *exitdata.Executor, f *lower.Func, code *lower.Code) {
	if !l.section("code", fmt.Sprintf("code, %d bytes, %d of them hot", len(code.Bytes), code.Hot)) {
		return
	}
	ops := map[int]string{}
	for i, at := range code.Insts {
		if i < len(f.Insts) {
			ops[int(at)] = f.Insts[i].Op.String()
		}
	}
	places := code.Places(f)
	text := l.target.Disassemble(code.Bytes, 0, lower.Notes{Label: places, Comment: func(off int) string {
		if label := places(uint64(off)); label != "" {
			return strings.TrimSpace(label + ": " + ops[off])
		}
		return ops[off]
	}})
	fmt.Fprintln(&l.current().text, strings.TrimRight(text, "\n"))
}

// Refused is told by the compiler why the compile at hand makes no executor.
func (l *listing) Refused(err error) { l.current().refusal = err }

// refused is told by the VM why there is no executor. A refusal of the projection comes
// without a compile.
func (l *listing) refused(err error) {
	if n := len(l.entries); n > 0 && !projected(err) && (l.entries[n-1].refusal == nil || l.entries[n-1].refusal == err) {
		l.entries[n-1].refusal = err
		return
	}
	l.entries = append(l.entries, &compiled{refusal: err})
}

// projected reports whether a refusal says that there was no trace to compile.
func projected(err error) bool {
	var r *tier2.Refusal
	if !errors.As(err, &r) {
		return false
	}
	_, ok := uop.StopByName(r.Reason)
	return ok
}

// print writes what was recorded. A compile belongs to the executor that has its
// trace.
func (l *listing) print(w io.Writer, vm *interp.VM, only int) error {
	byTrace := map[*uop.Trace]*exitdata.Executor{}
	for _, ex := range vm.Executors() {
		byTrace[ex.Trace] = ex
	}
	var b strings.Builder
	for _, c := range l.entries {
		ex := byTrace[c.trace]
		if only != 0 && (ex == nil || ex.ID != only) {
			continue
		}
		c.write(&b, ex, l.show["exits"])
	}
	if only == 0 && l.show["exits"] {
		l.writeCold(&b, vm)
	}
	if b.Len() == 0 && only != 0 {
		return fmt.Errorf("no executor %d: there are %d", only, len(byTrace))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *compiled) write(b *strings.Builder, ex *exitdata.Executor, exits bool) {
	switch {
	case c.trace == nil:
		fmt.Fprintf(b, "=== refused: %v\n\n", c.refusal)
		return
	case ex == nil && c.refusal == nil:
		fmt.Fprintf(b, "=== gone: %s; another executor has taken its place, or it was invalidated\n", c.trace.Name)
	case ex == nil:
		fmt.Fprintf(b, "=== refused: %s: %v\n", c.trace.Name, c.refusal)
	default:
		fmt.Fprintf(b, "=== executor %d (%v): %s", ex.ID, ex.Kind, ex.Name)
		if p := c.parent; p != nil {
			fmt.Fprintf(b, ", continues exit %d of executor %d", p.Index, p.Executor.ID)
		}
		fmt.Fprintf(b, "; %d micro-ops, ends: %v\n", ex.UopsIn, c.trace.Stop)
	}
	b.WriteString(c.text.String())
	if ex != nil && exits {
		writeExits(b, ex)
	}
	b.WriteByte('\n')
}

// writeCold prints the executor that exits lead to which lead to no other one.
func (l *listing) writeCold(b *strings.Builder, vm *interp.VM) {
	var cold *exitdata.Executor
	for _, ex := range vm.Executors() {
		for _, x := range ex.Exits {
			if x != nil && x.Target != nil && x.Target.Kind == exitdata.Cold {
				cold = x.Target
			}
		}
	}
	if cold == nil {
		return
	}
	fmt.Fprintf(b, "=== executor %d (%v): %s; %d micro-op, where an exit leads while no executor continues it\n", cold.ID, cold.Kind, cold.Name, len(cold.Trace.Insts))
	for _, in := range cold.Trace.Insts {
		fmt.Fprintf(b, "  %s\n", uop.FormatInst(cold.Trace.Table, in))
	}
	if code := cold.Bytes(); len(code) > 0 && l.target.Name == runtime.GOARCH {
		fmt.Fprintf(b, "--- code, %d bytes\n%s", len(code), l.target.Disassemble(code, 0, lower.Notes{}))
	}
	b.WriteByte('\n')
}

// writeExits prints an executor's exit table.
func writeExits(b *strings.Builder, ex *exitdata.Executor) {
	fmt.Fprintf(b, "--- exits, %d\n", len(ex.Exits))
	for i, x := range ex.Exits {
		if x == nil { // an executor without code makes them as they are taken
			fmt.Fprintf(b, "x%-4d never taken\n", i)
			continue
		}
		to := exitdata.ColdExit
		if x.Plain {
			to = "tier 1, no row"
		}
		if x.Target != nil && x.Target.Kind != exitdata.Cold {
			to = fmt.Sprintf("executor %d", x.Target.ID)
		}
		where := "in memory"
		if !x.State.InMemory() {
			where = fmt.Sprintf("pc %d, %d frames", x.State.Frames[len(x.State.Frames)-1].PC, len(x.State.Frames))
		}
		fmt.Fprintf(b, "x%-4d %-8v %-22s -> %s, taken %d times\n", i, x.Kind, where, to, x.Taken())
	}
}
