package tier2

// What a compiler has to have before it compiles and can do without before: the guest's tables, the passes, and the memory of compiles.
// Where the guest makes its tables later (guest.Guest.Later), the first compile makes all of it.

import (
	"fmt"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// defaultPasses is the pipeline of a compiler that is asked for none.
const defaultPasses = "@default"

// findPasses says what is wrong with the pipeline that was asked for. The set of all passes is made by prepare, if no more
// than the default is wanted of it.
func (c *Compiler) findPasses() (err error) {
	if c.opt.Set == nil && c.opt.Passes == defaultPasses {
		return nil
	}
	if c.opt.Set == nil {
		if c.opt.Set, err = all.Set(); err != nil {
			return err
		}
	}
	_, err = passes.Parse(c.opt.Passes, c.opt.Set)
	return err
}

// ready makes the guest's tables and checks them.
func (c *Compiler) ready() error {
	if err := c.guest.Ready(); err != nil {
		return fmt.Errorf("guest %s: %w", c.guest.Name, err)
	}
	return c.guest.Validate(c.opt.Backend == exitdata.Native)
}

// prepare does what New has left to the first compile, where the guest makes its tables later. The error is a *Refusal, and stays.
func (c *Compiler) prepare() error {
	if c.prepared {
		return c.unfit
	}
	c.prepared = true
	err := c.ready()
	if err == nil {
		err = c.makeSpaces()
	}
	if err != nil {
		c.unfit = &Refusal{RefusedInternal, err}
	}
	return c.unfit
}

// makeSpaces makes the memory of compiles.
func (c *Compiler) makeSpaces() (err error) {
	o, g := &c.opt, c.guest
	if o.Set == nil {
		if o.Set, err = all.Set(); err != nil {
			return err
		}
	}
	c.table.SetHelpers(helpers(g))
	if c.target != nil {
		c.emitter = lower.NewEmitter(c.target)
		c.emitter.Listing = o.Observer != nil || o.Map
	}
	if c.space, err = c.newWorkspace(g); err != nil {
		return err
	}
	if c.behind != nil {
		if c.behind.detached, err = g.Detach(); err != nil {
			return err
		}
	}
	ctx := c.space.ctx
	ctx.Observers = o.PassObservers
	if o.Observer != nil {
		ctx.Observers = append(ctx.Observers, passObserver{o: o.Observer})
	}
	if o.Session != nil {
		o.Session.Attach(ctx)
	}
	return nil
}
