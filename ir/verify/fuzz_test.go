package verify_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

// damage changes something of f that the bytes choose, by the package's methods
// or behind its back.
func damage(f *ir.Func, data []byte) {
	intn := func(n int) int {
		if len(data) == 0 || n <= 0 {
			return 0
		}
		x := int(data[0]) % n
		data = data[1:]
		return x
	}
	var all []*ir.Value
	for _, b := range f.Blocks {
		all = append(all, b.Params...)
		for v := b.First(); v != nil; v = v.Next() {
			all = append(all, v)
		}
	}
	all = append(all, f.Consts()...)
	all = append(all, nil, &ir.Value{ID: 1 << 30}, ir.NewFunc("", guesttest.Ops, nil).ConstI64(1))
	pick := func() *ir.Value { return all[intn(len(all))] }
	v, b := all[intn(len(all)-3)], f.Blocks[intn(len(f.Blocks))]
	switch intn(19) {
	case 0:
		v.ID = int32(intn(256)) - 3
	case 1:
		v.Op = ir.Op(intn(256))
	case 2:
		v.Type = ir.Type(intn(8))
	case 3:
		v.Aux = int64(intn(256))<<32 | int64(intn(256)) - 3
	case 4:
		if len(v.Args) > 0 {
			v.Args[intn(len(v.Args))] = pick()
		}
	case 5:
		v.Args = append(v.Args[:len(v.Args):len(v.Args)], pick())
	case 6:
		v.Args = nil
	case 7:
		v.States[intn(3)] = pick()
	case 8:
		if len(f.Exits) > 0 {
			x := f.Exits[intn(len(f.Exits))]
			x.Owner, x.When = pick(), ir.When(intn(5))
			v.Exits[intn(3)] = x
		}
	case 9:
		v.Block = b
	case 10:
		if len(b.Succs) > 0 {
			b.Succs[intn(len(b.Succs))] = ir.Edge{To: f.Blocks[intn(len(f.Blocks))], Args: []*ir.Value{pick()}}
		}
	case 11:
		b.Preds = append(b.Preds, f.Blocks[intn(len(f.Blocks))], nil)
	case 12:
		if w := v.Next(); w != nil { // a cycle, or a value out of its place
			f.Move(w, f.Before([]*ir.Value{v, w}[intn(2)]))
		}
	case 13:
		if v.Block != nil && v.Op != ir.OpParam {
			f.Remove(v)
		}
	case 14:
		f.Blocks = append(f.Blocks, []*ir.Block{nil, b, f.NewBlock(), {}}[intn(4)])
	case 15:
		fr := &ir.Frame{ID: int32(intn(4)), NumLocals: intn(4), NumSlots: intn(4)}
		f.Frames = append([]*ir.Frame{fr, nil}[intn(2):][:intn(2)], f.Frames[intn(len(f.Frames)):]...)
	case 16:
		f.Form = ir.Form(intn(6))
	case 17:
		b.Params = append(b.Params, pick())
	case 18:
		f.Entries = append(f.Entries, ir.Type(intn(9)))
	}
}

// FuzzDamage checks that no damage makes the verifier or the printer panic.
func FuzzDamage(f *testing.F) {
	for i := range byte(40) {
		f.Add(uint64(i), []byte{i * 7, i, i % 19, i * 3, i * 5, 1, i * 11, i % 5, i, i, 12, i, 3})
	}
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		fn := ir.NewFunc("fuzz", guesttest.Ops, guesttest.Types)
		guesttest.Func(fn, guesttest.Bytes(seed, 60), ir.Form(seed%3))
		for i := 0; i < len(data); i += 6 {
			damage(fn, data[i:min(i+6, len(data))])
			diags := verify.Check(fn, verify.Options{Progress: &verify.Progress{PC: 1}})
			_ = fmt.Sprint(diags)
			_ = irtext.String(fn)
			if slices.ContainsFunc(diags, func(d verify.Diagnostic) bool { return d.Code <= "V012" || d.Code == "V019" }) {
				return // methods of the function cannot be used any more
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	f := ir.NewFunc("bench", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(7, 4000), ir.Typed)
	var c verify.Checker
	b.ReportAllocs()
	for b.Loop() {
		if d := c.Check(f, verify.Options{}); len(d) > 0 {
			b.Fatal(d)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.NumValues()), "ns/value")
}
