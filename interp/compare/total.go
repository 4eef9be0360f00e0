package compare

// Total sums rows. Loops apart, everything is summed over all rows without an
// error.
type Total struct {
	Traces, Failed        int
	Before, CPython, Ours Counts
	LoopBefore, LoopOurs  Counts // of traces that close their loop
	Peeled                Counts
	Weighted              [3]Counts // before, CPython's, ours: by executions
	WeightedPeeled        Counts    // ours: with what is in front of loops, by entries
}

// Add adds a row.
func (t *Total) Add(r *Row) {
	t.Traces++
	if r.Err != nil {
		t.Failed++
		return
	}
	t.Before.Add(r.Before, 1)
	t.CPython.Add(r.CPython, 1)
	t.Ours.Add(r.Ours, 1)
	t.Peeled.Add(r.Peeled, 1)
	if r.Loops {
		t.LoopBefore.Add(r.Before, 1)
		t.LoopOurs.Add(r.Ours, 1)
	}
	runs := int(r.Entries + r.Backs)
	for i, c := range []Counts{r.Before, r.CPython, r.Ours} {
		t.Weighted[i].Add(c, runs)
	}
	body := runs
	if r.Loops && r.Peeled.Ops > 0 {
		body = int(r.Backs)
		t.WeightedPeeled.Add(r.Peeled, int(r.Entries))
	}
	t.WeightedPeeled.Add(r.Ours, body)
}

// Report is a total as JSON.
type Report struct {
	Traces int `json:"traces"`
	Failed int `json:"failed"`
	Guards struct {
		Before      int `json:"before"`
		CPython     int `json:"cpython"`
		Ours        int `json:"ours"`
		OursLoops   int `json:"ours_loops"`
		BeforeLoops int `json:"before_loops"`
		OursPeeled  int `json:"ours_with_peeled"`
	} `json:"guards"`
	Uops struct {
		Before  int `json:"before"`
		CPython int `json:"cpython"`
		Ours    int `json:"ours"`
	} `json:"uops"`
	Weighted struct {
		Before     int `json:"before"`
		CPython    int `json:"cpython"`
		Ours       int `json:"ours"`
		OursPeeled int `json:"ours_with_peeled"`
	} `json:"guards_weighted"`
}

// Report returns the total for JSON.
func (t *Total) Report() Report {
	var r Report
	r.Traces, r.Failed = t.Traces, t.Failed
	g := &r.Guards
	g.Before, g.CPython, g.Ours = t.Before.By[Test], t.CPython.By[Test], t.Ours.By[Test]
	g.OursLoops, g.BeforeLoops = t.LoopOurs.By[Test], t.LoopBefore.By[Test]
	g.OursPeeled = t.Ours.By[Test] + t.Peeled.By[Test]
	r.Uops.Before, r.Uops.CPython, r.Uops.Ours = t.Before.Ops, t.CPython.Ops, t.Ours.Ops
	w := &r.Weighted
	w.Before, w.CPython, w.Ours = t.Weighted[0].By[Test], t.Weighted[1].By[Test], t.Weighted[2].By[Test]
	w.OursPeeled = t.WeightedPeeled.By[Test]
	return r
}
