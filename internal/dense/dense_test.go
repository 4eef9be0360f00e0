package dense

import "testing"

// Memory that is large enough is used again, and cleared as far as it is asked for.
func TestCleared(t *testing.T) {
	s := []int{1, 2, 3, 4}
	got := Cleared(s, 3)
	if len(got) != 3 || &got[0] != &s[0] || got[0] != 0 || got[2] != 0 || s[3] != 4 {
		t.Error(got, s)
	}
	if got = Cleared(s, 9); len(got) != 9 || got[8] != 0 || &got[0] == &s[0] {
		t.Error(got)
	}
	if got = Cleared[int](nil, 0); len(got) != 0 {
		t.Error(got)
	}
	if got = Grow(s, 2); len(got) != 2 || &got[0] != &s[0] {
		t.Error(got)
	}
}

func BenchmarkCleared(b *testing.B) {
	b.ReportAllocs()
	var s []int32
	for b.Loop() {
		s = Cleared(s, 1000)
	}
}
