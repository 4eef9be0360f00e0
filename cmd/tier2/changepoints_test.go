package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSteadyTime: of iterations with noise of 1 % the time behind the last change is found, and
// what became of them.
func TestSteadyTime(t *testing.T) {
	type part struct {
		n    int
		mean float64
	}
	for _, c := range []struct {
		name  string
		parts []part
		want  course
		mean  float64
		cuts  []int
	}{
		{"flat", []part{{30, 1}}, flat, 1, []int{0}},
		{"one slow iteration first", []part{{1, 5}, {29, 1}}, warming, 1, []int{0, 1}},
		{"two steps", []part{{8, 3}, {7, 2}, {15, 1}}, warming, 1, []int{0, 8, 15}},
		{"slower at the end", []part{{10, 1}, {20, 1.5}}, slowing, 1.5, []int{0, 10}},
		{"slower in the middle", []part{{10, 1}, {10, 1.5}, {10, 1}}, warming, 1, []int{0, 10, 20}},
		{"changes at the end", []part{{25, 2}, {5, 1}}, unsteady, 1, []int{0, 25}},
		{"a step that is too small", []part{{15, 1}, {15, 1.005}}, flat, 1.0025, []int{0}},
		{"few", []part{{2, 1}}, flat, 1, []int{0}},
	} {
		right := 0
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 3))
			var times []float64
			for _, p := range c.parts {
				for range p.n {
					times = append(times, p.mean*(1+0.01*random.NormFloat64()))
				}
			}
			mean, got := steadyTime(times)
			if got == c.want && math.Abs(mean-c.mean) < 0.02*c.mean && slices.Equal(changepoints(times), c.cuts) {
				right++
			}
		}
		if right < 18 {
			t.Errorf("%s: right for %d of 20 seeds", c.name, right)
		}
	}
	if mean, c := steadyTime([]float64{2, 2, 2, 2}); mean != 2 || c != flat {
		t.Errorf("without noise: %v, %d", mean, c)
	}
}
