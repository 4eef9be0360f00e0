package main

import (
	"math"
	"slices"
)

// Changepoints. A process's iterations are not of one kind: they get faster while code is
// compiled, slower when an assumption falls, or neither for ever. What counts is the time behind
// the last change, and a process that still changes then has no steady time (Barrett, Bolz-Tereick,
// Killick, Mount, Tratt: Virtual machine warmup blows hot and cold, OOPSLA 2017).

// A course is what becomes of the times of a process's iterations.
type course int

const (
	flat     course = iota // no change
	warming                // what is steady is as fast as anything before
	slowing                // something before was faster
	unsteady               // the last quarter still changes
	numCourses
)

// courseNames are what tables show, one letter each.
const courseNames = "fwsu"

// leastStep is the least change of the mean that counts, as a part of it.
const leastStep = 0.02

// steadyTime returns the mean time of the iterations behind the last change, and what the course
// of all of them is.
func steadyTime(times []float64) (mean float64, c course) {
	cuts := changepoints(times)
	least, last := math.Inf(1), 0
	for i, begin := range cuts {
		end := len(times)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		mean, last = average(times[begin:end]), begin
		least = min(least, mean)
	}
	switch {
	case len(cuts) <= 1:
		return mean, flat
	case (len(times)-last)*4 < len(times):
		return mean, unsteady
	case mean > least*(1+leastStep):
		return mean, slowing
	}
	return mean, warming
}

// changepoints returns where segments of different means begin, 0 first: those of the least sum
// of squares with a price for each segment (optimal partitioning: Jackson et al. 2005), 6·σ²·ln n. σ is the noise:
// differences of neighbours, whatever the means do. All segments but the first have two iterations at least; where
// two neighbours' means are nearly the same, they are one.
func changepoints(times []float64) []int {
	n := len(times)
	if n == 0 {
		return nil
	}
	price := 6 * noise(times) * math.Log(float64(n))
	best, from := make([]float64, n+1), make([]int, n+1)
	for end := 1; end <= n; end++ {
		best[end] = math.Inf(1)
		for begin := range end {
			if begin > 0 && end-begin < 2 {
				break
			}
			if v := best[begin] + squares(times[begin:end]) + price; v < best[end] {
				best[end], from[end] = v, begin
			}
		}
	}
	var cuts []int
	for end := n; end > 0; end = from[end] {
		cuts = append(cuts, from[end])
	}
	slices.Reverse(cuts)
	for i := 1; i < len(cuts); {
		end := n
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		before, here := average(times[cuts[i-1]:cuts[i]]), average(times[cuts[i]:end])
		if math.Abs(before-here) <= leastStep*min(before, here) {
			cuts = slices.Delete(cuts, i, i+1)
		} else {
			i++
		}
	}
	return cuts
}

// noise returns the variance of what is not explained by means that change now and then: half of
// the median square of the differences of neighbours, as it is for the normal distribution.
func noise(times []float64) float64 {
	if len(times) < 3 {
		return 0
	}
	var list []float64
	for i := range len(times) - 1 {
		d := times[i+1] - times[i]
		list = append(list, d*d)
	}
	return median(list) / 2 / 0.4549 // the median of χ² with one degree of freedom
}

func average(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// squares returns the sum of squares around the mean.
func squares(list []float64) (sum float64) {
	mean := average(list)
	for _, x := range list {
		sum += (x - mean) * (x - mean)
	}
	return sum
}
