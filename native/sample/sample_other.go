//go:build !linux || !amd64

package sample

// Sampler is a running sampler.
type Sampler struct{}

// Start fails with ErrUnsupported.
func Start(Options) (*Sampler, error) { return nil, ErrUnsupported }

// Stop ends a sampler; there is none.
func (*Sampler) Stop() (*Profile, error) { return nil, ErrUnsupported }
