package region

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/uop"
)

// TestCensored: what no transition has followed yet is told, and the measure for it does not
// grow with the stream. A region that is never left has as many instructions for each
// transition as the stream is long; in the second half it has the most that counts.
func TestCensored(t *testing.T) {
	grow, err := Select("grow")
	if err != nil {
		t.Fatal(err)
	}
	var was *Metrics
	for _, events := range []int{25_000, 100_000, 400_000} {
		m, err := Replay(stream(t, Diamonds(3), 1, events), grow, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if m.CensoredShare() < 0.5 || m.Steady() != steadyMost || m.AtLeast() < steadyMost {
			t.Errorf("%d events: %.2f censored, steady %.0f, at least %.0f", events, m.CensoredShare(), m.Steady(), m.AtLeast())
		}
		if was != nil && m.PerTransition() < 2*was.PerTransition() {
			t.Errorf("%d events: %.0f instructions for each transition of all, %.0f before", events, m.PerTransition(), was.PerTransition())
		}
		was = m
	}
	net, err := Select("net")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Replay(stream(t, Diamonds(3), 1, 100_000), net, uop.DefaultLimits)
	if err != nil || m.CensoredShare() > 0.01 || m.Steady() > 200 || m.AtLeast() > m.Steady() || m.AtLeast() < 0.9*m.Steady() {
		t.Errorf("net: %v, %.4f censored, steady %.0f, at least %.0f", err, m.CensoredShare(), m.Steady(), m.AtLeast())
	}
	if none := (&Metrics{Late: Late{InRegion: 3000}}).AtLeast(); math.Abs(none-1000) > 15 { // the rule of three
		t.Errorf("3000 instructions without a transition: at least %.0f", none)
	}
}

// TestVolumeOfLength: the hypervolume of a setting is the same at any length of the streams,
// once most is selected.
func TestVolumeOfLength(t *testing.T) {
	for _, name := range []string{"grow", "lei+comb", "net"} {
		sel, err := Select(name)
		if err != nil {
			t.Fatal(err)
		}
		var volumes []float64
		for _, events := range []int{200_000, 400_000, 800_000} {
			var list []*Metrics
			for seed := range uint64(6) {
				m, err := Replay(stream(t, Random(40+seed, 60), 1, events), sel, uop.DefaultLimits)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, m)
			}
			volumes = append(volumes, hypervolume([]Objectives{Mean(list)}))
		}
		for _, v := range volumes {
			if math.Abs(v/volumes[0]-1) > 0.15 {
				t.Errorf("%s: volumes %.1f", name, volumes)
				break
			}
		}
		t.Logf("%s: %.1f", name, volumes)
	}
	if v := hypervolume([]Objectives{{PerTransition: steadyMost}}); math.Abs(v-160) > 1e-9 { // the most that there is
		t.Errorf("of the best point that there is: %v", v)
	}
}

// TestPaired: of two fronts on the same streams the ratio is better known than either volume.
func TestPaired(t *testing.T) {
	streams := families(t, 1, 6, 2, 20_000)
	score := func(name string) Scored {
		sel, err := Select(name)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := (&Batch{Limits: uop.DefaultLimits}).Replay(streams, []uop.Selector{sel})
		if err != nil {
			t.Fatal(err)
		}
		return scoreOf(runs)
	}
	a, b := score("lei+comb(prof=30)"), score("lei+comb")
	ratio, lo, hi := a.Of(b)
	if one, l, h := a.Of(a); one != 1 || l != 1 || h != 1 {
		t.Errorf("of itself: %v [%v, %v]", one, l, h)
	}
	if lo > ratio || hi < ratio || (hi-lo)/ratio > (a.Hi-a.Lo)/a.Volume {
		t.Errorf("%v of %v: %.3f [%.3f, %.3f]", a.Volume, b.Volume, ratio, lo, hi)
	}
}
