package region_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// diamond is a loop from 0 with two ways, by 10 and by 20, that meet at 30, which goes on to 40.
func diamond() []uop.Flow {
	return []uop.Flow{
		{At: at(0), Size: 2, Count: 1600, Ways: []uop.Way{{To: at(10), How: uop.Fall, Count: 800}, {To: at(20), How: uop.Taken, Count: 800}}},
		{At: at(10), Size: 2, Count: 800, Ways: []uop.Way{{To: at(30), How: uop.Taken, Count: 800}}},
		{At: at(20), Size: 2, Count: 800, Ways: []uop.Way{{To: at(30), How: uop.Fall, Count: 800}}},
		{At: at(30), Size: 2, Count: 1600, Ways: []uop.Way{{To: at(40), How: uop.Fall, Count: 1600}}},
		{At: at(40), Size: 2, Count: 1600, Ways: []uop.Way{{To: at(0), How: uop.Taken, Count: 1600}}},
	}
}

// TestWaysPriced: ways that meet share what follows as long as the tests that they execute in vain have taken
// less than the copies would take to make, and have copies from then on, wherever the join is selected.
// Dominators say what a join is, and how far its copies go: others make another region.
func TestWaysPriced(t *testing.T) {
	backwards := region.Gonum // each node dominates those before it: there are no joins
	backwards.Dominators = func(d *region.Digraph, root int32) []int32 {
		list := make([]int32, d.Nodes().Len())
		for i := range list {
			list[i] = int32(i) + 1
		}
		list[len(list)-1] = -1
		return list
	}
	for name, c := range map[string]struct {
		by    region.Steering
		vain  float64
		price float64
		max   int
		test  uint32
		want  []uint32
	}{
		"nothing is lost":          {region.Gonum, 0, 10, 100, 30, []uint32{0, 10, 20, 30, 40}},
		"less than the copies":     {region.Gonum, 299, 10, 100, 30, []uint32{0, 10, 20, 30, 40}},
		"as much":                  {region.Gonum, 300, 10, 100, 30, []uint32{0, 10, 20, 30, 30, 40}},
		"the test is behind":       {region.Gonum, 600, 10, 100, 40, []uint32{0, 10, 20, 30, 30, 40, 40}},
		"too far behind":           {region.Gonum, 599, 10, 100, 40, []uint32{0, 10, 20, 30, 40}},
		"making costs more":        {region.Gonum, 300, 11, 100, 30, []uint32{0, 10, 20, 30, 40}},
		"there is no room":         {region.Gonum, 600, 10, 10, 30, []uint32{0, 10, 20, 30, 40}},
		"gonum says there is none": {backwards, 600, 10, 100, 30, []uint32{0, 10, 20, 30, 40}},
	} {
		s := region.WaysBy(c.by).New(uop.Limits{MaxUops: c.max})
		for _, f := range diamond() {
			s.(uop.Learner).Learn(f)
		}
		r, refusal := s.Select(at(0))
		if refusal != nil {
			t.Fatal(refusal)
		}
		rep := uop.Report{Region: r, Price: c.price}
		for range r.Blocks {
			rep.Bytes = append(rep.Bytes, 30)
		}
		block := func(pc uint32) int32 {
			return int32(slices.IndexFunc(r.Blocks, func(b uop.RegionBlock) bool { return b.At == at(pc) }))
		}
		rep.Lost = []uop.Lost{{Join: block(30), Test: block(c.test), Vain: c.vain}}
		made := s.(uop.Priced).Report(rep)
		again, _ := s.Select(at(0))
		for _, r := range []*uop.Region{made, again} {
			if err := r.Check(at(0)); err != nil {
				t.Error(name, err)
			}
			got := pcs(r)
			if slices.Sort(got); !slices.Equal(got, c.want) {
				t.Errorf("%s: blocks %d, want %d", name, got, c.want)
			}
		}
		s.(uop.Dropper).Drop(func(uint64) bool { return true })
		for _, f := range diamond() {
			s.(uop.Learner).Learn(f)
		}
		if r, _ := s.Select(at(0)); len(r.Blocks) != 5 {
			t.Errorf("%s: what is dropped is still known: %v", name, r)
		}
	}
}
