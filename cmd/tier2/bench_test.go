package main

import (
	"math"
	"testing"
)

func TestToSteady(t *testing.T) {
	for _, c := range []struct {
		name string
		runs [][]float64
		want float64
	}{
		{"at once", [][]float64{{1, 1, 1, 1}}, 0},
		{"within the first", [][]float64{{1.1, 1, 1, 1}}, 0.1},
		{"in the second", [][]float64{{3, 1.05, 1, 1}}, 3.05},
		{"a disturbed run", [][]float64{{3, 1, 5, 1}, {4, 9, 1, 1}}, 3},
		{"slow once more", [][]float64{{1, 1, 2, 1, 1, 1, 1, 1}}, 4},
		{"never better", [][]float64{{5, 4, 3, 1, 1, 1}}, 12},
		{"one", [][]float64{{2}}, 0},
	} {
		if got := toSteady(c.runs); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestReadBench(t *testing.T) {
	var r result
	for range 2 {
		if err := r.read("warm 0.5\nvalue 3\nwarm 0.25\nbench 0.125\nbench 0.125\n"); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.runs) != 2 || len(r.runs[1]) != 4 || r.runs[1][1] != 0.25 || len(r.warms) != 2 || len(r.times) != 4 {
		t.Errorf("%+v", r)
	}
	if err := r.read("warm 0.5\n"); err == nil {
		t.Error("no bench line, and no error")
	}
	if err := r.read("bench x\n"); err == nil {
		t.Error("a bad line, and no error")
	}
}
