package main

import (
	"flag"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/opt"
)

// passSet makes the set of passes that pipelines may name. The tests plant others.
var passSet = all.Set

var optCommand = command{
	name: "opt", args: opt.Args, doc: opt.Doc,
	example: "tier2 opt -passes=gvn,dce -print-after=gvn -stats sum.ir",
	setup: func(fs *flag.FlagSet) func(streams, []string) int {
		c := opt.Command{Name: "tier2 opt", Guests: guests}
		body := c.Register(fs)
		return func(std streams, args []string) (status int) {
			var err error
			if c.Set, err = passSet(); err != nil {
				return fail(std, err)
			}
			return body(args, std.in, std.out, std.err)
		}
	},
}

// python is Python's guest, without a VM.
var python = opt.Guest{Name: "python", Open: func() (opt.Target, func() error, error) {
	p, err := pyguest.NewOffline()
	if err != nil {
		return opt.Target{}, nil, err
	}
	return opt.Target{Guest: p.Guest, Prepare: p.Prepare}, p.Close, nil
}}

// guests are those of the text of traces and of the IR.
var guests = []opt.Guest{
	python,
	{Name: "toy", Doc: "of the library's tests and golden files", Archives: true, Open: func() (opt.Target, func() error, error) {
		g := toyguest.New()
		return opt.Target{Guest: &g.Guest, Names: g.Heap}, opt.Done, nil
	}},
	opt.Core,
}
