module example.com/text

go 1.26.0

require github.com/tier2go/tier2 v0.0.0

require (
	golang.org/x/arch v0.32.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/tier2go/tier2 => ../..

tool github.com/tier2go/tier2/cmd/opgen
