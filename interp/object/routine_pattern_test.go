package object

// pattern returns what stands for a regular expression of strs or of bytes, most with a filter, or seldom something else.
func (r *randomValues) pattern() Value {
	if r.rng.IntN(16) == 0 {
		return r.item()
	}
	if r.patternType == nil {
		r.patternType = r.h.RegisterType(&Type{Name: "pattern", Pattern: true})
		r.matchType = r.h.RegisterType(&Type{Name: "match", Match: true})
	}
	p := r.h.NewObject(r.patternType.ID, PatternSize)
	of := r.h.NewStr("p")
	if r.rng.IntN(3) == 0 {
		of = r.h.NewBytes([]byte("p"))
	}
	r.h.SetField(p, OffPatternText, of)
	r.h.SetField(p, OffPatternIndex, r.dictOfNames())
	if r.rng.IntN(8) > 0 {
		var masks [256]uint8
		for i := range masks {
			masks[i] = uint8(r.rng.Uint32() | r.rng.Uint32())
		}
		known := r.rng.IntN(mostFilter + 1)
		r.h.SetPatternFilter(p, known+r.rng.IntN(3), known, &masks)
	}
	return p
}

// searched returns a text for a pattern.
func (r *randomValues) searched() Value {
	switch r.rng.IntN(3) {
	case 0:
		return r.bytesText()
	case 1:
		return r.cased()
	}
	return r.text()
}

// match returns what stands for what a pattern has matched, or seldom something else.
func (r *randomValues) match() Value {
	p := r.pattern()
	s := r.searched()
	if r.rng.IntN(16) == 0 || !r.h.Is(s, StrType) && !r.h.Is(s, BytesType) || !p.IsRef() || r.patternType == nil || !r.h.Is(p, r.patternType.ID) {
		return r.item()
	}
	n, err := r.h.Len(s)
	if err != nil {
		panic(err)
	}
	var spans []Value
	for range 1 + r.rng.IntN(4) {
		from, to := -1, -1
		if r.rng.IntN(4) > 0 {
			from = r.rng.IntN(n + 1)
			to = from + r.rng.IntN(n-from+1)
		}
		spans = append(spans, SmallInt(int64(from)), SmallInt(int64(to)))
	}
	m := r.h.NewObject(r.matchType.ID, MatchSize)
	r.h.SetField(m, OffMatchText, s)
	r.h.SetField(m, OffMatchOf, p)
	r.h.SetField(m, OffMatchSpans, r.h.NewTuple(spans...))
	return m
}

// group returns what names a group of a match.
func (r *randomValues) group() Value {
	if r.rng.IntN(3) == 0 {
		return r.name()
	}
	return SmallInt(int64(r.rng.IntN(6) - 1))
}

// matchable says of a place of a text whether a filter lets a match begin there, one character after the other.
func matchable(h *Heap, p, s Value, at, end int) bool {
	f := h.Field(p, OffPatternFilter)
	if end-at < int(h.Word(f, offFilterLeast)) {
		return false
	}
	for k := range int(h.Word(f, offFilterKnown)) {
		ch := *(*uint8)(h.At(s, OffStrData+uintptr(at+k)))
		if *(*uint8)(h.At(f, offFilterMasks+uintptr(ch)))&(1<<k) == 0 {
			return false
		}
	}
	return true
}

// patternGeneralAt is None where no match can begin at pos, or at any place of a text; otherwise what no routine gives.
func patternGeneralAt(search bool) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		p, s := args[0], args[1]
		n, err := h.Len(s)
		if err != nil {
			return 0, err
		}
		bounds := [2]int{}
		for i := range bounds {
			x, _ := h.AsInt64(args[2+i])
			bounds[i] = int(min(max(x, 0), int64(n)))
		}
		for at := bounds[0]; at <= bounds[1]; at++ {
			if matchable(h, p, s, at, bounds[1]) {
				return uint64(NotImplemented), nil
			}
			if !search {
				break
			}
		}
		return uint64(None), nil
	}
}

// groupGeneral is what a group's bounds are, or its text.
func groupGeneral(of func(h *Heap, s Value, from, to Value) Value) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		i := args[1]
		if h.Is(i, StrType) {
			var err error
			if i, err = h.DictGet(h.Field(h.Field(args[0], OffMatchOf), OffPatternIndex), i); err != nil {
				return 0, err
			}
		}
		spans := h.TupleItems(h.Field(args[0], OffMatchSpans))
		return uint64(of(h, h.Field(args[0], OffMatchText), spans[2*i.Small()], spans[2*i.Small()+1])), nil
	}
}

func spanStart(_ *Heap, _, from, _ Value) Value { return from }

func spanEnd(_ *Heap, _, _, to Value) Value { return to }

func spanPair(h *Heap, _, from, to Value) Value { return h.NewTuple(from, to) }

func spanText(h *Heap, s, from, to Value) Value {
	if from.Small() < 0 {
		return None
	}
	return h.Slice(s, int(from.Small()), int(to.Small()))
}

// groupsGeneral are the texts of all groups.
func groupsGeneral(h *Heap, args []Value) (uint64, error) {
	spans := h.TupleItems(h.Field(args[0], OffMatchSpans))
	var texts []Value
	for i := 2; i < len(spans); i += 2 {
		texts = append(texts, spanText(h, h.Field(args[0], OffMatchText), spans[i], spans[i+1]))
	}
	return uint64(h.NewTuple(texts...)), nil
}
