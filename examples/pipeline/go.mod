module example.com/pipeline

go 1.26.0

require github.com/tier2go/tier2 v0.0.0

replace github.com/tier2go/tier2 => ../..
