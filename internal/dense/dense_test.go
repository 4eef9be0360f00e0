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

// TestRoom: what a room hands out keeps its contents and its place until it is taken back, however much follows; then the
// same memory is handed out.
func TestRoom(t *testing.T) {
	var r Room[int]
	var all [][]int
	for i := range 100 {
		c := r.Copy([]int{i, -i, i})
		if len(c) != 3 || cap(c) != 3 {
			t.Fatal(len(c), cap(c))
		}
		all = append(all, c)
	}
	for i, c := range all {
		if c[0] != i || c[1] != -i || c[2] != i {
			t.Fatal(i, c)
		}
	}
	last := &all[99][0]
	r.Reset()
	got := r.Take(2*leastRoom + 1)
	if len(got) != 2*leastRoom+1 {
		t.Fatal(len(got))
	}
	again := false
	for i := range got {
		again = again || &got[i] == last
	}
	if !again {
		t.Error("the memory is not used again")
	}
}

func BenchmarkCleared(b *testing.B) {
	b.ReportAllocs()
	var s []int32
	for b.Loop() {
		s = Cleared(s, 1000)
	}
}
