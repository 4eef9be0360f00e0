// Package all lists the library's passes. There is no registration: a program
// that wants others makes a passes.Set of its own.
package all

import (
	"fmt"
	"slices"

	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/constprop"
	"github.com/tier2go/tier2/passes/dce"
	"github.com/tier2go/tier2/passes/guardelim"
	"github.com/tier2go/tier2/passes/gvn"
	"github.com/tier2go/tier2/passes/hoist"
	"github.com/tier2go/tier2/passes/ifconv"
	"github.com/tier2go/tier2/passes/inline"
	"github.com/tier2go/tier2/passes/licm"
	"github.com/tier2go/tier2/passes/loadelim"
	"github.com/tier2go/tier2/passes/narrow"
	"github.com/tier2go/tier2/passes/overflow"
	"github.com/tier2go/tier2/passes/peel"
	"github.com/tier2go/tier2/passes/simplify"
	"github.com/tier2go/tier2/passes/sink"
	"github.com/tier2go/tier2/passes/sums"
	"github.com/tier2go/tier2/passes/typeprop"
	"github.com/tier2go/tier2/passes/unbox"
)

// List has every pass, in the order in which a pipeline would name them.
var List = []*passes.Pass{
	typeprop.Pass, guardelim.Pass, constprop.Pass, simplify.Pass, gvn.Pass, hoist.Pass, peel.Pass, unbox.Pass, narrow.Pass, inline.Pass, loadelim.Pass, sums.Pass, licm.Pass, overflow.Pass, sink.Pass, dce.Pass, ifconv.Pass,
}

// Set makes the set of all passes with the presets.
func Set() (*passes.Set, error) { return With() }

// With makes the set of all passes and of one's own, with the presets.
func With(own ...*passes.Pass) (*passes.Set, error) {
	s, err := passes.NewSet(append(slices.Clone(List), own...)...)
	if err != nil {
		return nil, err
	}
	for i := range Presets {
		p := &Presets[i]
		if err := s.Preset(p.Name, p.Text()); err != nil {
			return nil, fmt.Errorf("all: %w", err)
		}
	}
	return s, nil
}
