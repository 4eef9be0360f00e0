package uop

// AppendTrace appends a trace's text to b.
var AppendTrace = appendTrace
