package tier2

import "testing"

// TestRoom: exits have half of the room, so that loops and functions have the rest.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		limit, under       int
		forExit, forOthers bool
	}{{1, 0, false, false}, {1, 1, true, true}, {4, 1, false, false}, {4, 2, true, false}, {4, 3, true, false}, {4, 4, true, true}} {
		for free := range 2 {
			b := &background{limit: c.limit, spaces: make([]*workspace, c.under+free), free: make([]*workspace, free)}
			if e, o := b.full(true), b.full(false); e != c.forExit || o != c.forOthers {
				t.Errorf("%+v, %d free: full for an exit: %v, for others: %v", c, free, e, o)
			}
		}
	}
}
