module example.com/opt

go 1.26.0

require (
	example.com/custompass v0.0.0
	github.com/tier2go/tier2 v0.0.0
)

require (
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace (
	example.com/custompass => ../custompass
	github.com/tier2go/tier2 => ../..
)
