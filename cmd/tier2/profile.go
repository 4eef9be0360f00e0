package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/profile"
	"github.com/tier2go/tier2/interp/sampling"
)

// profileFlags are the flags of run for profilers.
type profileFlags struct {
	cpu     string
	perfmap bool

	file     *os.File // the perf map
	perf     *profile.PerfMap
	sampling *sampling.Sampling
}

func (p *profileFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&p.cpu, "cpuprofile", "", "sample the run and write a profile for go tool pprof to a `file`: executors, Python lines, Go functions")
	fs.BoolVar(&p.perfmap, "perfmap", false, "name machine code for perf, in /tmp/perf-PID.map")
}

// open opens the perf map, if there is to be one.
func (p *profileFlags) open(o *interp.Options) (err error) {
	if !p.perfmap {
		return nil
	}
	if p.file, err = os.Create(fmt.Sprintf("/tmp/perf-%d.map", os.Getpid())); err != nil {
		return err
	}
	p.perf = profile.NewPerfMap(p.file)
	o.OnAttempt = p.perf.Attempt
	return nil
}

// start begins to sample, if there is to be a profile. heat says that pages want samples,
// too: they do without where there are none.
func (p *profileFlags) start(vm *interp.VM, heat bool) (err error) {
	if p.cpu == "" && !heat {
		return nil
	}
	if p.sampling, err = vm.Sample(0); p.cpu == "" && errors.Is(err, sampling.ErrUnsupported) {
		return nil
	}
	return err
}

// finish writes what was asked for, and returns the samples if there are any.
func (p *profileFlags) finish() (s *sampling.Sampled, err error) {
	if p.file != nil {
		err = errors.Join(p.perf.Err(), p.file.Close())
	}
	if p.sampling == nil {
		return nil, err
	}
	s, serr := p.sampling.Stop()
	if serr != nil || p.cpu == "" {
		return s, errors.Join(err, serr)
	}
	f, ferr := os.Create(p.cpu)
	if ferr != nil {
		return s, errors.Join(err, ferr)
	}
	return s, errors.Join(err, profile.WriteCPU(f, s), f.Close())
}
