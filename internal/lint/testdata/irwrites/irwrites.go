package irwrites

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

func bad(f *ir.Func, b *ir.Block, v, w *ir.Value) {
	v.Aux = 1                            // want `ir.Value.Aux is written outside package ir`
	v.Aux++                              // want `ir.Value.Aux is written`
	v.Args[0] = w                        // want `ir.Value.Args is written`
	v.Op, v.Type = ir.OpAdd, ir.I64      // want `ir.Value.Op is written` `ir.Value.Type is written`
	v.States[ir.Before] = nil            // want `ir.Value.States is written`
	(*v).ID = 3                          // want `ir.Value.ID is written`
	b.Loop = true                        // want `ir.Block.Loop is written`
	b.Succs[0].To = b                    // want `ir.Edge.To is written`
	b.Succs[0].Args[1] = w               // want `ir.Edge.Args is written`
	b.Succs[1] = ir.Edge{}               // want `ir.Block.Succs is written`
	v.Exits[ir.Before].Kind = ir.Deopt   // want `ir.Exit.Kind is written`
	f.Blocks = f.Blocks[:1]              // want `ir.Func.Blocks is written`
	f.Frames[0].Name = "g"               // want `ir.Frame.Name is written`
	f.Form = ir.Typed                    // want `ir.Func.Form is written`
	for i, b.Cold = range []bool{true} { // want `ir.Block.Cold is written`
	}
	p := &v.Aux // want `ir.Value.Aux is written`
	*p = 4
	q := &v.Args[0] // want `ir.Value.Args is written`
	*q = w
	e := &b.Succs[0]
	e.To = b                                                                        // want `ir.Edge.To is written`
	_ = append(v.Args[:0], w)                                                       // want `the elements of ir.Value.Args are written`
	_ = append(v.Args, w)                                                           // want `the elements of ir.Value.Args are written`
	copy(v.Args, e.Args)                                                            // want `the elements of ir.Value.Args are written`
	clear(b.Params)                                                                 // want `the elements of ir.Block.Params are written`
	slices.Reverse(f.Blocks)                                                        // want `the elements of ir.Func.Blocks are written`
	_ = slices.Delete(b.Preds[1:], 0, 1)                                            // want `the elements of ir.Block.Preds are written`
	slices.SortFunc(b.Params, func(x, y *ir.Value) int { return int(x.ID - y.ID) }) // want `ir.Block.Params`
}

var i int

func good(f *ir.Func, b *ir.Block, v, w *ir.Value) {
	f.SetAux(v, 1)
	f.SetOperand(v, 0, w)
	e := &b.Succs[0]
	f.SetArg(e, 1, w)
	f.Name, f.Words = "g", nil // settings
	args := append(v.Args[:len(v.Args):len(v.Args)], w)
	args[0] = v
	args = append([]*ir.Value{}, v.Args...)
	copy(args, v.Args)
	_ = slices.Contains(v.Args, w)
	_ = slices.SortedFunc(slices.Values(v.Args), func(x, y *ir.Value) int { return int(x.ID - y.ID) })
	aux := v.Aux
	aux++
	var own ir.Frame
	own.Name, own.NumLocals = "g", 1
	own.Slots = append(own.Slots, "x")
	f.AddFrame(own)
	var s struct {
		edge ir.Edge
		v    *ir.Value
	}
	s.edge.To, s.v = b, v
}

func mixed(s *struct {
	edge ir.Edge
	v    *ir.Value
}) {
	s.v.Aux = 2 // want `ir.Value.Aux is written`
	s.edge.To = nil
}
