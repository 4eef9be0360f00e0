package golden

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passes"
)

// Model is the configuration for passes over core operations, which need no guest
// of their own: words are those of a new eval.Model, and there are no operations
// but the core's.
//
//	func TestGolden(t *testing.T) { golden.Run(t, "testdata", golden.Model(set)) }
//
// Random inputs are drawn from a few of its words.
func Model(set *passes.Set) Config {
	m := eval.NewModel()
	g := &guest.Guest{Name: "model", Types: eval.ModelTypes, Words: m}
	if err := g.Init(); err != nil {
		panic(err) // there are no operations that could clash
	}
	c := Config{Set: set, Guest: g, Names: m, Reset: m.Forget}
	for _, name := range []string{
		"0", "1", "-1", "2", "7", "-8", "63", "1000003", "9223372036854775807", "-9223372036854775808",
		"0.0", "-0.0", "1.5", "-2.0", "1e+300", "inf", "nan", "true", "false", "None", "o1", "o2",
	} {
		w, _ := m.ParseWord(name) // they are words
		c.Inputs = append(c.Inputs, w)
	}
	return c
}
