package pycode

import "context"

// Tokenizer finds the tokens of one source as _tokenize.TokenizerIter does, while the source's lines become known one by one.
type Tokenizer interface {
	// Tokens returns what is found between the reading of the line before the last one and the reading of the next one. There
	// are n lines so far; end says that there are no more, and is asked for once. The first call may be about any number of lines,
	// and later calls are each about one more.
	Tokens(ctx context.Context, n int, line func(i int) string, end bool) (Tokens, error)
	// Rest lets go of what a Tokenizer holds outside of this process until it is asked again.
	Rest()
}

// Tokens are what a Tokenizer has found.
type Tokens struct {
	// Found are tuples: the type, the text, (row, column) of its begin and of its end, the line.
	Found Tuple
	// Failed is what has been raised behind them: None, or a tuple of the exception's type's name, its arguments, and (name,
	// value) of its other attributes.
	Failed Const
	// End says that there are no more tokens.
	End bool
}
