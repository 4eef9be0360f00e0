package debug

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/bisect"
)

// Session applies modes to the runs of a pipeline: fuel and statistics go on from
// one to the next. One goroutine uses it at a time.
type Session struct {
	modes Modes
	match *bisect.Matcher
	fire  *passes.Firing // nil: nothing asks for it
	times *passes.Times  // with Stats

	twin    *ir.Func // what the last run made of the shuffled copy
	twinCtx *passes.Context
}

// New makes a session. A malformed pattern is a *bisect.PatternError.
func New(m Modes) (*Session, error) {
	s := &Session{modes: m}
	var err error
	if s.match, err = bisect.New(m.Bisect); err != nil {
		return nil, err
	}
	if m.Limited || m.Stats || s.match != nil || m.Log != nil {
		s.fire = &passes.Firing{Fuel: m.Fuel, Limited: m.Limited, Log: m.Log}
	}
	if s.match != nil {
		report := m.Report
		if report == nil {
			report = io.Discard
		}
		s.fire.Allow = s.match.Allow(report)
	}
	if m.Stats {
		s.times = &passes.Times{}
	}
	return s, nil
}

// Modes returns what the session was made with.
func (s *Session) Modes() Modes { return s.modes }

// Attach sets a context up for the session's runs. It is called once a context;
// the observers that a context has already come first, except that times are
// measured without them.
func (s *Session) Attach(ctx *passes.Context) {
	s.observe(ctx)
	ctx.SetFiring(s.fire)
	if s.times != nil {
		// First behind a pass, last before it.
		ctx.Observers = append([]passes.Observer{after{s.times}}, append(ctx.Observers, before{s.times})...)
	}
}

// observe sets up what every run of a pipeline checks, the repeated ones too.
func (s *Session) observe(ctx *passes.Context) {
	ctx.Check = s.modes.CheckAnalyses
	if s.modes.Verify {
		ctx.Observers = append(ctx.Observers, passes.VerifyEach(Verify))
	}
}

// before and after are the halves of an observer.
type (
	before struct{ passes.Observer }
	after  struct{ passes.Observer }
)

func (before) After(*passes.Context, *passes.Pass, bool) error { return nil }

func (after) Before(*passes.Context, *passes.Pass) {}

// VerifyError says that the verifier has found a function wrong.
type VerifyError struct {
	Func  string
	First verify.Diagnostic
	More  int // other breaches
}

// Error implements error.
func (e *VerifyError) Error() string {
	if e.More == 0 {
		return e.First.String()
	}
	return fmt.Sprintf("%v (and %d more)", e.First, e.More)
}

// Verify checks a function; the error is a *VerifyError.
func Verify(f *ir.Func) error {
	if d := verify.Check(f, verify.Options{}); len(d) > 0 {
		return &VerifyError{f.Name, d[0], len(d) - 1}
	}
	return nil
}

// Run runs a pipeline on the context's function with the session's modes; the
// error is that of Pipeline.Run, or a *ShuffleError, joined with that of
// Modes.Crash if there is one. again makes the function that ctx.F is before the
// run once more, for a reproducer; it may use the memory of ctx.F. With nil a copy
// is kept, if Modes.Crash is set.
func (s *Session) Run(p *passes.Pipeline, ctx *passes.Context, h passes.Hooks, again func() (*ir.Func, error)) error {
	m := &s.modes
	s.twin = nil
	if m.Shuffle == 0 && m.Crash == nil {
		return p.RunHooks(ctx, h)
	}
	if again == nil || m.Shuffle != 0 {
		before := ir.Copy(ctx.F, 0)
		again = func() (*ir.Func, error) { return ir.Copy(before, 0), nil }
	}
	start := s.mark()
	err := p.RunHooks(ctx, h)
	if m.Shuffle != 0 && (err == nil || errors.Is(err, passes.ErrStop)) {
		if e := s.shuffled(p, ctx, h, start, again); e != nil {
			err = e
		}
	}
	if m.Crash != nil && isCrash(err) {
		if e := s.crash(p, ctx, h, start, again, err); e != nil {
			err = errors.Join(err, fmt.Errorf("writing the reproducer: %w", e))
		}
	}
	return err
}

// isCrash reports whether an error is a mistake of a pass, not a refusal.
func isCrash(err error) bool {
	var (
		pan     *passes.Panic
		wrong   *VerifyError
		shuffle *ShuffleError
	)
	return errors.As(err, &pan) || errors.As(err, &wrong) || errors.As(err, &shuffle)
}

// mark keeps what of the hooks a run uses up; quiet makes hooks that do the same
// from there on, without statistics and reports. It is nil if there are none.
func (s *Session) mark() (quiet func() *passes.Firing) {
	if s.fire == nil {
		return func() *passes.Firing { return nil }
	}
	fuel := s.fire.Fuel
	return func() *passes.Firing {
		f := &passes.Firing{Fuel: fuel, Limited: s.fire.Limited}
		if s.match != nil {
			f.Allow = s.match.Allow(io.Discard)
		}
		return f
	}
}

// context makes a context for a run that repeats another's.
func (s *Session) context(of *passes.Context, f *ir.Func, fire *passes.Firing) *passes.Context {
	ctx := passes.NewContext(f)
	ctx.Guest = of.Guest
	s.observe(ctx)
	ctx.SetFiring(fire)
	return ctx
}

// quietHooks are the hooks of runs that repeat another.
func quietHooks(h passes.Hooks) passes.Hooks {
	if h.Print != nil {
		h.Print = func(*ir.Func) {}
	}
	return h
}

// Twin returns what the last run's pipeline made of the shuffled copy, nil
// without Modes.Shuffle. Its text is that of the run's function. It is valid until
// the next run.
func (s *Session) Twin() *ir.Func { return s.twin }

// ShuffleError says that what must not matter did.
type ShuffleError struct {
	Func string
	Seed uint64
	Pass string // the first pass behind which the texts differ; "" for the code
	What string // the first difference
}

// Error implements error.
func (e *ShuffleError) Error() string {
	where := e.Pass
	if where == "" {
		where = "the code"
	}
	return fmt.Sprintf("debug: %s of %s differs for a copy that is shuffled by seed %d: %s", where, e.Func, e.Seed, e.What)
}

// shuffled runs the pipeline on a shuffled copy, in memory of earlier ones, and
// compares.
func (s *Session) shuffled(p *passes.Pipeline, ctx *passes.Context, h passes.Hooks, start func() *passes.Firing, again func() (*ir.Func, error)) error {
	f, err := again()
	if err != nil {
		return err
	}
	if s.twinCtx == nil {
		s.twinCtx = s.context(ctx, ir.NewFunc("", f.Ops, f.Types), nil)
	}
	twin := s.twinCtx.F
	if twin.Ops != f.Ops {
		twin = ir.NewFunc("", f.Ops, f.Types)
	}
	ir.CopyTo(twin, f, s.modes.Shuffle, nil)
	s.twinCtx.Reset(twin)
	s.twinCtx.SetFiring(start())
	s.twinCtx.Shuffle = s.rand()
	err = p.RunHooks(s.twinCtx, quietHooks(h))
	if err != nil && !errors.Is(err, passes.ErrStop) {
		return &ShuffleError{f.Name, s.modes.Shuffle, failed(err), err.Error()}
	}
	if irtext.String(ctx.F) != irtext.String(twin) {
		return s.firstDifference(p, ctx, h, start, again)
	}
	s.twin = twin
	return nil
}

func (s *Session) rand() *rand.Rand { return rand.New(rand.NewPCG(s.modes.Shuffle, 3)) }

// failed returns the name of the pass that an error is of.
func failed(err error) string {
	var (
		pan *passes.Panic
		e   *passes.Error
		sh  *ShuffleError
	)
	switch {
	case errors.As(err, &sh):
		return sh.Pass
	case errors.As(err, &pan):
		return pan.Pass
	case errors.As(err, &e):
		return e.Pass
	}
	return ""
}

// texts is an observer that keeps the function's text behind each pass.
type texts struct {
	passes.NopObserver
	pass []string
	text []string
}

func (o *texts) After(ctx *passes.Context, p *passes.Pass, _ bool) error {
	o.pass = append(o.pass, p.Name)
	o.text = append(o.text, irtext.String(ctx.F))
	return nil
}

// firstDifference runs both again to find the pass behind which they differ.
func (s *Session) firstDifference(p *passes.Pipeline, ctx *passes.Context, h passes.Hooks, start func() *passes.Firing, again func() (*ir.Func, error)) error {
	var runs [2]texts
	for i, seed := range []uint64{0, s.modes.Shuffle} {
		f, err := again()
		if err != nil {
			return err
		}
		c := s.context(ctx, ir.Copy(f, seed), start())
		if seed != 0 {
			c.Shuffle = s.rand()
		}
		c.Observers = append(c.Observers, &runs[i])
		if err := p.RunHooks(c, quietHooks(h)); err != nil && !errors.Is(err, passes.ErrStop) {
			return &ShuffleError{ctx.F.Name, seed, failed(err), err.Error()}
		}
	}
	e := &ShuffleError{Func: ctx.F.Name, Seed: s.modes.Shuffle, Pass: p.String(), What: "only where memory is used again"}
	for i := range min(len(runs[0].text), len(runs[1].text)) {
		if what := difference(runs[0].text[i], runs[1].text[i]); what != "" {
			e.Pass, e.What = runs[0].pass[i], what
			break
		}
	}
	return e
}

// difference describes the first line in which texts differ, "" if none does.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d is %q, not %q", i+1, strings.TrimSpace(y[i]), strings.TrimSpace(x[i]))
		}
	}
	if len(x) != len(y) {
		return fmt.Sprintf("%d lines, not %d", len(y), len(x))
	}
	return ""
}

// Stats returns the counters of the session's runs, nil without Modes.Stats.
func (s *Session) Stats() []passes.Stat {
	if !s.modes.Stats {
		return nil
	}
	return s.fire.Stats()
}

// Times returns what was measured of each pass, nil without Modes.Stats.
func (s *Session) Times() []passes.PassTime {
	if !s.modes.Stats {
		return nil
	}
	return s.times.Rows()
}

// WriteStats writes a table: each pass with its runs, the runs that changed the
// function and its time, and below it how often each of its rules has fired.
func (s *Session) WriteStats(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "pass\truns\tchanged\tµs\trewrites\t\n")
	for _, row := range s.Times() {
		total := 0
		counts := s.fire.Count(row.Pass)
		for _, n := range counts {
			total += n
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%.1f\t%d\t\n", row.Pass.Name, row.Runs, row.Changed, float64(row.Total.Nanoseconds())/1e3, total)
		for i, n := range counts {
			if n > 0 {
				fmt.Fprintf(t, "%s.%s\t\t\t\t%d\t\n", row.Pass.Name, row.Pass.Counters[i], n)
			}
		}
	}
	return t.Flush()
}
