package pyguest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/uop"
)

func newOffline(t *testing.T) *Offline {
	t.Helper()
	o, err := NewOffline()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// TestOfflineWords checks that nothing is read behind a reference of another process,
// and that what a word says by itself is known.
func TestOfflineWords(t *testing.T) {
	w := newOffline(t).Guest.Words
	for _, x := range []uint64{object.TagRef + 1<<20, object.TagRef + 1<<46, object.TagInt - 1, object.TagRef + 64} {
		k := w.Fact(x)
		n, ok := w.UnboxI64(x)
		if k.Types != ir.AnyType || !k.NotNull || k.Const || ok {
			t.Errorf("%#x: %+v, %d %v", x, k, n, ok)
		}
	}
	for x, want := range map[object.Value]ir.TypeSet{
		object.None: tNone, object.True: tBool, object.Null: tNull, object.SmallInt(-3): tInt, object.FloatValue(2.5): tFloat,
	} {
		if k := w.Fact(uint64(x)); k.Types != want || k.NotNull == (x == object.Null) {
			t.Errorf("%#x: %+v", uint64(x), k)
		}
	}
	if n, ok := w.UnboxI64(uint64(object.SmallInt(-3))); n != -3 || !ok {
		t.Error(n, ok)
	}
}

// TestOfflinePrepare checks which traces are refused, where, and the frames of the
// others.
func TestOfflinePrepare(t *testing.T) {
	o := newOffline(t)
	for _, c := range []struct {
		text, reason string
		index        int
	}{
		{"_LOAD_FAST_BORROW 3 @0\n_POP_TOP @1", "", 0},
		{"_SET_IP @0\n_LOAD_CONST 1 @0", AbortOffline, 1},
		{"_LOAD_COMMON_CONSTANT 1 @0", AbortOffline, 0},
		{"_LOAD_FAST 0 @0\n_STORE_ATTR 1 @0", AbortOffline, 1},
		{"_LOAD_ATTR_METHOD_NO_DICT 1 @0 =0xfffc000000100000", AbortOffline, 0},
		{"_POP_TOP @0\n_POP_TOP @0", build.AbortUnderflow, 1},
		{"_LOAD_FAST 100000 @0", build.AbortBadTrace, 0},
		{"_LOAD_FAST 4294967295 @0", build.AbortBadTrace, 0},
	} {
		tr, err := uop.Parse("", []byte("trace @t entry=0 depth=1 code=0x7\n"+c.text), cpython.Table)
		if err != nil {
			t.Fatal(err)
		}
		err = o.Prepare(tr)
		var a *build.Abort
		if c.reason == "" {
			fr, e := o.Guest.World.Frame(7)
			if err != nil || e != nil || fr.NumLocals != 5 || fr.NumSlots != 7 {
				t.Errorf("%s: %v %v %+v", c.text, err, e, fr)
			}
		} else if !errors.As(err, &a) || a.Reason != c.reason || a.Index != c.index {
			t.Errorf("%s: %v, want %s at %d", c.text, err, c.reason, c.index)
		}
	}
	if _, err := o.Guest.World.Frame(8); err == nil || !strings.Contains(err.Error(), "0x8") {
		t.Errorf("a frame of unknown code: %v", err)
	}
}

// TestOfflineConstants: what an operation makes of a constant operand is decided when the
// trace is built: the second power is a product, the remainder by a power of two the low
// bits, an element at a constant index a field.
func TestOfflineConstants(t *testing.T) {
	o := newOffline(t)
	row := func(do string) int {
		return slices.IndexFunc(Extensions, func(e Extension) bool { return e.Do == do })
	}
	extended := func(constant int, do string) string {
		return fmt.Sprintf("_LOAD_SMALL_INT %d @0\n_GUARD_BINARY_OP_EXTEND 0 @0 =%#x\n_BINARY_OP_EXTEND 0 @0 =%#x", constant, row(do), row(do))
	}
	const element = "_GUARD_TOS_INT @0\n_GUARD_NOS_TUPLE @0\n_BINARY_OP_SUBSCR_TUPLE_INT 26 @0"
	for _, c := range []struct{ text, want, not string }{
		{extended(2, "int.pow"), "int.mul", "int.pow"},
		{extended(3, "int.pow"), "int.pow", "int.mul"},
		{extended(64, "wide.mod"), "wide.rem", "wide.mod"},
		{extended(63, "wide.mod"), "wide.mod", "wide.rem"},
		{"_LOAD_SMALL_INT 1 @0\n" + element, " tuple", "tuple.getitem"},
		{"_LOAD_FAST_BORROW 1 @0\n" + element, "tuple.getitem", "class="},
	} {
		tr, err := uop.Parse("", []byte("trace @t entry=0 depth=0 code=0x7\n_SET_IP @0\n_LOAD_FAST_BORROW 0 @0\n"+c.text+"\n_STORE_FAST 2 @0\n_SET_IP @1\n_EXIT_TRACE @1"), cpython.Table)
		if err == nil {
			err = o.Prepare(tr)
		}
		if err != nil {
			t.Fatal(err)
		}
		fr, err := o.Guest.World.Frame(7)
		if err != nil {
			t.Fatal(err)
		}
		b := build.New(o.Guest.Table(), o.Guest.Types, o.Guest.Build)
		b.F.Words = o.Guest.Words
		f, err := b.Trace(tr, build.Entry{Frame: fr})
		if err != nil {
			t.Fatal(err)
		}
		if got := irtext.String(f); !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s:\n%s\nwant %s, not %s", c.text, got, c.want, c.not)
		}
	}
}
