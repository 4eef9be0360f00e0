//go:build arenacheck

package object

import "testing"

// TestSmallIntFits: checked builds refuse a word for an int that does not fit one.
func TestSmallIntFits(t *testing.T) {
	for _, i := range []int64{MinSmall, 0, MaxSmall} {
		if SmallInt(i) == Null {
			t.Errorf("no word for %d", i)
		}
	}
	for _, i := range []int64{MinSmall - 1, MaxSmall + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a word for %d", i)
				}
			}()
			SmallInt(i)
		}()
	}
}
