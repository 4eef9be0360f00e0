// Package viz shows compiles as pages of HTML: a column for the micro-ops, for the
// IR as built, for each pass, for machine operations, machine code and exits. A
// value that is clicked lights up in every column.
//
//	rec := viz.New(viz.Options{})
//	session, err := debug.New(debug.Modes{Log: rec.Rewrite})
//	c, err := tier2.New(guest, tier2.Options{
//		Observer: rec, PassObservers: []passes.Observer{rec}, Session: session,
//	})
//	ex, err := c.Compile(trace)
//	err = viz.Write(w, "sum", rec.Compiles())
//
// A [Recorder] observes; of a pipeline without a compiler it is told by Begin and
// Function. [Write] makes one page that needs nothing else: style and script are
// in it. [WriteDir] makes a page an executor, and an index. docs/viz.md says how to
// read them.
//
// The names of values, blocks and exits are their ids in memory, which stay the
// same from column to column; those of the text form, which count anew in each
// column, come with a key. Nothing of a page depends on time or on the order of a
// map: the same compile gives the same bytes, but for the addresses that machine
// code names. (The index has times.)
//
// The package knows what observers are shown. It must not know any guest, target
// or pass: names of words and registers and the disassembler are given to it.
package viz
