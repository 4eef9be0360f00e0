package all

import "strings"

// A Preset is a pipeline that has a name.
type Preset struct {
	Name  string
	Steps []Step
}

// A Step is a pass of a preset, with the reason for which it stands where it does; or
// several, which are repeated until they change nothing.
type Step struct {
	Pass string
	Why  string
	Fix  []Step
}

// Text returns the preset's pipeline.
func (p *Preset) Text() string { return text(p.Steps) }

func text(steps []Step) string {
	var list []string
	for _, s := range steps {
		if s.Fix != nil {
			list = append(list, "fix("+text(s.Fix)+")")
		} else {
			list = append(list, s.Pass)
		}
	}
	return strings.Join(list, ",")
}

// Presets are the pipelines that have a name. What an order must keep, whatever the
// pipeline, the passes say themselves (passes.Pass.After); here stands what it is good for.
var Presets = []Preset{
	{"fast", []Step{
		{Pass: "typeprop", Why: "tests are folded that types decide"},
		{Pass: "guardelim", Why: "most guards of a trace repeat earlier ones"},
		{Pass: "unbox", Why: "numbers in registers are most of what is gained"},
		{Pass: "simplify", Why: "what unbox has expanded has boxes of unboxed numbers"},
		{Pass: "dce", Why: "boxes that only states have used are dead"},
	}},
	{"default", []Step{
		{Pass: "typeprop", Why: "tests are folded that types decide: fewer ways for all that follows"},
		{Pass: "guardelim", Why: "guards that repeat others would be copied by peel"},
		{Pass: "constprop", Why: "constants decide branches before a loop is copied"},
		{Pass: "simplify", Why: "guards of what simplify has rewritten can be hoisted"},
		{Pass: "hoist", Why: "a guard in front of the loop makes its variable typed in all of it"},
		{Pass: "peel", Why: "what the first iteration has guarded the loop need not guard"},
		{Pass: "typeprop", Why: "the types of the peeled iteration reach the loop's parameters"},
		{Pass: "guardelim", Why: "the guards that peel has made redundant"},
		{Pass: "sink", Why: "objects that only states hold: their parts can be unboxed then"},
		{Pass: "constprop", Why: "fields of objects that are gone may be constants"},
		{Pass: "simplify", Why: "the same, for operations"},
		{Pass: "unbox", Why: "to the typed form: types are known as well as they will be"},
		{Pass: "narrow", Why: "ahead of overflow: sums modulo 2^k need no checks"},
		{Pass: "constprop", Why: "unboxed constants"},
		{Pass: "simplify", Why: "boxes of unboxed numbers, and what narrow has left"},
		{Pass: "inline", Why: "behind unbox, for ranges; ahead of all that sees through bodies"},
		{Pass: "gvn", Why: "equal addresses become one, by which loadelim knows equal places"},
		{Pass: "loadelim", Why: "guards of loaded words become guards of one value"},
		{Pass: "hoist", Why: "the types of words that are loaded once"},
		{Pass: "guardelim", Why: "guards of one value that were guards of two loads"},
		{Pass: "constprop", Why: "loads of constants"},
		{Pass: "simplify", Why: "operations on what was loaded"},
		{Pass: "gvn", Why: "operations that have become equal"},
		{Pass: "sums", Why: "a chain of sums is complete once loads between them are gone"},
		{Pass: "licm", Why: "behind loadelim: loads that no store in the loop can change are left"},
		{Pass: "overflow", Why: "behind licm: bounds are values that the loop does not change"},
		{Pass: "sink", Why: "objects that loadelim has taken the last loads of"},
		{Pass: "dce", Why: "ahead of ifconv, which counts what a way computes"},
		{Pass: "ifconv", Why: "last: the others know branches better than selections"},
	}},
	{"max", []Step{
		{Fix: []Step{
			{Pass: "typeprop", Why: "as in default, until nothing changes"},
			{Pass: "guardelim", Why: "a guard that goes may free another"},
			{Pass: "constprop", Why: "a branch that is decided makes types better"},
			{Pass: "simplify", Why: "the same"},
		}},
		{Pass: "gvn", Why: "hoist finds equal values by identity"},
		{Pass: "hoist", Why: "as in default"},
		{Pass: "peel", Why: "as in default"},
		{Fix: []Step{
			{Pass: "typeprop", Why: "what the peeled iteration has shown, through nested loops"},
			{Pass: "guardelim", Why: "the guards that peel has made redundant"},
			{Pass: "sink", Why: "objects in objects, from the outside in"},
			{Pass: "constprop", Why: "their fields"},
			{Pass: "simplify", Why: "operations on them"},
			{Pass: "gvn", Why: "operations that have become equal"},
		}},
		{Pass: "unbox", Why: "to the typed form, once"},
		{Pass: "narrow", Why: "as in default"},
		{Pass: "simplify", Why: "boxes of unboxed numbers, which inline looks through"},
		{Pass: "inline", Why: "as in default"},
		{Fix: []Step{
			{Pass: "constprop", Why: "each of these gives the others more to do"},
			{Pass: "simplify", Why: "the same"},
			{Pass: "gvn", Why: "the same"},
			{Pass: "loadelim", Why: "a store that goes makes loads equal"},
			{Pass: "hoist", Why: "the types of words that are loaded once"},
			{Pass: "guardelim", Why: "guards of one value that were guards of two loads"},
			{Pass: "sums", Why: "chains that loads had cut"},
			{Pass: "licm", Why: "from inner loops to outer ones"},
			{Pass: "overflow", Why: "bounds that licm has moved"},
			{Pass: "sink", Why: "objects that loadelim has taken the last loads of"},
			{Pass: "dce", Why: "what is dead must not keep loads and objects alive"},
		}},
		{Pass: "ifconv", Why: "last: the others know branches better than selections"},
	}},
}
