package heap

import "testing"

// TestExtend holds that a large object grows where it lies if the pages behind it are free, with what it holds, and not otherwise.
func TestExtend(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20, Kinds: []Kind{blob: {Name: "blob"}}})
	const page = uintptr(pageSize)
	made := func(pages uintptr) Value {
		v := h.Alloc(blob, pages*page)
		h.Push(v)
		h.SetWord(v, pages*page-8, uint64(pages))
		return v
	}
	small, first, second := h.Alloc(blob, 64), made(3), made(4)
	h.Push(small)
	for _, c := range []struct {
		what string
		v    Value
		size uintptr
		want bool
	}{
		{"a small object", small, 128, false},
		{"one with another behind it", first, 4 * page, false},
		{"room that there is", first, 2*page + 1, true},
		{"the last one", second, 9*page - 5, true},
		{"more than the limit", second, 65 << 20, false},
		{"more than is left", second, 64 << 20, false},
	} {
		if got := h.Extend(c.v, c.size); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	if got := h.SlotSize(second); got != 9*page {
		t.Errorf("the last one has %d bytes", got)
	}
	h.SetWord(second, 9*page-8, 9)
	used := h.UsedBytes()
	third := made(2)
	if third.Offset() < second.Offset()+9*page {
		t.Errorf("an object at %#x lies in one at %#x", third.Offset(), second.Offset())
	}
	if h.UsedBytes() != used+2*page {
		t.Errorf("%d bytes are in use behind %d", h.UsedBytes(), used)
	}
	for _, c := range []struct {
		v     Value
		pages uintptr
	}{{first, 3}, {second, 4}, {second, 9}, {third, 2}} {
		if got := h.Word(c.v, c.pages*page-8); got != uint64(c.pages) {
			t.Errorf("at page %d: %d", c.pages, got)
		}
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
}

// TestExtendBehindDead holds that an object grows over what has died, and no further than what lives.
func TestExtendBehindDead(t *testing.T) {
	h := newHeap(t, Options{Limit: 64 << 20, Kinds: []Kind{blob: {Name: "blob"}}})
	const page = uintptr(pageSize)
	for _, pages := range []uintptr{3, 6, 2} {
		v := h.Alloc(blob, pages*page)
		h.Push(v)
		h.SetWord(v, 8, uint64(pages))
	}
	first, last := h.temps[h.Mark()-3], h.temps[h.Mark()-1]
	h.Release(h.Mark() - 3)
	h.Push(first)
	h.Push(last)
	clearStack(50)
	ClearGoStack()
	h.Collect()
	if !h.Extend(first, 5*page) || !h.Extend(first, 9*page) || h.Word(first, 8) != 3 || h.Word(last, 8) != 2 {
		t.Error("an object behind which another one has died does not grow")
	}
	if h.Extend(first, 10*page) {
		t.Error("an object grows into one that lives")
	}
	if err := h.Check(); err != nil {
		t.Error(err)
	}
}
