package golden

import (
	"fmt"

	"github.com/tier2go/tier2/internal/unified"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Asked is an observer that fails a pass which changes a function although no rewrite
// was allowed in its run: the pass did not ask, or went against the no. Passes that
// are Required are not asked to.
//
//	fire := &passes.Firing{}
//	ctx.SetFiring(fire)
//	ctx.Observers = append(ctx.Observers, golden.NewAsked(fire, f, irtext.String))
type Asked struct {
	passes.NopObserver
	fire  *passes.Firing
	print func(f *ir.Func) string
	text  string // behind the last pass

	fired, before int // rewrites that were allowed; of them, before the pass at hand
	asked         int // rewrites that were proposed before the pass at hand
}

// NewAsked makes an observer for runs on f with fire, whose Log it takes.
func NewAsked(fire *passes.Firing, f *ir.Func, print func(f *ir.Func) string) *Asked {
	o := &Asked{fire: fire, print: print, text: print(f)}
	fire.Log = func(*passes.Pass, int, *ir.Value) { o.fired++ }
	return o
}

// Before implements passes.Observer.
func (o *Asked) Before(*passes.Context, *passes.Pass) { o.before, o.asked = o.fired, o.fire.Asked() }

// After implements passes.Observer.
func (o *Asked) After(ctx *passes.Context, p *passes.Pass, changed bool) error {
	if !changed {
		return nil
	}
	before := o.text
	if o.text = o.print(ctx.F); o.text == before || o.fired != o.before || p.Required {
		return nil
	}
	d := unified.Diff("before", "after", before, o.text)
	if n := o.fire.Asked() - o.asked; n > 0 {
		return fmt.Errorf("%s changes the function although all of the %d rewrites that it asked for (Context.Fire) were denied:\n%s", p.Name, n, d)
	}
	return fmt.Errorf("%s changes the function without asking (Context.Fire):\n%s", p.Name, d)
}
