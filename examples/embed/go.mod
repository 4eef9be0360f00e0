module example.com/embed

go 1.26.0

require github.com/tier2go/tier2 v0.0.0

require (
	github.com/gofrs/flock v0.13.0 // indirect
	github.com/kluctl/go-embed-python v0.0.0-3.14.6-20260610-1 // indirect
	github.com/sirupsen/logrus v1.9.4 // indirect
	golang.org/x/arch v0.32.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/tier2go/tier2 => ../..
