module github.com/tier2go/tier2

go 1.26.0

require (
	github.com/gofrs/flock v0.13.0
	github.com/google/go-cmp v0.7.0
	github.com/kluctl/go-embed-python v0.0.0-3.14.6-20260610-1
	github.com/twitchyliquid64/golang-asm v0.15.1
	golang.org/x/arch v0.32.0
	golang.org/x/sys v0.49.0
	golang.org/x/tools v0.52.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/sirupsen/logrus v1.9.4 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
)
