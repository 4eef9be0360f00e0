package main

import (
	"slices"
	"strings"
	"testing"
)

// TestCompare checks what holds of the three pipelines whatever the library's
// presets come to be.
func TestCompare(t *testing.T) {
	rows, err := Compare(Sum, Pipelines)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"side at 9 with s=39600", "deopt at 3 with s=1.5", "deopt at 3 with s=9223372036854775800"}
	for i, r := range rows {
		if r.Pipeline != Pipelines[i] || r.Before != rows[0].Before {
			t.Errorf("row %d is of %s and begins with %v", i, r.Pipeline, r.Before)
		}
		if !slices.Equal(r.Left, want) {
			t.Errorf("%s leaves with %q, want %q", r.Pipeline, r.Left, want)
		}
		if rewrites(r, "") == 0 || rewrites(r, "unbox") == 0 || len(r.Passes) < 5 {
			t.Errorf("%s does too little: %v", r.Pipeline, r.Rules)
		}
	}
	fast, def, own := rows[0].After, rows[1].After, rows[2].After
	if fast.Guards >= rows[0].Before.Guards || def.InLoops >= fast.InLoops || own.InLoops >= fast.InLoops {
		t.Errorf("built %v: @fast %v, @default %v, own %v", rows[0].Before, fast, def, own)
	}
}

func TestPrint(t *testing.T) {
	var texts [2]string
	for i := range texts {
		rows, err := Compare(Sum, Pipelines)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := Print(&b, rows, false); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("the output differs:\n%s\n%s", texts[0], texts[1])
	}
	for _, s := range append([]string{
		"values  guards  in loops  rewrites  pipeline\n", "\n@fast\npass       runs  changed  rewrites  rules\n", "type×1 repeated×2", "\nside at 9 with s=39600\n",
	}, Pipelines...) {
		if !strings.Contains(texts[0], s) {
			t.Errorf("the output lacks %q:\n%s", s, texts[0])
		}
	}
}

func TestErrors(t *testing.T) {
	for want, c := range map[string]struct{ trace, pipeline string }{
		"unknown pass":     {Sum, "guardelm"},
		"unknown micro-op": {strings.Replace(Sum, "MUL", "DIV", 1), "@fast"},
		"underflow":        {strings.Replace(Sum, "  LOAD 2\n", "", 1), "@fast"},
	} {
		if _, err := Compare(c.trace, []string{c.pipeline}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// BenchmarkCompare builds and optimizes the trace with every pipeline.
func BenchmarkCompare(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compare(Sum, Pipelines); err != nil {
			b.Fatal(err)
		}
	}
}
