package exitdata

import "github.com/tier2go/tier2/lower"

// Site is a call of a routine by an executor's code: of one that may give up. See the type in
// package lower.
type Site struct {
	Routine string
	Uop     int32 // that it comes from, an index in Trace.Insts; −1 for none
}

// SiteCount is what has become of a site.
type SiteCount struct {
	Site
	// General is how often the site went to the general path: the routine has given up, or was not
	// called.
	General uint64
	Closed  bool // the routine is not called now
}

// AddSites gives an executor's sites their rows, which its code names (Linkage), until Drop.
func (t *Table) AddSites(e *Executor, sites []Site) error {
	if len(sites) == 0 || t.data == nil {
		return nil
	}
	addr, err := t.data.Alloc(lower.SiteSize * len(sites))
	if err != nil {
		return err
	}
	clear(t.data.Bytes(addr, lower.SiteSize*len(sites)))
	e.sites, e.siteRows = sites, addr
	return nil
}

// Sites returns what has become of an executor's sites.
func (t *Table) Sites(e *Executor) []SiteCount {
	if e.siteRows == 0 || t.data == nil {
		return nil
	}
	list := make([]SiteCount, len(e.sites))
	for i, s := range e.sites {
		row := t.data.Words(e.siteRows+uintptr(i*lower.SiteSize), lower.SiteSize/8)
		list[i] = SiteCount{s, row[lower.SiteGeneral/8], lower.SiteClosed(uint32(row[0]))}
	}
	return list
}

func (t *Table) dropSites(e *Executor) {
	if e.siteRows != 0 {
		t.must(t.data.Free(e.siteRows, lower.SiteSize*len(e.sites)))
		e.siteRows = 0
	}
}
