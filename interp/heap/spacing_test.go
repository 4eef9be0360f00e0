package heap

import "testing"

// churn allocates bytes of nodes of which a share of 1/keep is pushed, none for 0.
func churn(h *Heap, bytes, keep int) {
	for i := range bytes / 512 {
		v := newNode(h, make([]Value, 62)...)
		if keep > 0 && i%keep == 0 {
			h.Push(v)
		}
	}
}

// TestSpacing: collections are further apart where new objects die, and at the distance
// of what is live where they survive, or where the limit is near.
func TestSpacing(t *testing.T) {
	if !ScansGoStack {
		t.Skip("no collections")
	}
	h := newHeap(t, Options{Limit: 1 << 30})
	if h.gc.trigger != minTrigger {
		t.Fatalf("the first trigger is %d", h.gc.trigger)
	}
	churn(h, 128<<20, 0)
	if live := h.gc.stats.LiveBytes; h.gc.spacing != maxSpacing || live > minTrigger/16 || h.gc.trigger != minTrigger+maxSpacing*live {
		t.Errorf("nothing is live: spacing %d, trigger %d with %d live", h.gc.spacing, h.gc.trigger, live)
	}
	churn(h, 4<<20, 1)
	churn(h, 128<<20, 0)
	if h.gc.spacing != maxSpacing || h.gc.trigger != minTrigger+spaced0 {
		t.Errorf("4 MB are live: spacing %d, trigger %d", h.gc.spacing, h.gc.trigger)
	}
	churn(h, 6<<20, 1)
	churn(h, 128<<20, 0)
	if live := h.gc.stats.LiveBytes; live < 10<<20 || h.gc.trigger != live+maxSpacing*(live-minTrigger) {
		t.Errorf("new objects die: trigger %d with %d live", h.gc.trigger, live)
	}
	churn(h, 96<<20, 1)
	if live := h.gc.stats.LiveBytes; h.gc.spacing > maxSpacing/2 || h.gc.trigger > live+maxSpaced {
		t.Errorf("all survives: spacing %d, trigger %d with %d live", h.gc.spacing, h.gc.trigger, live)
	}
	churn(h, 640<<20, 0)
	if live := h.gc.stats.LiveBytes; h.gc.spacing != maxSpacing || h.gc.trigger != live+maxSpaced {
		t.Errorf("much is live and new objects die: spacing %d, trigger %d with %d live", h.gc.spacing, h.gc.trigger, live)
	}

	small := newHeap(t, Options{Limit: 24 << 20})
	churn(small, 12<<20, 1)
	churn(small, 256<<20, 0)
	if room := (small.limit - small.gc.stats.LiveBytes) / 2; small.gc.spacing != maxSpacing || small.gc.trigger > room {
		t.Errorf("near the limit: spacing %d, trigger %d, where half of what is left is %d", small.gc.spacing, small.gc.trigger, room)
	}
	h.Collect()
	h.gc.spacing = 0
	h.Collect()
	if h.gc.spacing != 0 {
		t.Errorf("a collection that was asked for, of nothing, spaces the next: %d", h.gc.spacing)
	}
}
