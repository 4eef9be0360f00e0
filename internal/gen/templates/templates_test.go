package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/lower/encode"
)

// all makes the oracle tests try every combination of registers instead of a
// sample.
var all = flag.Bool("templates.all", false, "compare every combination of operands with the assembler")

// TestDrift: what is committed is what the generator writes now.
func TestDrift(t *testing.T) {
	for _, tg := range targets {
		tg := tg()
		want, err := generate(tg)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "..", "lower", tg.name, outName)
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate ./lower/%s", path, tg.name)
		}
	}
}

// TestFormsEqualAssembler compares the committed templates, used as run time
// uses them, with the assembler: for every form and, with -templates.all, all
// its operands.
func TestFormsEqualAssembler(t *testing.T) {
	limit := 400
	if testing.Short() {
		limit = 60
	}
	if *all {
		limit = 1 << 62
	}
	for _, f := range faces {
		forms, _ := f.target.forms()
		if len(forms) != f.numForms {
			t.Fatalf("%s: %d forms listed, %d committed", f.target.name, len(forms), f.numForms)
		}
		d := newDeriver(f.target)
		compared := 0
		for i := 1; i < len(forms); i++ {
			if got := f.formName(uint16(i)); got != forms[i].name {
				t.Errorf("%s: form %d is called %q at run time, %q in the list", f.target.name, i, got, forms[i].name)
			}
			r := &derived{form: &forms[i], tmpl: *f.form(i)}
			if err := d.verify(r, limit); err != nil {
				t.Errorf("%s: %s: %v", f.target.name, forms[i].name, err)
			}
			compared += d.compared
			d.compared = 0
		}
		t.Logf("%s: %d forms, %d encodings equal", f.target.name, len(forms)-1, compared)
	}
}

// faces are the targets' committed tables.
var faces = []struct {
	target   *target
	numForms int
	formName func(id uint16) string
	form     func(id int) *encode.Template
}{
	{amd64Target(), amd64.NumForms, amd64.FormName, amd64.Form},
	{arm64Target(), arm64.NumForms, arm64.FormName, arm64.Form},
}

// TestRefusesIrregular: forms that are not regular are refused with a reason,
// not derived wrongly.
func TestRefusesIrregular(t *testing.T) {
	byName := map[string]*x86Row{}
	for i := range x86Rows {
		byName[x86Rows[i].name] = &x86Rows[i]
	}
	bases := x86Addr{text: "[b]", bases: regs(0, 16)} // RSP, RBP, R12, R13 need other forms
	add, neg, roll, store := *byName["AddQ"], *byName["NegL"], *byName["RolQ"], *byName["MovB"]
	add.flags &^= accShort // RAX with an imm32 has a shorter form
	tests := []struct {
		name string
		form form
		want string
	}{
		{"RSP as base", byName["MovQ"].form(sRM, &bases, rexFixed), "irregular: value 4 takes 4 bytes"},
		{"RAX with imm32", add.form(sRI, nil, rexFixed), "irregular: value 0 takes 6 bytes"},
		{"REX or not", neg.form(sR, nil, rexFixed), "irregular: value 0 takes 2 bytes"},
		{"byte registers", store.form(sMR, &x86Addrs[0], rexFixed), "irregular: operands"},
		{"a count of one", roll.form(sRI8, nil, rexFixed), ""},
	}
	tests[4].form.holes[0].ref = 1
	tests[4].want = "irregular: value 0x0 takes 4 bytes"
	d := newDeriver(amd64Target())
	for _, tt := range tests {
		_, err := d.derive(&tt.form)
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(tt.want)) {
			t.Errorf("%s: got error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}

// TestPoison: for every form, every operand value that is not the form's is
// refused by name.
func TestPoison(t *testing.T) {
	for _, face := range faces {
		forms, _ := face.target.forms()
		b := encode.New(face.formName, 0)
		for i := 1; i < len(forms); i++ {
			f := &forms[i]
			for k := range encode.MaxOps {
				var allowed [64]bool
				if k < len(f.ops) {
					for _, v := range f.ops[k].values {
						allowed[v] = true
					}
				} else {
					allowed[0] = true
				}
				for v := range allowed {
					if err := tryEmit(&b, face.form(i), f, k, uint8(v)); (err == nil) != allowed[v] {
						t.Fatalf("%s: operand %d = %d: error %v, allowed %v", f.name, k, v, err, allowed[v])
					} else if err != nil && (err.Form != f.name || err.Operand != k || err.Value != int64(v)) {
						t.Fatalf("%s: operand %d = %d: error names other things: %v", f.name, k, v, err)
					}
				}
			}
		}
	}
}

func tryEmit(b *encode.Buf, tmpl *encode.Template, f *form, k int, value uint8) (err *encode.Error) {
	defer func() { err, _ = recover().(*encode.Error) }()
	var v [encode.MaxOps]uint8
	copy(v[:], f.refs().v)
	v[k] = value
	b.Reset()
	b.Emit4(tmpl, v[0], v[1], v[2], v[3], 0)
	return nil
}
