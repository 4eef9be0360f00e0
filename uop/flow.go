package uop

// Way is a way that a block was left by.
type Way struct {
	To    Place
	How   How
	Count uint64 // times, in the unit of the flow's Count
}

// Flow is what a profile knows of one block: how often it was entered, and where
// execution went on. The unit of counts is the profile's; a VM that has shares only,
// as inline caches do, scales them.
type Flow struct {
	At    Place
	Size  uint32 // as Event.Size
	Count uint64
	Ways  []Way // at most one for a place; valid during the call
}

// Learner is a [SelectorRun] that makes do with counts. A VM that has a profile tells it
// what it knows of the blocks around a head, then asks it to select, and observes
// nothing: no event costs it anything. A SelectorRun that is no Learner sees events.
type Learner interface {
	SelectorRun
	// Learn takes note of a block. It takes the place of all that was learned or
	// observed of that block before.
	Learn(Flow)
}

// Forgetter is a [SelectorRun] that can be told that the region of a head is gone, or is
// to be selected anew: it does not take it to exist any more.
type Forgetter interface {
	Forget(head Place)
}

// Dropper is a [SelectorRun] that can be told that code objects have died: it forgets all places
// in them. A VM may give their handles to other code objects then, which it does not
// if its selector is no Dropper.
type Dropper interface {
	Drop(dead func(code uint64) bool)
}

// Report is what a compile has found out about a region, and what its code has counted since. All
// of it is measured.
type Report struct {
	Region *Region
	Bytes  []int // of machine code, by block of the region
	// Price is what a byte of machine code costs to make: how many bytes are executed in that time.
	Price float64
	Lost  []Lost
}

// Lost is what a join loses: tests behind it whose outcome is known on one of the ways that meet there.
type Lost struct {
	Join int32   // a block of the region
	Test int32   // that which the tests are in
	Vain float64 // bytes of machine code of such tests that were executed on such ways
}

// Priced is a [SelectorRun] that is told what its regions cost and lose: what it selects from
// then on may depend on that.
type Priced interface {
	SelectorRun
	// Report takes note of a report. It returns what the region is to be made into: itself if it
	// stays, else one with the same head.
	Report(Report) *Region
}
