module example.com/custompass

go 1.26.0

require github.com/tier2go/tier2 v0.0.0

require golang.org/x/tools v0.52.0 // indirect

replace github.com/tier2go/tier2 => ../..
