package expat

// Error is why a document cannot be read on, and where.
type Error struct {
	Code   int // as XML_GetErrorCode has it
	At     Position
	Offset int // in bytes, from the document's beginning
}

// Error returns what Message says of the code.
func (e *Error) Error() string { return Message(e.Code) }

// Position is a place in the document.
type Position struct{ Line, Column int } // from 1; from 0, in characters

// The codes of errors that a Parser returns, or its caller makes.
const (
	syntax             = 2
	noElements         = 3
	invalidToken       = 4
	unclosedToken      = 5
	PartialChar        = 6
	tagMismatch        = 7
	duplicateAttribute = 8
	junkAfterDocument  = 9
	paramEntityRef     = 10
	UndefinedEntity    = 11
	recursiveEntity    = 12
	asyncEntity        = 13
	badCharRef         = 14
	binaryEntityRef    = 15
	attributeExternal  = 16
	misplacedXMLPI     = 17
	unclosedCDATA      = 20
	ExternalEntity     = 21
	NotStandalone      = 22
	CannotChange       = 26
	unboundPrefix      = 27
	undeclaringPrefix  = 28
	xmlDeclMalformed   = 30
	textDeclMalformed  = 31
	publicID           = 32
	finished           = 36
	reservedXML        = 38
	reservedXMLNS      = 39
	reservedURI        = 40
	amplificationLimit = 43
)

// Message is what XML_ErrorString says of a code, "" of none.
func Message(code int) string {
	if code < 0 || code >= len(Messages) {
		return ""
	}
	return Messages[code].Text
}

// Messages has the names of all codes, without XML_ERROR_, and their texts, by code (lib/xmlparse.c).
var Messages = []struct{ Name, Text string }{
	{}, {"NO_MEMORY", "out of memory"}, {"SYNTAX", "syntax error"}, {"NO_ELEMENTS", "no element found"},
	{"INVALID_TOKEN", "not well-formed (invalid token)"}, {"UNCLOSED_TOKEN", "unclosed token"}, {"PARTIAL_CHAR", "partial character"},
	{"TAG_MISMATCH", "mismatched tag"}, {"DUPLICATE_ATTRIBUTE", "duplicate attribute"}, {"JUNK_AFTER_DOC_ELEMENT", "junk after document element"},
	{"PARAM_ENTITY_REF", "illegal parameter entity reference"}, {"UNDEFINED_ENTITY", "undefined entity"}, {"RECURSIVE_ENTITY_REF", "recursive entity reference"},
	{"ASYNC_ENTITY", "asynchronous entity"}, {"BAD_CHAR_REF", "reference to invalid character number"}, {"BINARY_ENTITY_REF", "reference to binary entity"},
	{"ATTRIBUTE_EXTERNAL_ENTITY_REF", "reference to external entity in attribute"}, {"MISPLACED_XML_PI", "XML or text declaration not at start of entity"},
	{"UNKNOWN_ENCODING", "unknown encoding"}, {"INCORRECT_ENCODING", "encoding specified in XML declaration is incorrect"},
	{"UNCLOSED_CDATA_SECTION", "unclosed CDATA section"}, {"EXTERNAL_ENTITY_HANDLING", "error in processing external entity reference"},
	{"NOT_STANDALONE", "document is not standalone"}, {"UNEXPECTED_STATE", "unexpected parser state - please send a bug report"},
	{"ENTITY_DECLARED_IN_PE", "entity declared in parameter entity"}, {"FEATURE_REQUIRES_XML_DTD", "requested feature requires XML_DTD support in Expat"},
	{"CANT_CHANGE_FEATURE_ONCE_PARSING", "cannot change setting once parsing has begun"}, {"UNBOUND_PREFIX", "unbound prefix"},
	{"UNDECLARING_PREFIX", "must not undeclare prefix"}, {"INCOMPLETE_PE", "incomplete markup in parameter entity"},
	{"XML_DECL", "XML declaration not well-formed"}, {"TEXT_DECL", "text declaration not well-formed"}, {"PUBLICID", "illegal character(s) in public id"},
	{"SUSPENDED", "parser suspended"}, {"NOT_SUSPENDED", "parser not suspended"}, {"ABORTED", "parsing aborted"}, {"FINISHED", "parsing finished"},
	{"SUSPEND_PE", "cannot suspend in external parameter entity"},
	{"RESERVED_PREFIX_XML", "reserved prefix (xml) must not be undeclared or bound to another namespace name"},
	{"RESERVED_PREFIX_XMLNS", "reserved prefix (xmlns) must not be declared or undeclared"},
	{"RESERVED_NAMESPACE_URI", "prefix must not be bound to one of the reserved namespace names"}, {"INVALID_ARGUMENT", "invalid argument"},
	{"NO_BUFFER", "a successful prior call to function XML_GetBuffer is required"},
	{"AMPLIFICATION_LIMIT_BREACH", "limit on input amplification factor (from DTD and entities) breached"}, {"NOT_STARTED", "parser not started"},
}
