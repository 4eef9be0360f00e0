package golden

import (
	"errors"
	"fmt"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Oracle decides by evaluation whether a pass may turn one function into
// another.
//
// # The rule
//
// An exit of kind deopt hands its frames to the interpreter, which executes the
// guest's program from there. So two versions of a function agree on an input
// if both leave in the same way; but also if one leaves at a point that the
// other one passes, for then the interpreter goes on from there as the other
// one did. Let A be the function before the pass, B after it.
//
//   - A point of a run of A is what it would leave with by an exit of kind deopt
//     or poll that it evaluates and does not take: frames, the log and the
//     memory so far.
//   - B may leave by a deopt exit with any point of A's run ([Earlier]), that of
//     the poll by which A leaves among them: a guard has been moved up, and
//     failed. The interpreter goes on from a place that the program has reached.
//   - A may leave because a Checked operation could not compute its result
//     (overflow), and B go on ([Later]): nothing needed the result. So A is
//     evaluated once more, with all Checked operations that fail giving garbage
//     instead of leaving; B must leave as that run does, or with one of its
//     points, and it must do so for two different kinds of garbage. If anything
//     that can be observed depended on the result, the two would differ. The low
//     64 bits of a result that has more, as guests' ints have no bound, are no
//     garbage: what asks for them alone is computed from them.
//   - In all other cases kind, frames, log, exception and memory are the same
//     ([Same]), as eval.Comparer defines it.
//
// Exits that are not taken are held against the same points: with an exit of B
// forced, it leaves with a point of A's run, or, for exits of the kinds side and
// error, with what A's run would leave with by such an exit at that place
// ([Oracle.CompareExits]).
//
// The rule takes a version that leaves too early for one that is merely slow;
// what a golden says of its runs, its counts and its exits is there to tell them
// apart.
type Oracle struct {
	Guest *guest.Guest
	// Reset makes the guest's memory what it was; nil: no operation changes it.
	Reset func()
	// Compare compares words and prints them.
	Compare eval.Comparer
	// Uninterpreted lets operations of the guest without a meaning evaluate as
	// unknown functions.
	Uninterpreted bool
	// MaxSteps bounds an evaluation; 0: 20,000 values.
	MaxSteps int

	machine eval.Machine
	lenient lenientTable
}

// Input is an input of an evaluation.
type Input struct {
	Slots   []uint64 // words of the entry frame's slots
	Entries []uint64 // what the exit before hands over
	Poll    int      // which poll leaves, from 1; 0: none
}

// Verdict is how two versions of a function agree on an input.
type Verdict uint8

// The verdicts.
const (
	Same    Verdict = iota // they leave in the same way
	Earlier                // the second leaves at a point that the first passes
	Later                  // the first leaves for want of a result that nothing needs
	Unknown                // the first takes too many steps, or the input makes no sense
)

var verdictNames = [...]string{"same", "earlier", "later", "unknown"}

// String returns the verdict's name.
func (v Verdict) String() string { return verdictNames[v] }

// force names a visit of an exit.
type force struct {
	exit  *ir.Exit
	visit int
}

// Run evaluates a function.
func (o *Oracle) Run(f *ir.Func, in Input) (eval.Out, error) {
	return o.run(f, o.Guest.Evals(), in, nil)
}

// runForced evaluates a function and makes it take an exit at a visit, from 0;
// taken says whether it got there.
func (o *Oracle) runForced(f *ir.Func, in Input, x *ir.Exit, visit int) (out eval.Out, taken bool, err error) {
	out, err = o.run(f, o.Guest.Evals(), in, func(y *ir.Exit, n int) bool {
		hit := y == x && n == visit
		taken = taken || hit
		return hit
	})
	return out, taken, err
}

func (o *Oracle) run(f *ir.Func, ops []eval.OpFunc, in Input, hook func(*ir.Exit, int) bool) (eval.Out, error) {
	if o.Reset != nil {
		o.Reset()
	}
	m := &o.machine
	m.Words, m.Ops, m.Uninterpreted = o.Guest.Words, ops, o.Uninterpreted
	e := eval.In{Slots: in.Slots, Entries: in.Entries, MaxSteps: o.MaxSteps, Force: hook, Note: true}
	if e.MaxSteps == 0 {
		e.MaxSteps = 20000
	}
	left := in.Poll
	e.Poll = func() bool { left--; return left == 0 }
	return m.Run(f, e)
}

// Equal evaluates two functions that must do exactly the same.
func (o *Oracle) Equal(a, b *ir.Func, in Input) (Verdict, error) {
	v, err := o.Agree(a, b, in)
	if err == nil && (v == Earlier || v == Later) {
		return v, fmt.Errorf("the exits differ (%s)", v)
	}
	return v, err
}

// Agree decides whether b may replace a, by an input; see Oracle. An error says
// how they differ.
func (o *Oracle) Agree(a, b *ir.Func, in Input) (Verdict, error) {
	outA, err := o.Run(a, in)
	if err != nil {
		return Unknown, nil // nothing to hold b against
	}
	outB, err := o.Run(b, in)
	switch {
	case errors.Is(err, eval.ErrSteps):
		return Unknown, nil
	case err != nil:
		return Unknown, fmt.Errorf("after the pass: %w", err)
	}
	differ := o.Compare.Equal(outA, outB)
	if differ == nil {
		return Same, nil
	}
	verdict := Earlier
	for _, r := range o.runs(a, outA) {
		v, err := o.find(r, in, outB)
		if err != nil {
			return Unknown, err
		}
		if v == Unknown {
			return Unknown, fmt.Errorf("%w\nbefore the pass: %s\nafter it:        %s", differ, o.Format(outA), o.Format(outB))
		}
		if r.checked {
			verdict = Later
		}
	}
	return verdict, nil
}

// CompareExits forces each exit of b, at its first two visits, and decides
// whether a leaves there too, or could; see Oracle.
func (o *Oracle) CompareExits(a, b *ir.Func, in Input) error {
	outA, err := o.Run(a, in)
	if err != nil {
		return nil
	}
	var visits []force
	if _, err := o.run(b, o.Guest.Evals(), in, func(x *ir.Exit, n int) bool {
		if n < 2 {
			visits = append(visits, force{x, n})
		}
		return false
	}); err != nil {
		return nil // Agree reports it
	}
	runs := o.runs(a, outA)
	for _, v := range visits {
		outB, _, err := o.runForced(b, in, v.exit, v.visit)
		if err != nil {
			return fmt.Errorf("an exit of %s forced at visit %d: %w", v.exit.Owner, v.visit, err)
		}
		for _, r := range runs {
			got, err := o.find(r, in, outB)
			if err != nil {
				return err
			}
			if got == Unknown {
				return fmt.Errorf("the exit of kind %s of %s (%s), forced at visit %d, leaves with what is no point of the run before the pass:\n%s",
					v.exit.Kind, v.exit.Owner, b.Row(v.exit.Owner).Name, v.visit, o.Format(outB))
			}
		}
	}
	return nil
}

// Format prints an outcome as the section run of a golden file has it.
func (o *Oracle) Format(out eval.Out) string { return outcomeOf(out, o.word).String() }

// word prints a word of the guest.
func (o *Oracle) word(w uint64) string {
	if o.Compare.Format != nil {
		return o.Compare.Format(w)
	}
	return fmt.Sprintf("%#x", w)
}

// version is a function with the meaning of its operations.
type version struct {
	f       *ir.Func
	ops     []eval.OpFunc
	checked bool // Checked operations do not leave
}

// runs returns what b's outcomes are held against: a itself, or, if a leaves for
// want of a result, two versions that go on with garbage.
func (o *Oracle) runs(a *ir.Func, out eval.Out) []version {
	x := out.Exit
	if x.When == ir.Before && a.Row(x.Owner).Flags&ir.Checked != 0 {
		return []version{o.lenient.version(o, a, 0), o.lenient.version(o, a, 1)}
	}
	return []version{{f: a, ops: o.Guest.Evals()}}
}

// find looks for an outcome among those of a run: Same if it ends so, Earlier if
// a point of it is so, Unknown if neither.
func (o *Oracle) find(v version, in Input, want eval.Out) (Verdict, error) {
	var visits []force
	last, err := o.run(v.f, v.ops, in, func(x *ir.Exit, n int) bool {
		if resumes(x.Kind, want.Kind) && samePlace(v.f, x.State(), want) {
			visits = append(visits, force{x, n})
		}
		return false
	})
	if err == nil && o.Compare.Equal(last, want) == nil {
		return Same, nil
	}
	if err == nil && last.Kind != want.Kind && resumes(last.Kind, want.Kind) {
		if last.Kind = want.Kind; o.Compare.Equal(last, want) == nil {
			return Earlier, nil // a guard in front of the poll that A leaves by
		}
	}
	if err != nil && !errors.Is(err, eval.ErrSteps) && !v.checked {
		return Unknown, err
	}
	for _, p := range visits {
		out, err := o.run(v.f, v.ops, in, func(x *ir.Exit, n int) bool { return x == p.exit && n == p.visit })
		if err != nil {
			continue
		}
		out.Kind = want.Kind
		if o.Compare.Equal(out, want) == nil {
			return Earlier, nil
		}
	}
	return Unknown, nil
}

// resumes reports whether an exit of one kind may stand for one of another: the
// interpreter goes on in the same way from a deopt exit and from a poll.
func resumes(k, want ir.ExitKind) bool { return k == want || want == ir.Deopt && k == ir.Poll }

// samePlace reports whether a state has the frames and pcs of an outcome.
func samePlace(f *ir.Func, s *ir.Value, out eval.Out) bool {
	i := len(out.Frames) - 1
	for ; s != nil && i >= 0; s, i = s.StateCaller(), i-1 {
		if fr := f.Frames[s.StateFrame()]; out.Frames[i].PC != s.StatePC() || out.Frames[i].Code != fr.Code {
			return false
		}
	}
	return s == nil && i < 0
}
