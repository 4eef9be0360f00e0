package irtext_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// toyNames names a few words of the toy guest.
type toyNames struct{}

var wordNames = map[uint64]string{0: "None", 1: "5", 2: `"te\"xt; not a comment"`, 3: "-1.5e+10", 4: "bad name", 5: "0x7", 6: "not its own inverse"}

func (toyNames) FormatWord(w uint64) (string, bool) { s, ok := wordNames[w]; return s, ok }

func (toyNames) ParseWord(s string) (uint64, bool) {
	for w, n := range wordNames {
		if n == s && w != 6 {
			return w, true
		}
	}
	return 0, false
}

func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := irtext.Parse("test.ir", []byte(text), guesttest.Ops, guesttest.Types, irtext.Options{Names: toyNames{}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

func print(t testing.TB, f *ir.Func) string {
	t.Helper()
	var b bytes.Buffer
	if err := irtext.Print(&b, f, irtext.Options{Names: toyNames{}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// samples returns the functions in GRAMMAR.md.
func samples(t testing.TB) []string {
	md, err := os.ReadFile("GRAMMAR.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?s)```ir\n(.*?)```").FindAllSubmatch(md, -1) {
		out = append(out, string(m[1]))
	}
	if len(out) != 4 {
		t.Fatalf("%d samples in GRAMMAR.md, want 4", len(out))
	}
	return out
}

// TestGrammarSamples checks that the samples are canonical, and that they cover
// all forms.
func TestGrammarSamples(t *testing.T) {
	for i, s := range samples(t) {
		f := parse(t, s)
		if i < int(ir.NumForms) && f.Form != ir.Form(i) {
			t.Errorf("sample %d has form %v", i, f.Form)
		}
		if routine := f.Returns != ir.Void; routine != (i == int(ir.NumForms)) {
			t.Errorf("sample %d is a routine: %v", i, routine)
		}
		if got := irtext.String(f); got != s {
			t.Errorf("sample %d is not canonical:\n%s", i, got)
		}
	}
}

// TestDocSample checks the sample of the package comment.
func TestDocSample(t *testing.T) {
	src, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?s)//\ttrace.*?//\texits[^\n]*\n`).Find(src)
	text := strings.ReplaceAll(string(m), "//\t", "")
	if got := irtext.String(parse(t, text)); got != text {
		t.Errorf("not canonical:\n%s", got)
	}
}

func TestGenerated(t *testing.T) {
	for seed := range uint64(300) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 400), ir.Form(seed%3))
		checkRoundTrip(t, f)
	}
}

// checkRoundTrip checks that print∘parse∘print is a fixpoint and that the
// printed functions have the same parts.
func checkRoundTrip(t testing.TB, f *ir.Func) {
	t.Helper()
	first := print(t, f)
	g := parse(t, first)
	if second := print(t, g); second != first {
		t.Fatalf("no fixpoint:\n%s\n%s", first, second)
	}
	if len(g.Blocks) != len(f.Blocks) || len(g.Frames) != len(f.Frames) || g.Form != f.Form || g.Name != f.Name || g.Returns != f.Returns || g.GivesUp != f.GivesUp || g.GaveUp != f.GaveUp || g.Helped != f.Helped {
		t.Fatal("blocks, frames, form or name changed")
	}
	for i, b := range f.Blocks {
		v, w := b.First(), g.Blocks[i].First()
		for ; v != nil && w != nil; v, w = v.Next(), w.Next() {
			if v.Op != w.Op || v.Type != w.Type || v.Aux != w.Aux || len(v.Args) != len(w.Args) || fmt.Sprint(v.From) != fmt.Sprint(w.From) {
				t.Fatalf("%s became %s", irtext.FormatValue(f, v, irtext.Options{}), irtext.FormatValue(g, w, irtext.Options{}))
			}
			for when := range ir.NumWhen {
				if x, y := v.Exits[when], w.Exits[when]; (x == nil) != (y == nil) || x != nil && x.Kind != y.Kind {
					t.Fatalf("exit of %v changed", v)
				}
			}
		}
		if v != nil || w != nil {
			t.Fatalf("block %d changed its length", i)
		}
	}
	for i, fr := range f.Frames {
		h := g.Frames[i]
		if fr.Name != h.Name || fr.Code != h.Code || fr.NumLocals != h.NumLocals || fr.NumSlots != h.NumSlots {
			t.Fatalf("frame %d: %+v became %+v", i, fr, h)
		}
		for j := range fr.NumLocals {
			if fr.SlotName(j) != h.SlotName(j) {
				t.Fatalf("frame %d: slot %q became %q", i, fr.SlotName(j), h.SlotName(j))
			}
		}
	}
}

// TestLiterals checks that constants of all kinds come back bit by bit.
func TestLiterals(t *testing.T) {
	f := ir.NewFunc("a b", guesttest.Ops, guesttest.Types)
	f.AddFrame(ir.Frame{Name: "x \"y\"\n", NumLocals: 4, NumSlots: 40, Slots: []string{"", "_", ".0", "é"}})
	c := f.AtEnd(f.NewBlock())
	args := []*ir.Value{nil, nil, nil, nil, nil}
	add := func(v *ir.Value) { args = append(args, v) }
	for _, n := range []int64{0, -1, math.MaxInt64, math.MinInt64} {
		add(f.ConstI64(n))
	}
	for _, bits := range []uint64{0, 1 << 63, 1, math.Float64bits(1), math.Float64bits(-1.5), math.Float64bits(1e100),
		math.Float64bits(math.MaxFloat64), math.Float64bits(math.Inf(1)), math.Float64bits(math.Inf(-1)),
		0x7ff8000000000000, 0x7ff8000000000001, 0xfff8000000000000, 0x7ff0000000000001, math.Float64bits(123456789)} {
		add(c.AddAux(mustOp("toy.scale"), int64(bits), f.ConstF64(math.Float64frombits(bits))))
	}
	add(f.ConstBool(true))
	add(f.ConstBool(false))
	for w := range uint64(9) {
		add(f.ConstRef(w))
	}
	add(f.ConstRef(math.MaxUint64))
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, math.MaxUint32), args...), ir.End)
	checkRoundTrip(t, f)
	g := parse(t, print(t, f))
	want, got := f.Consts(), g.Consts()
	for i, v := range want {
		found := false
		for _, w := range got {
			found = found || w.Op == v.Op && w.Aux == v.Aux
		}
		if !found {
			t.Errorf("constant %d, %v %#x, is lost", i, f.Row(v).Name, uint64(v.Aux))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d constants became %d", len(want), len(got))
	}
}

func mustOp(name string) ir.Op {
	op, ok := guesttest.Ops.ByName(name)
	if !ok {
		panic(name)
	}
	return op
}

// TestSparse checks that the print does not depend on ids in memory.
func TestSparse(t *testing.T) {
	text := samples(t)[1]
	f := parse(t, text)
	b := f.Blocks[1]
	first := b.First()
	for range 10 { // use up ids, exits and a block
		v := f.Before(first).Add(ir.OpAdd, b.Params[0], b.Params[1])
		st := f.Before(first).AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil, nil)
		f.SetExit(v, ir.Before, st, ir.Deopt)
		f.Remove(v)
		f.Remove(st)
	}
	order := append([]*ir.Block(nil), f.Blocks...)
	f.NewBlock()
	f.SetBlocks(order)
	if got := irtext.String(f); got != text {
		t.Errorf("ids in memory show:\n%s", got)
	}
}

// TestClassNames checks that accesses to alias classes with a name print by it and
// parse back, and that both forms of locals parse to the same.
func TestClassNames(t *testing.T) {
	ops, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ops.NameClasses([]string{3: "items", 5: "filled"}); err != nil {
		t.Fatal(err)
	}
	const want = `trace @f form=typed {
frame f0 "f" (s, "list 1")
b0:
  v0: ref = slot 0
  v1: ref = load v0 +16 items
  v2: i64 = load v1 +4 32 filled nonneg
  v3: ref = loadx v1, v2 *8 -8 items
  v4: ref = load v0 +16 64 class=4
  s0 = state f0 pc=1 ("list 1"=box v2 | v3, v4)
  exit s0 -> x0
}
exits x0: end
`
	for _, text := range []string{want, strings.NewReplacer("+16 items", "+16 64 class=3", "32 filled", "32 class=5", `("list 1"=box v2 |`, "(_, box v2 |").Replace(want)} {
		f, err := irtext.Parse("", []byte(text), ops, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := irtext.String(f); got != want {
			t.Errorf("got\n%s", got)
		}
	}
	for _, bad := range [][]string{{"a", "a"}, {"v1"}, {"class"}, {"nonneg"}, {"a b"}, make([]string, 65)} {
		if ops.NameClasses(bad) == nil {
			t.Errorf("%q are no error", bad)
		}
	}
}
