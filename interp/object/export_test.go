package object

// OnceFunctions are onceFunctions, for the test that knows the modules.
var OnceFunctions = onceFunctions
