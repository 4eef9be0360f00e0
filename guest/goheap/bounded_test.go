package goheap_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest/goheap"
	"github.com/tier2go/tier2/internal/soak"
)

// TestBounded: the table of handles is as long as what is held asks for, not as what a loop makes: freed
// entries are used again, and none has to be moved. What a hundred nested activations have held leaves nothing behind.
func TestBounded(t *testing.T) {
	var s *tester
	var ex *exitdata.Executor
	o := goheap.Options{Slots: 8, Frames: 101, Handles: 64}
	depth, peak, most := 0, 0, 0
	s = newTester(t, o, func(x, n any) (any, error) {
		if depth == 0 && n.(float64) > 2000 {
			most = max(most, s.heap.Stats().Table)
		}
		if n == 1000.0 && depth < 100 {
			depth++
			defer func() { depth-- }()
			f := goheap.Frame{Slots: []any{0.0, 1001.0, &object{}}}
			var left goheap.Left
			if err := s.run(ex, &f, &left); err != nil || left.Err != nil {
				return nil, errors.Join(err, left.Err)
			}
			peak = max(peak, s.heap.Stats().Table)
		}
		return &object{int(n.(float64))}, nil
	})
	s.heap.Attach(s.comp.Table())
	ex = s.rounds(t)
	n := float64(soak.Of(10_000, 100_000, 10_000_000))
	f := goheap.Frame{Slots: []any{0.0, n, &object{}}}
	var left goheap.Left
	if err := s.run(ex, &f, &left); err != nil || left.Err != nil {
		t.Fatal(err, left.Err)
	}
	if st := s.heap.Stats(); peak < 200 || most == 0 || most > 2*o.Handles || st.Local != 0 || st.Table != 0 || f.Slots[2].(*object).n != int(n)-1 {
		t.Errorf("%.0f rounds: the table had %d entries when a hundred activations were running, and %d behind them; %+v", n, peak, most, st)
	}
	t.Logf("%.0f rounds: %d entries at depth 100, at most %d behind", n, peak, most)
}
