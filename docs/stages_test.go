package docs

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/uop"
)

// stages makes what a page shows of its trace.
type stages struct {
	t      *testing.T
	guest  *pyguest.Offline
	source string // the page's trace
}

func newStages(t *testing.T, list []block) *stages {
	s := &stages{t: t}
	for _, b := range list {
		if file, ok := strings.CutPrefix(b.info, "uops "); ok {
			text, err := shown(file, nil)
			if err != nil {
				t.Fatal(err)
			}
			s.source = text
		}
	}
	var err error
	if s.guest, err = pyguest.NewOffline(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.guest.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// sample checks a function: a fixpoint that keeps the rules.
func (s *stages) sample(text string) error {
	g := s.guest.Guest
	f, err := irtext.Parse("", []byte(text), g.Table(), g.Types, irtext.Options{})
	if err != nil {
		return err
	}
	if got := irtext.String(f); got != text {
		return fmt.Errorf("it prints differently: %s", difference(text, got))
	}
	return check(f)
}

func check(f *ir.Func) error {
	var list []error
	for _, d := range verify.Check(f, verify.Options{}) {
		list = append(list, fmt.Errorf("%v", d))
	}
	return errors.Join(list...)
}

// optimized builds the page's trace and runs a pipeline on it, none for "build".
func (s *stages) optimized(pipeline string) (*ir.Func, error) {
	g := s.guest.Guest
	t, err := uop.Parse("", []byte(s.source), g.Uops)
	if err != nil {
		return nil, err
	}
	if err := s.guest.Prepare(t); err != nil {
		return nil, err
	}
	frame, err := g.World.Frame(t.Code)
	if err != nil {
		return nil, err
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	f, err := b.Trace(t, build.Entry{Frame: frame})
	if err != nil || pipeline == "build" {
		return f, err
	}
	set, err := all.Set()
	if err != nil {
		return nil, err
	}
	p, err := passes.Parse(pipeline, set)
	if err != nil {
		return nil, err
	}
	ctx := passes.NewContext(f)
	ctx.Guest = g
	ctx.Observers = []passes.Observer{passes.VerifyEach(check)}
	return f, p.Run(ctx)
}

// function returns the text of what a pipeline makes of the page's trace.
func (s *stages) function(pipeline string) (string, error) {
	f, err := s.optimized(pipeline)
	if err != nil {
		return "", err
	}
	if err := check(f); err != nil {
		return "", err
	}
	var b strings.Builder
	err = irtext.Print(&b, f, irtext.Options{NoOrigins: pipeline != "build"})
	return b.String(), err
}

// machine returns the machine operations of the last loop of what a pipeline makes
// of the page's trace.
func (s *stages) machine(pipeline string) (string, error) {
	f, err := s.optimized(pipeline)
	if err != nil {
		return "", err
	}
	g, target := s.guest.Guest, amd64.Target
	sel := &lower.Selector{Target: target, Rules: g.Rules(), Frame: &g.Frame}
	m, err := sel.Select(f, lower.Borders{})
	if err != nil {
		return "", err
	}
	var alloc regalloc.Allocator
	res, err := alloc.Run(m, &target.Regs, regalloc.Options{MaxSlots: target.MaxSlots})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := lower.Print(&b, m, &res.Allocation, func(r lower.PReg) string { return target.Regs.Names[r] }); err != nil {
		return "", err
	}
	text := b.String()
	end := strings.LastIndex(text, " loop\n")
	if end < 0 {
		return "", errors.New("there is no loop")
	}
	return text[strings.LastIndex(text[:end], "\n")+1:], nil
}
