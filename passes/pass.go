// Package passes is the framework that transformations of ir functions run in:
// passes are values, pipelines are text, analyses are cached, every rewrite
// asks first.
//
//	set, err := passes.NewSet(typeprop.Pass, guardelim.Pass, dce.Pass)
//	p, err := passes.Parse("fix(typeprop,guardelim),dce", set)
//	err = p.Run(passes.NewContext(fn))
//
// A pass is a [Pass]: a name, a document, the forms it takes and gives, what
// has to come before it and why, and the rules it may fire. It lives in a
// package of its own and never imports another pass; a [Set] lists the passes
// that a pipeline may name. Before each single rewrite a pass calls
// [Context.Fire], the one hook for statistics, the rewrite log, fuel and
// bisection (package passtool/bisect).
//
// # When something goes wrong
//
// A pass that fails or panics gives up on the function, not on the program: Run
// returns an [*Error] or a [*Panic], which say what is left of the pipeline and,
// if [Context.Snapshot] is set, what the function was before the pass.
//
// Debugging is composed of parts: [VerifyEach] checks the function after each
// pass, [Context.CheckAnalyses] that cached analyses are fresh, [Firing] limits
// and numbers rewrites, [Times] measures, ir.CopyTo and [Context.Shuffle] shuffle
// what must not matter. Package passtool/debug puts them together (docs/debugging.md).
//
// The package knows ir and no particular pass, guest or target, and no checker
// or printer: those are given to it. docs/add-a-pass.md shows how to write a pass, docs/passes.md lists the library's.
package passes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// Pass describes one pass. It is a plain value; nothing registers itself.
type Pass struct {
	Name string // as pipelines name it: lower-case letters and digits
	Doc  string // what it does; the first sentence is its summary
	In   ir.FormSet
	// Out is the form that the pass leaves the function in; Same if it keeps
	// the form.
	Out ir.Form
	// Required passes are not skipped when fuel runs out.
	Required bool
	// After lists the passes that have to come earlier if they are in the
	// pipeline at all, and why.
	After []Order
	// Counters names the rules that the pass may fire; Fire takes the index.
	Counters []string
	// Options names the options that New understands, with their defaults.
	Options []Option
	// New makes a runner with the given options.
	New func(o Options) (Runner, error)
}

// Same is the Out of passes that keep the form.
const Same = ir.NumForms

// Order is a constraint on the order of passes.
type Order struct {
	Pass string
	Why  string
}

// Option describes an integer option of a pass.
type Option struct {
	Name    string
	Default int
	Doc     string
}

// Options are the options that a pipeline gives to a pass, all of them present.
type Options map[string]int

// Runner runs a pass. It may keep memory between runs; it is used by one
// goroutine at a time.
type Runner interface {
	// Run transforms ctx.F. An error means that the function cannot be
	// compiled: it names the pass.
	Run(ctx *Context) error
}

// RunnerFunc is a Runner without state.
type RunnerFunc func(ctx *Context) error

// Run implements Runner.
func (f RunnerFunc) Run(ctx *Context) error { return f(ctx) }

// Simple returns the New of a pass that has no options and no state.
func Simple(f func(ctx *Context) error) func(Options) (Runner, error) {
	return func(Options) (Runner, error) { return RunnerFunc(f), nil }
}

// Set is a list of passes that pipelines may name, with preset pipelines.
type Set struct {
	passes  []*Pass
	byName  map[string]*Pass
	presets map[string]string
	names   []string // of the presets
}

// NewSet makes a set. Two passes of one name, an order that no pipeline could
// keep, or a malformed pass is an error. So is an order whose pass is not in the
// set and is called almost as one that is: a misspelt order would hold nothing.
func NewSet(list ...*Pass) (*Set, error) {
	s := &Set{byName: map[string]*Pass{}, presets: map[string]string{}}
	for _, p := range list {
		if err := p.check(); err != nil {
			return nil, err
		}
		if s.byName[p.Name] != nil || reserved[p.Name] {
			return nil, fmt.Errorf("passes: the name %q is taken", p.Name)
		}
		s.passes = append(s.passes, p)
		s.byName[p.Name] = p
	}
	if err := s.checkNames(); err != nil {
		return nil, err
	}
	if cycle := s.orderCycle(); cycle != "" {
		return nil, fmt.Errorf("passes: the order constraints form a cycle: %s", cycle)
	}
	return s, nil
}

// checkNames checks that the orders name passes. Those of a set with other passes
// may be missing here; those misspelt may not.
func (s *Set) checkNames() error {
	var names []string
	for _, p := range s.passes {
		names = append(names, p.Name)
	}
	for _, p := range s.passes {
		for _, o := range p.After {
			if s.byName[o.Pass] == nil && len(near.Names(o.Pass, names)) > 0 {
				return fmt.Errorf("passes: pass %s comes after %q, which is no pass of the set%s", p.Name, o.Pass, near.Suffix(o.Pass, names))
			}
		}
	}
	return nil
}

// check checks what a pass says of itself.
func (p *Pass) check() error {
	if !validName(p.Name) || p.New == nil || p.In == 0 || p.Out > Same || strings.TrimSpace(p.Doc) == "" {
		return fmt.Errorf("passes: pass %q needs a name of lower-case letters and digits, a document, forms and New", p.Name)
	}
	for i, c := range p.Counters {
		if c == "" || slices.Contains(p.Counters[:i], c) {
			return fmt.Errorf("passes: pass %s has a counter without a name, or %q twice", p.Name, c)
		}
	}
	for i, o := range p.Options {
		if !validName(o.Name) || slices.ContainsFunc(p.Options[:i], func(q Option) bool { return q.Name == o.Name }) {
			return fmt.Errorf("passes: pass %s has the malformed option %q, or twice", p.Name, o.Name)
		}
	}
	return nil
}

// reserved are the words of the pipeline language.
var reserved = map[string]bool{"fix": true, "verify": true, "print": true, "stop": true}

func validName(s string) bool {
	for i, c := range s {
		if !(c >= 'a' && c <= 'z' || i > 0 && (c >= '0' && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != ""
}

// Preset names a pipeline: @name stands for text. The text must parse, the name
// be free.
func (s *Set) Preset(name, text string) error {
	if _, taken := s.presets[name]; taken || !validName(name) {
		return fmt.Errorf("passes: the preset name %q is taken or malformed", name)
	}
	if _, err := Parse(text, s); err != nil {
		return fmt.Errorf("passes: preset @%s: %w", name, err)
	}
	s.presets[name] = text
	s.names = append(s.names, name)
	return nil
}

// Presets returns the names of the presets in the order in which they were
// given.
func (s *Set) Presets() []string { return s.names }

// PresetText returns the pipeline that a preset stands for.
func (s *Set) PresetText(name string) (text string, ok bool) {
	text, ok = s.presets[name]
	return text, ok
}

// Passes returns the passes in the order given to NewSet.
func (s *Set) Passes() []*Pass { return s.passes }

// Lookup returns the pass with the given name, nil if there is none.
func (s *Set) Lookup(name string) *Pass { return s.byName[name] }

// orderCycle returns a cycle of order constraints as text, "" if there is none.
func (s *Set) orderCycle() string {
	const (
		unseen = iota
		open
		done
	)
	state := map[string]int{}
	var path []string
	var visit func(p *Pass) string
	visit = func(p *Pass) string {
		switch state[p.Name] {
		case open:
			return strings.Join(append(path, p.Name), " after ")
		case done:
			return ""
		}
		state[p.Name] = open
		path = append(path, p.Name)
		for _, o := range p.After {
			if q := s.byName[o.Pass]; q != nil {
				if c := visit(q); c != "" {
					return c
				}
			}
		}
		path = path[:len(path)-1]
		state[p.Name] = done
		return ""
	}
	for _, p := range s.passes {
		if c := visit(p); c != "" {
			return c
		}
	}
	return ""
}
