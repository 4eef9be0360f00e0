package specialize

// FamilyStats counts what became of a family's instructions.
type FamilyStats struct {
	Hit      uint64            `json:"hit"`      // by a specialized member
	Miss     uint64            `json:"miss"`     // by the base, because a member's check failed
	Deferred uint64            `json:"deferred"` // by the base, waiting to specialize
	Success  uint64            `json:"success"`  // attempts to specialize
	Failure  uint64            `json:"failure"`
	Failures map[string]uint64 `json:"failures,omitempty"` // by reason
	// By the specialized instruction's name.
	Members map[string]MemberStats `json:"members,omitempty"`
	// Mean times in tier 1 in ns, and BaseNS/AdaptiveNS: see Options.TimeFamilies.
	BaseNS     float64 `json:"base_ns,omitempty"`
	AdaptiveNS float64 `json:"adaptive_ns,omitempty"`
	Speedup    float64 `json:"base_over_adaptive,omitempty"`
}

// Stats returns the statistics of all families, by their bases' names. t may be nil: then no times
// are in them.
func (s *Specializer) Stats(t *Timing) map[string]FamilyStats {
	all := map[string]FamilyStats{}
	for f := range families {
		all[families[f].Base.String()] = s.familyStats(Family(f), t)
	}
	return all
}

func (s *Specializer) familyStats(f Family, t *Timing) FamilyStats {
	c := &s.families[f]
	fs := FamilyStats{Miss: c.miss, Deferred: c.deferred, Success: c.success, Failure: c.failure}
	if s.counts == nil {
		return fs
	}
	s.memberStats(f, t, &fs)
	for i, n := range c.kinds {
		if n == 0 {
			continue
		}
		if fs.Failures == nil {
			fs.Failures = map[string]uint64{}
		}
		fs.Failures[failNames[i]] = n
	}
	return fs
}

// MemberStats are the statistics of one specialized instruction. Times are measured
// in tier 1, on some of its executions; 0 where none was.
type MemberStats struct {
	Executed uint64  `json:"executed"` // dispatched in tier 1, misses included
	Hit      uint64  `json:"hit"`      // as in FamilyStats: Executed without Miss, and by each Success at once
	Miss     uint64  `json:"miss"`
	Success  uint64  `json:"success"` // times that an instruction has become it
	NS       float64 `json:"ns"`      // of one execution
	BaseNS   float64 `json:"base_ns"` // of the base in its place
	Timed    uint64  `json:"timed"`   // executions that NS is the mean of
}

// minTimed is how many executions make a mean.
const minTimed = 16

// memberStats fills in a family's members, what these have hit, and Tbase/Tadaptive, with
//
//	Tadaptive = (ΣTi·Ni + Tmiss·Nmiss + Tdeferred·Ndeferred + Ttried·Ntried) / N
//
// over all N executions: hits of the members that have been timed, misses, executions that the
// base deferred, and attempts to specialize, those of an instruction again and again
// included. Tbase is the base's time on the same mix: on a member's operands as it was timed
// in the member's place, on what was deferred as that was timed, and on what missed, or was
// specialized, the mean of those of the members. Of an attempt that failed it is that of what was
// deferred.
func (s *Specializer) memberStats(f Family, t *Timing, fs *FamilyStats) {
	var hits, base mixed
	for _, m := range families[f].Members {
		c := s.members[m]
		ms := MemberStats{Executed: s.counts[m], Miss: c.miss, Success: c.success}
		if ms.Hit = ms.Executed; f != JumpBackward && f != Resume {
			ms.Hit += c.success // executed by the member, counted as the base
		}
		ms.Hit -= min(c.miss, ms.Hit)
		if ms.Executed+ms.Success == 0 {
			continue
		}
		if t != nil && t.members[m].n >= minTimed && t.bases[m].n >= minTimed {
			ms.NS, ms.BaseNS, ms.Timed = t.members[m].mean(), t.bases[m].mean(), t.members[m].n
			n := ms.Hit - min(c.success, ms.Hit)
			hits.add(n, ms.NS)
			base.add(n, ms.BaseNS)
		}
		fs.Hit += ms.Hit
		if fs.Members == nil {
			fs.Members = map[string]MemberStats{}
		}
		fs.Members[m.String()] = ms
	}
	if hits.n == 0 {
		return
	}
	all, mean := hits, base.mean()
	if t.missed[f].n > 0 {
		all.add(fs.Miss, t.missed[f].mean())
		base.add(fs.Miss, mean)
	}
	deferred := mean // where none was timed
	if t.deferred[f].n > 0 {
		deferred = t.deferred[f].mean()
	}
	all.add(fs.Deferred, deferred)
	base.add(fs.Deferred, deferred)
	if t.tried[f].n > 0 {
		all.add(fs.Success+fs.Failure, t.tried[f].mean())
		base.add(fs.Success, mean)
		base.add(fs.Failure, deferred)
	}
	fs.BaseNS, fs.AdaptiveNS = base.mean(), all.mean()
	if fs.AdaptiveNS > 0 {
		fs.Speedup = fs.BaseNS / fs.AdaptiveNS
	}
}

// mixed is the time of executions of several kinds.
type mixed struct{ n, sum float64 }

func (m *mixed) add(n uint64, ns float64) { m.n, m.sum = m.n+float64(n), m.sum+float64(float64(n)*ns) }

func (m *mixed) mean() float64 { return m.sum / m.n }
