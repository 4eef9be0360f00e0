package object

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/routine/routinetest"
)

const routineDir = "../pyguest/routines"

// writtenOnce are the operations that are written once, by the names of their routines: the Go
// function, and what its operands are.
var writtenOnce = map[string]struct {
	fn       any
	operands []func(r *randomValues) Value
	// general is what the heap does where the operation gives up, by which its answers are
	// checked; nil: the snippets do.
	general func(h *Heap, args []Value) (uint64, error)
}{
	"set.contains":          {setHas, []func(*randomValues) Value{(*randomValues).set, (*randomValues).item}, inGeneral},
	"list.contains":         {listHas, []func(*randomValues) Value{(*randomValues).list, (*randomValues).item}, inGeneral},
	"tuple.contains":        {tupleHas, []func(*randomValues) Value{(*randomValues).tuple, (*randomValues).item}, inGeneral},
	"equal":                 {equalTo, []func(*randomValues) Value{(*randomValues).comparable, (*randomValues).comparable}, equalGeneral},
	"str.startswith":        {strStarts, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"str.endswith":          {strEnds, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"str.capitalize":        {strCapital, []func(*randomValues) Value{(*randomValues).cased}, strGeneral("capitalize")},
	"str.center":            {strCentered, []func(*randomValues) Value{(*randomValues).cased, (*randomValues).width}, strGeneral("center")},
	"str.ljust":             {strLeft, []func(*randomValues) Value{(*randomValues).cased, (*randomValues).width}, strGeneral("ljust")},
	"str.rjust":             {strRight, []func(*randomValues) Value{(*randomValues).cased, (*randomValues).width}, strGeneral("rjust")},
	"str.zfill":             {strZeros, []func(*randomValues) Value{(*randomValues).numeralText, (*randomValues).width}, strGeneral("zfill")},
	"str.encode":            {strToBytes, []func(*randomValues) Value{(*randomValues).cased}, strGeneral("encode")},
	"bytes.decode":          {bytesToStr, []func(*randomValues) Value{(*randomValues).bytesText}, strGeneral("decode")},
	"str.removeprefix":      {strWithoutStart, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, strGeneral("removeprefix")},
	"str.removesuffix":      {strWithoutEnd, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, strGeneral("removesuffix")},
	"str.find.from":         {strFindFrom, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).bound}, numberGeneral("find")},
	"str.index.from":        {strIndexFrom, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).begin}, numberGeneral("index")},
	"str.startswith.at":     {strStartsAt, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).bound}, methodHolds("startswith")},
	"str.split.some":        {strSplitSome, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator, (*randomValues).width}, strGeneral("split")},
	"str.format":            {strFields, []func(*randomValues) Value{(*randomValues).fields, (*randomValues).fieldValues}, fieldsGeneral},
	"str.splitlines":        {strLines, []func(*randomValues) Value{(*randomValues).lines}, strGeneral("splitlines")},
	"str.title":             {strTitle, []func(*randomValues) Value{(*randomValues).cased}, strGeneral("title")},
	"str.rsplit.some":       {strSplitLast, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator, (*randomValues).width}, strGeneral("rsplit")},
	"str.find.within":       {strFindWithin, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).place, (*randomValues).place}, numberGeneral("find")},
	"str.count.within":      {strCountWithin, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).place, (*randomValues).place}, numberGeneral("count")},
	"bytes.find.from":       {bytesFindFrom, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText, (*randomValues).place}, numberGeneral("find")},
	"bytes.find.within":     {bytesFindWithin, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText, (*randomValues).place, (*randomValues).place}, numberGeneral("find")},
	"str.startswith.within": {strStartsWithin, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).place, (*randomValues).place}, methodHolds("startswith")},
	"str.find":              {strFindIn, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, nil},
	"slice":                 {sliceOf, []func(*randomValues) Value{(*randomValues).sliced, (*randomValues).bound, (*randomValues).bound}, nil},
	"slice.reversed":        {reversedSliceOf, []func(*randomValues) Value{(*randomValues).sliced, (*randomValues).bound, (*randomValues).bound}, nil},
	"slice.assign":          {assignSlice, []func(*randomValues) Value{(*randomValues).short, (*randomValues).bound, (*randomValues).bound, (*randomValues).short}, nil},
	"match.keys":            {valuesOfKeys, []func(*randomValues) Value{(*randomValues).dictOfNames, (*randomValues).names}, matchKeysGeneral},
	"match.mapping":         {isMappingPattern, []func(*randomValues) Value{(*randomValues).thing}, patternGeneral(MappingFlag)},
	"match.end":             {matchEnd, []func(*randomValues) Value{(*randomValues).match, (*randomValues).group}, groupGeneral(spanEnd)},
	"match.group":           {matchText, []func(*randomValues) Value{(*randomValues).match, (*randomValues).group}, groupGeneral(spanText)},
	"match.groups":          {matchGroups, []func(*randomValues) Value{(*randomValues).match}, groupsGeneral},
	"match.span":            {matchSpan, []func(*randomValues) Value{(*randomValues).match, (*randomValues).group}, groupGeneral(spanPair)},
	"match.start":           {matchStart, []func(*randomValues) Value{(*randomValues).match, (*randomValues).group}, groupGeneral(spanStart)},
	"pattern.match":         {cannotMatch, []func(*randomValues) Value{(*randomValues).pattern, (*randomValues).searched, (*randomValues).place, (*randomValues).place}, patternGeneralAt(false)},
	"pattern.search":        {cannotFind, []func(*randomValues) Value{(*randomValues).pattern, (*randomValues).searched, (*randomValues).place, (*randomValues).place}, patternGeneralAt(true)},
	"match.sequence":        {isSequencePattern, []func(*randomValues) Value{(*randomValues).thing}, patternGeneral(SequenceFlag)},
	"dict.find":             {dictEntryOf, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member}, entryGeneral},
	"dict.setdefault":       {dictFetchOrPut, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member, (*randomValues).item}, nil},
	"dict.lacks":            {dictLacks, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member}, lacksGeneral},
	"dict.value":            {dictValueOf, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member}, valueGeneral},
	"cache.look":            {cacheLooked, []func(*randomValues) Value{(*randomValues).cache, (*randomValues).member}, nil}, // TestCacheRing
	"cache.lacks":           {cacheLacks, []func(*randomValues) Value{(*randomValues).cache, (*randomValues).member}, nil},
	"cache.use":             {cacheUsed, []func(*randomValues) Value{(*randomValues).cache, (*randomValues).entry}, nil},
	"cache.keep":            {cacheKept, []func(*randomValues) Value{(*randomValues).cache, (*randomValues).member, (*randomValues).item}, nil},
	"import.name":           {importedModule, []func(*randomValues) Value{(*randomValues).importer, (*randomValues).moduleName, (*randomValues).fromList, (*randomValues).level}, nil}, // interp's snippet import_again
	"import.from":           {importedFrom, []func(*randomValues) Value{(*randomValues).module, (*randomValues).moduleVar}, nil},
	"random.random":         {twisterFloat, []func(*randomValues) Value{(*randomValues).twister}, nil}, // interp's snippet random_once
	"random.bits":           {twisterBits, []func(*randomValues) Value{(*randomValues).twister, (*randomValues).width}, nil},
	"weak.ref":              {weakFor, []func(*randomValues) Value{(*randomValues).referred}, weakGeneral},
	"sort.keys":             {sortedByInts, []func(*randomValues) Value{(*randomValues).toSort, (*randomValues).keysToSort, (*randomValues).truth}, keysGeneral},
	"sorted":                {sortedOf, []func(*randomValues) Value{(*randomValues).fewToSort}, sortedGeneral},
	"cache.key":             {cacheKeyOf, []func(*randomValues) Value{(*randomValues).item}, nil},
	"dict.setitem":          {dictPut, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member, (*randomValues).item}, nil},
	"str.concat":            {strJoined, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, concatGeneral},
	"str.join":              {strFromParts, []func(*randomValues) Value{(*randomValues).text, (*randomValues).parts}, joinGeneral},
	"less":                  {lessThan, []func(*randomValues) Value{(*randomValues).orderable, (*randomValues).orderable}, compareGeneral(LT)},
	"atmost":                {atMost, []func(*randomValues) Value{(*randomValues).orderable, (*randomValues).orderable}, compareGeneral(LE)},
	"str":                   {textFor, []func(*randomValues) Value{(*randomValues).shown}, shownGeneral},
	"repr":                  {reprOf, []func(*randomValues) Value{(*randomValues).shown}, reprGeneral},
	"remainder":             {leftOf, []func(*randomValues) Value{(*randomValues).formatOrInt, (*randomValues).formattedOrInt}, binaryGeneral(Remainder)},
	"format":                {formatted, []func(*randomValues) Value{(*randomValues).shownOrFloat, (*randomValues).spec}, formatGeneral},
	"floordivide":           {floorOf, []func(*randomValues) Value{(*randomValues).dividend, (*randomValues).divisor}, binaryGeneral(FloorDivide)},
	"gcd":                   {commonDivisor, []func(*randomValues) Value{(*randomValues).dividend, (*randomValues).divisor}, gcdGeneral},
	"hypot":                 {hypotOf, []func(*randomValues) Value{(*randomValues).base, (*randomValues).base}, hypotGeneral},
	"power":                 {powerOf, []func(*randomValues) Value{(*randomValues).base, (*randomValues).exponent}, binaryGeneral(Power)},
	"divmod":                {divided, []func(*randomValues) Value{(*randomValues).dividend, (*randomValues).divisor}, divmodGeneral},
	"set.isdisjoint":        {setsApart, []func(*randomValues) Value{(*randomValues).aSet, (*randomValues).aSet}, methodHolds("isdisjoint")},
	"bytes.is":              {bytesAre, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).charKinds, (*randomValues).charKinds}, byteKindsGeneral},
	"str.concat3":           {threeJoined, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text, (*randomValues).text}, joinedGeneral},
	"str.lstrip":            {strTrimLeft, []func(*randomValues) Value{(*randomValues).spaced}, strGeneral("lstrip")},
	"str.rstrip":            {strTrimRight, []func(*randomValues) Value{(*randomValues).spaced}, strGeneral("rstrip")},
	"str.split":             {strSplit, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator}, strGeneral("split")},
	"str.words":             {strWordsOf, []func(*randomValues) Value{(*randomValues).spaced}, strGeneral("split")},
	"str.index":             {strIndexIn, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, numberGeneral("index")},
	"str.count":             {strCount, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, numberGeneral("count")},
	"bytes.count":           {bytesCount, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText}, numberGeneral("count")},
	"bytes.endswith":        {bytesEnd, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText}, methodHolds("endswith")},
	"bytes.find":            {bytesFind, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText}, numberGeneral("find")},
	"bytes.join":            {bytesFromParts, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesParts}, strGeneral("join")},
	"bytes.lower":           {bytesLower, []func(*randomValues) Value{(*randomValues).bytesText}, strGeneral("lower")},
	"bytes.startswith":      {bytesStart, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText}, methodHolds("startswith")},
	"bytes.strip":           {bytesTrim, []func(*randomValues) Value{(*randomValues).bytesText}, strGeneral("strip")},
	"bytes.upper":           {bytesUpper, []func(*randomValues) Value{(*randomValues).bytesText}, strGeneral("upper")},
	"deque.append":          {dequeAppend, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).item}, nil},
	"deque.appendleft":      {dequeAppendLeft, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).item}, nil},
	"deque.pop":             {dequePop, []func(*randomValues) Value{(*randomValues).ring}, nil},
	"deque.popleft":         {dequePopLeft, []func(*randomValues) Value{(*randomValues).ring}, nil},
	"deque.clear":           {dequeEmptied, []func(*randomValues) Value{(*randomValues).ring}, nil}, // TestRings
	"deque.copy":            {dequeCopied, []func(*randomValues) Value{(*randomValues).ring}, nil},
	"deque.count":           {dequeHowMany, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).member}, ringGeneral("count")},
	"deque.extend":          {dequeExtended, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).sliced}, nil},
	"deque.index":           {dequeWhere, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).member}, ringGeneral("index")},
	"deque.insert":          {dequeInserted, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).turns, (*randomValues).item}, nil},
	"deque.remove":          {dequeRemoved, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).member}, nil},
	"deque.reverse":         {dequeTurned, []func(*randomValues) Value{(*randomValues).ring}, nil},
	"deque.rotate":          {dequeRotated, []func(*randomValues) Value{(*randomValues).ring, (*randomValues).turns}, nil},
	"future.awaited":        {futureAwaited, []func(*randomValues) Value{(*randomValues).future, (*randomValues).future}, nil}, // interp's snippet futures_once
	"future.unawaited":      {futureUnawaited, []func(*randomValues) Value{(*randomValues).future, (*randomValues).future}, nil},
	"future.cancelled":      {futureCancelled, []func(*randomValues) Value{(*randomValues).future}, nil},
	"future.done":           {futureDone, []func(*randomValues) Value{(*randomValues).future}, nil},
	"future.exception":      {futureException, []func(*randomValues) Value{(*randomValues).future}, nil},
	"future.result":         {futureResult, []func(*randomValues) Value{(*randomValues).future}, nil},
	"future.set_result":     {futureSetResult, []func(*randomValues) Value{(*randomValues).future, (*randomValues).item}, nil},
	"len":                   {lengthOf, []func(*randomValues) Value{(*randomValues).measured}, lengthGeneral},
	"dict.new":              {newDictOf, nil, nil},
	"dict.add":              {dictAdd, []func(*randomValues) Value{(*randomValues).kept, (*randomValues).member, (*randomValues).item}, nil},
	"dict.pop":              {dictTake, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member}, nil},
	"dict.popor":            {dictTakeOr, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).member, (*randomValues).item}, nil},
	"dict.keys":             {keysOf, []func(*randomValues) Value{(*randomValues).any}, nil},
	"dict.values":           {valuesOf, []func(*randomValues) Value{(*randomValues).any}, nil},
	"dict.items":            {itemsOf, []func(*randomValues) Value{(*randomValues).any}, nil},
	"dict":                  {dictOf, []func(*randomValues) Value{(*randomValues).dict}, dictGeneralOf},
	"dict.copy":             {dictCopied, []func(*randomValues) Value{(*randomValues).dict}, copyGeneral},
	"dict.update":           {dictUpdated, []func(*randomValues) Value{(*randomValues).dict, (*randomValues).dict}, nil},
	"dict.clear":            {dictEmptied, []func(*randomValues) Value{(*randomValues).kept}, nil},
	"ordered.move":          {orderedToEnd, []func(*randomValues) Value{(*randomValues).orderedDict, (*randomValues).member, (*randomValues).toEnd}, nil}, // interp's snippet ordered_dicts
	"ordered.pop":           {orderedTake, []func(*randomValues) Value{(*randomValues).orderedDict, (*randomValues).member}, nil},
	"ordered.popor":         {orderedTakeOr, []func(*randomValues) Value{(*randomValues).orderedDict, (*randomValues).member, (*randomValues).item}, nil},
	"ordered.popitem":       {orderedTakeItem, []func(*randomValues) Value{(*randomValues).orderedDict, (*randomValues).toEnd}, nil},
	"dict.popitem":          {dictTakeLast, []func(*randomValues) Value{(*randomValues).kept}, nil},
	"set.pop":               {setTakeAny, []func(*randomValues) Value{(*randomValues).any}, nil},
	"set.clear":             {setEmptied, []func(*randomValues) Value{(*randomValues).any}, nil},
	"str.rfind":             {strFindLast, []func(*randomValues) Value{(*randomValues).text, (*randomValues).text}, numberGeneral("rfind")},
	"bytes.rfind":           {bytesFindLast, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesText}, numberGeneral("rfind")},
	"str.partition":         {strPartition, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator}, strGeneral("partition")},
	"str.rpartition":        {strPartitionLast, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator}, strGeneral("rpartition")},
	"bytes.partition":       {bytesPartition, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesPart}, strGeneral("partition")},
	"bytes.split":           {bytesSplit, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesPart}, strGeneral("split")},
	"str.replace":           {strReplaced, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).separator, (*randomValues).text}, strGeneral("replace")},
	"bytes.replace":         {bytesReplaced, []func(*randomValues) Value{(*randomValues).bytesText, (*randomValues).bytesPart, (*randomValues).bytesPart}, strGeneral("replace")},
	"str.strip.of":          {strTrimOf, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).trimmed}, strGeneral("strip")},
	"str.lstrip.of":         {strTrimLeftOf, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).trimmed}, strGeneral("lstrip")},
	"str.rstrip.of":         {strTrimRightOf, []func(*randomValues) Value{(*randomValues).spaced, (*randomValues).trimmed}, strGeneral("rstrip")},
	"str.is":                {strIs, []func(*randomValues) Value{(*randomValues).cased, (*randomValues).charKinds, (*randomValues).charKinds}, kindsGeneral},
	"tuple.count":           {tupleHowMany, []func(*randomValues) Value{(*randomValues).tuple, (*randomValues).member}, numberGeneral("count")},
	"tuple.index":           {tupleWhere, []func(*randomValues) Value{(*randomValues).tuple, (*randomValues).member}, numberGeneral("index")},
	"delitem":               {dropItem, []func(*randomValues) Value{(*randomValues).kept, (*randomValues).key}, nil},
	"list.clear":            {listEmptied, []func(*randomValues) Value{(*randomValues).any}, nil},
	"list.new":              {newListOf, []func(*randomValues) Value{(*randomValues).gathered}, gatherGeneral},
	"set.copy":              {setCopied, []func(*randomValues) Value{(*randomValues).collected}, setGeneral},
	"frozenset":             {frozenOf, []func(*randomValues) Value{(*randomValues).collected}, frozenGeneral},
	"hash":                  {hashOf, []func(*randomValues) Value{(*randomValues).comparable}, hashGeneral},
	"round":                 {rounded, []func(*randomValues) Value{(*randomValues).number}, classGeneral("round")},
	"float":                 {asFloat, []func(*randomValues) Value{(*randomValues).numeral}, classGeneral("float")},
	"int":                   {asInt, []func(*randomValues) Value{(*randomValues).numeral}, classGeneral("int")},
	"enumerate":             {enumerateOf, []func(*randomValues) Value{(*randomValues).source, (*randomValues).count}, nil},
	"min.of":                {least, []func(*randomValues) Value{(*randomValues).ordered}, extremeGeneral(LT)},
	"max.of":                {most, []func(*randomValues) Value{(*randomValues).ordered}, extremeGeneral(GT)},
	"sum":                   {total, []func(*randomValues) Value{(*randomValues).numbers}, sumGeneral},
	"map":                   {mapOf, []func(*randomValues) Value{(*randomValues).item, (*randomValues).source}, nil},
	"filter":                {filterOf, []func(*randomValues) Value{(*randomValues).item, (*randomValues).source}, nil},
	"zip":                   {zipOf, []func(*randomValues) Value{(*randomValues).source, (*randomValues).source}, nil},
	"reversed":              {reversedOf, []func(*randomValues) Value{(*randomValues).backwards}, nil},
	"str.lower":             {strLower, []func(*randomValues) Value{(*randomValues).cased}, caseGeneral(mapLower)},
	"str.upper":             {strUpper, []func(*randomValues) Value{(*randomValues).cased}, caseGeneral(mapUpper)},
	"str.strip":             {strTrim, []func(*randomValues) Value{(*randomValues).spaced}, stripGeneral},
	"set.add":               {setPut, []func(*randomValues) Value{(*randomValues).set, (*randomValues).item}, nil},
	"set.discard":           {setDrop, []func(*randomValues) Value{(*randomValues).set, (*randomValues).member}, nil},
	"set.remove":            {setTake, []func(*randomValues) Value{(*randomValues).set, (*randomValues).member}, nil},
	"set.new":               {newSetOf, nil, nil},
	"list.append":           {listPush, []func(*randomValues) Value{(*randomValues).list, (*randomValues).item}, nil},
	"list.count":            {listHowMany, []func(*randomValues) Value{(*randomValues).list, (*randomValues).member}, nil},
	"list.extend":           {listPushAll, []func(*randomValues) Value{(*randomValues).list, (*randomValues).short}, nil},
	"list.index":            {listWhere, []func(*randomValues) Value{(*randomValues).list, (*randomValues).member}, nil},
	"list.insert":           {listPutAt, []func(*randomValues) Value{(*randomValues).grown, (*randomValues).bound, (*randomValues).item}, nil},
	"list.popat":            {listTakeAt, []func(*randomValues) Value{(*randomValues).list, (*randomValues).bound}, nil},
	"list.remove":           {listDrop, []func(*randomValues) Value{(*randomValues).list, (*randomValues).member}, nil},
	"list.reverse":          {listTurn, []func(*randomValues) Value{(*randomValues).any}, nil},
	"next.ahead":            {nextAhead, []func(*randomValues) Value{(*randomValues).steppingOrNot}, nil},
	"next":                  {nextOf, []func(*randomValues) Value{(*randomValues).iterator}, nil},
	"add":                   {addTo, []func(*randomValues) Value{(*randomValues).added, (*randomValues).alike}, binaryGeneral(Add)},
	"add.inplace":           {addIn, []func(*randomValues) Value{(*randomValues).added, (*randomValues).alike}, nil},
	"subtract":              {lessBy, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, binaryGeneral(Subtract)},
	"multiply":              {timesOf, []func(*randomValues) Value{(*randomValues).repeated, (*randomValues).long}, binaryGeneral(Multiply)},
	"multiply.inplace":      {timesIn, []func(*randomValues) Value{(*randomValues).repeated, (*randomValues).long}, timesInGeneral},
	"int.add":               {sumOfInts, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(Add)},
	"int.subtract":          {differenceOfInts, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(Subtract)},
	"int.multiply":          {productOfInts, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(Multiply)},
	"isqrt":                 {rootOf, []func(*randomValues) Value{(*randomValues).base}, rootGeneral},
	"prod":                  {product, []func(*randomValues) Value{(*randomValues).numbers}, productGeneral},
	"int.base":              {intByBase, []func(*randomValues) Value{(*randomValues).digits, (*randomValues).count}, baseGeneral},
	"int.negative":          {negatedInt, []func(*randomValues) Value{(*randomValues).long}, unaryGeneral(Negative)},
	"int.and":               {bothLong, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(And)},
	"int.or":                {eitherLong, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(Or)},
	"int.xor":               {otherLong, []func(*randomValues) Value{(*randomValues).long, (*randomValues).long}, binaryGeneral(Xor)},
	"int.shiftleft":         {longUp, []func(*randomValues) Value{(*randomValues).long, (*randomValues).shift}, shiftGeneral(Lshift)},
	"int.shiftright":        {longDown, []func(*randomValues) Value{(*randomValues).long, (*randomValues).shift}, shiftGeneral(Rshift)},
	"negative":              {negated, []func(*randomValues) Value{(*randomValues).longOrStr}, unaryGeneral(Negative)},
	"divide":                {dividedBy, []func(*randomValues) Value{(*randomValues).number, (*randomValues).number}, binaryGeneral(TrueDivide)},
	"and":                   {bothBits, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, binaryGeneral(And)},
	"or":                    {eitherBits, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, binaryGeneral(Or)},
	"xor":                   {otherBits, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, binaryGeneral(Xor)},
	"and.inplace":           {bothIn, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, nil}, // TestSetsInPlace
	"or.inplace":            {eitherIn, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, nil},
	"subtract.inplace":      {lessIn, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, nil},
	"xor.inplace":           {otherIn, []func(*randomValues) Value{(*randomValues).longOrSet, (*randomValues).likeLast}, nil},
	"shiftleft":             {shiftedUp, []func(*randomValues) Value{(*randomValues).long, (*randomValues).count}, binaryGeneral(Lshift)},
	"shiftright":            {shiftedDown, []func(*randomValues) Value{(*randomValues).long, (*randomValues).count}, binaryGeneral(Rshift)},
	"invert":                {inverted, []func(*randomValues) Value{(*randomValues).long}, invertGeneral},
	"int.box":               {boxed, []func(*randomValues) Value{(*randomValues).word}, boxGeneral},
	"int.unbox":             {unboxed, []func(*randomValues) Value{(*randomValues).longOrStr}, unboxGeneral},
	"iter":                  {iterOf, []func(*randomValues) Value{(*randomValues).source}, iterGeneral},
	"range":                 {newRangeOf, []func(*randomValues) Value{(*randomValues).count, (*randomValues).count, (*randomValues).step}, rangeGeneral},
	"list.totuple":          {tupleOf, []func(*randomValues) Value{(*randomValues).gathered}, nil},
	"method.besides":        {methodBesides, []func(*randomValues) Value{(*randomValues).dicted, (*randomValues).attr}, methodGeneral},
	"method.super":          {methodBehind, []func(*randomValues) Value{(*randomValues).classOfDict, (*randomValues).derivedDict, (*randomValues).inherited}, superGeneral},
	"tuple.new":             {newTupleBy, []func(*randomValues) Value{(*randomValues).tupleMaker, (*randomValues).tuple}, tupleMakeGeneral},
	"class.make":            {newByCall, []func(*randomValues) Value{(*randomValues).maker, (*randomValues).metaclass}, makeGeneral},
	"class.empty":           {newByName, []func(*randomValues) Value{(*randomValues).maker, (*randomValues).metaclass}, makeGeneral},
	"call.bind":             {bindCall, []func(*randomValues) Value{(*randomValues).parameters, (*randomValues).begun, (*randomValues).argumentsAt, (*randomValues).argumentNames}, nil}, // interp's snippet calls_bound
	"attr.ornot":            {attrOrNot, []func(*randomValues) Value{(*randomValues).owner, (*randomValues).askedName}, attrOrNotGeneral},
	"attr.put":              {attrPut, []func(*randomValues) Value{(*randomValues).owner, (*randomValues).askedName, (*randomValues).item}, nil},
	"attr.besides":          {attrBesides, []func(*randomValues) Value{(*randomValues).owner, (*randomValues).askedName}, attrGeneral},
	"isinstance":            {instanceOf, []func(*randomValues) Value{(*randomValues).instance, (*randomValues).classes}, instanceGeneral},
	"issubclass":            {subclassOf, []func(*randomValues) Value{(*randomValues).class, (*randomValues).class}, subclassGeneral},
	"index":                 {indexItself, []func(*randomValues) Value{(*randomValues).thing}, nil},
	"ord":                   {codePoint, []func(*randomValues) Value{(*randomValues).character}, nil},
	"chr":                   {character, []func(*randomValues) Value{(*randomValues).number}, nil},
	"min":                   {lesser, []func(*randomValues) Value{(*randomValues).longOrStr, (*randomValues).longOrStr}, betterGeneral(LT)},
	"max":                   {greater, []func(*randomValues) Value{(*randomValues).longOrStr, (*randomValues).longOrStr}, betterGeneral(GT)},
	"abs":                   {distance, []func(*randomValues) Value{(*randomValues).longOrStr}, unaryGeneral(Absolute)},
	"int.bit_length":        {bitCount, []func(*randomValues) Value{(*randomValues).long}, bitsGeneral},
	"truth":                 {isTrue, []func(*randomValues) Value{(*randomValues).thing}, truthGeneral},
	"getitem":               {itemOf, []func(*randomValues) Value{(*randomValues).indexed, (*randomValues).key}, itemGeneral},
	"setitem":               {putItem, []func(*randomValues) Value{(*randomValues).indexed, (*randomValues).key, (*randomValues).item}, nil},
	"contains":              {has, []func(*randomValues) Value{(*randomValues).any, (*randomValues).item}, hasGeneral},
	"contains.brief":        {hasBriefly, []func(*randomValues) Value{(*randomValues).any, (*randomValues).item}, hasGeneral},
}

// givesNothingUp are those that do everything but what a window has no room for.
var givesNothingUp = map[string]bool{"cache.key": true, "cache.use": true}

// inGeneral is x in c by comparing each element.
func inGeneral(h *Heap, args []Value) (uint64, error) {
	items := []Value(nil)
	switch c := args[0]; {
	case h.isAnySet(c):
		for _, e := range h.setEntries(c) {
			if e.key != Null {
				items = append(items, e.key)
			}
		}
	default:
		items = h.sequenceItems(c)
	}
	for _, e := range items {
		if same, err := h.Same(e, args[1]); err != nil || same {
			return 1, err
		}
	}
	return 0, nil
}

// equalGeneral is a == b.
func equalGeneral(h *Heap, args []Value) (uint64, error) {
	return compareGeneral(EQ)(h, args)
}

// entryIndex is the number of a key's entry in a dict, negative if it has none.
func entryIndex(h *Heap, d, key Value) (int, error) {
	hash, err := h.dictKeyHash(key)
	if err != nil {
		return -1, err
	}
	return h.dictFind(d, key, hash)
}

// entryGeneral is where the entry of a key is.
func entryGeneral(h *Heap, args []Value) (uint64, error) {
	i, err := entryIndex(h, args[0], args[1])
	if i < 0 {
		return uint64(nothing), err
	}
	return uint64(h.Field(args[0], OffDictEntries)) + DictEntrySize*uint64(i), nil
}

// valueGeneral is what a dict has for a key.
func valueGeneral(h *Heap, args []Value) (uint64, error) {
	i, err := entryIndex(h, args[0], args[1])
	if i < 0 {
		return uint64(nothing), err
	}
	return uint64(h.DictEntryValue(args[0], i)), nil
}

func lacksGeneral(h *Heap, args []Value) (uint64, error) {
	x, err := valueGeneral(h, args)
	if err != nil || x != uint64(nothing) {
		return 0, err
	}
	return 1, nil
}

func concatGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.NewStr(h.GoString(args[0]) + h.GoString(args[1]))), nil
}

func joinGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := strJoin(h, args[0], args[1:])
	return uint64(v), err
}

func compareGeneral(op CompareOp) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		v, err := h.CompareAfter(op, AttemptNone, args[0], args[1])
		if v == True {
			return 1, err
		}
		return 0, err
	}
}

// timesInGeneral is a *= b, which changes no list.
func timesInGeneral(h *Heap, args []Value) (uint64, error) {
	if h.Is(args[0], ListType) {
		return 0, errors.New("a list was not given up")
	}
	return binaryGeneral(Multiply)(h, args)
}

func caseGeneral(c caseMap) func(h *Heap, args []Value) (uint64, error) {
	return func(h *Heap, args []Value) (uint64, error) {
		v, err := mapMethod(c)(h, args[0], nil)
		return uint64(v), err
	}
}

func stripGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := stripMethod("strip", true, true)(h, args[0], nil)
	return uint64(v), err
}

// equalResults reports whether two words are the same, or strs of the same text, or such objects of one type as are
// made anew and equal.
func equalResults(h *Heap, a, b uint64) bool {
	x, y := Value(a), Value(b)
	if a == b || h.Is(x, StrType) && h.Is(y, StrType) && h.GoString(x) == h.GoString(y) {
		return true
	}
	if h.Is(x, RangeType) && h.Is(y, RangeType) {
		return slices.Equal(h.Values(x, OffRangeStart, 4), h.Values(y, OffRangeStart, 4))
	}
	if t := h.TypeOf(x); t.made && t.layout == ObjectType && h.TypeOf(y) == t {
		n := int(h.SizeOf(t)-8) / 8
		return slices.Equal(h.Values(x, 8, n), h.Values(y, 8, n))
	} else if t.made && t.layout == TupleType && h.TypeOf(y) == t {
		n := h.TupleLen(x) + int(t.end)/8
		return h.TupleLen(x) == h.TupleLen(y) && slices.Equal(h.Values(x, OffTupleItems, n), h.Values(y, OffTupleItems, n))
	}
	n := iteratorFields[h.TypeID(x)]
	if h.TypeOf(x).RingIter {
		n = 4
	}
	if n > 0 && h.TypeID(y) == h.TypeID(x) {
		return slices.Equal(h.Values(x, OffSeqIterSeq, n), h.Values(y, OffSeqIterSeq, n))
	}
	if !x.IsRef() || !y.IsRef() || h.RefType(x) != h.RefType(y) || !slices.Contains([]TypeID{IntType, ListType, TupleType, BytesType, SetType, FrozenSetType, DictType, BoundMethodType, BuiltinType}, h.RefType(x)) {
		return false
	}
	eq, err := h.Compare(EQ, x, y)
	return err == nil && eq == True && (!h.Is(x, IntType) || h.Word(x, OffIntLimbs) == h.Word(y, OffIntLimbs))
}

// iteratorFields are how many fields iterators have.
var iteratorFields = map[TypeID]int{
	ListIterType: 2, TupleIterType: 2, StrIterType: 2, BytesIterType: 2, RangeIterType: 3,
	SetIterType: 4, DictKeyIterType: 4, DictValueIterType: 4, DictItemIterType: 4,
}

// TestRoutinesGenerated: the files are what cmd/opgen makes of this package, and each has its
// line in writtenOnce.
func TestRoutinesGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	list, err := opgen.Load(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(opgen.Check(routineDir, list), opgen.CheckLayout("zz_layout.go", list)); err != nil {
		t.Errorf("%v\ngo generate ./interp/object makes them anew", err)
	}
}

// TestRoutines: Go, the evaluator and machine code do the same for random operands, and what they
// say is what comparing in the general way says.
func TestRoutines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(routineDir, "*.ir"))
	if err != nil || len(files) != len(writtenOnce) {
		t.Fatalf("%d files for %d operations (%v)", len(files), len(writtenOnce), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ir")
		op, ok := writtenOnce[name]
		if !ok {
			t.Errorf("%s has no line in writtenOnce", name)
			continue
		}
		h := newHeap(t, Options{})
		f := parseRoutine(t, file)
		forms := routinetest.New(t, h.MemBase()).Forms(f, op.fn)
		rounds := soak.Of(300, 400, 4000) // the short size is an emulator's
		writes := stores(f)
		r := &randomValues{h: h, rng: rand.New(rand.NewPCG(7, 8))}
		did := map[bool]int{}
		for range rounds {
			var args []Value
			var words []uint64
			r.windows()
			for _, make := range op.operands {
				v := make(r)
				args, words = append(args, v), append(words, uint64(v))
			}
			var room, areas [][]byte
			if writes {
				room, areas = written(h, slices.DeleteFunc(slices.Clone(args), r.isPlace))
				room = append(room, begunAreas(h, args)...)
			}
			got, gaveUp := forms.SameIn(room, areas, words...)
			did[gaveUp]++
			if gaveUp || op.general == nil {
				continue
			}
			if want, err := op.general(h, args); err != nil || !equalResults(h, got, want) {
				t.Fatalf("%s of %#x is %#x, in the general way %#x (%v)", name, words, got, want, err)
			}
		}
		if did[false] < rounds/10 || did[true] < rounds/50 && len(op.operands) > 0 && !givesNothingUp[name] {
			t.Errorf("%s has given up %d times of %d", name, did[true], rounds)
		}
	}
}

func stores(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpStore || v.Op == ir.OpStoreX {
				return true
			}
		}
	}
	return false
}

// written is what an operation may write: the windows, what is cut from them next, and hashes that tuples keep, which it may have
// written before it gives up, and its operands with what they consist of.
func written(h *Heap, args []Value) (room, areas [][]byte) {
	bytesAt := func(v Value, n uintptr) []byte {
		return unsafe.Slice((*byte)(unsafe.Add(nil, uintptr(h.MemBase()+uint64(v)))), n)
	}
	const all = cutKinds * uintptr(heap.KindWindows) / heap.WindowSize
	first := bytesAt(Value(plainWindows), heap.WindowSize*all)
	for _, w := range unsafe.Slice((*[2]Value)(unsafe.Pointer(&first[0])), all) {
		if w[0] != w[1] {
			room = append(room, bytesAt(w[0], min(uintptr(w[1]-w[0]), 4*h.SlotSize(w[0]))))
		}
	}
	room = append(room, first)
	areas = append(areas, bytesAt(h.DictCache(), DictCacheSize*DictCacheEntry))
	seen := map[Value]bool{}
	for work := slices.Clone(args); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if !v.IsRef() || v.Offset() < staticEnd || seen[v] {
			continue
		}
		seen[v] = true
		area := bytesAt(v, h.SlotSize(v))
		if h.TypeOf(v).layout == TupleType { // what a tuple keeps is no change of it
			areas, room = append(areas, area[:OffTupleHash]), append(room, area[OffTupleHash:OffTupleItems])
			area = area[OffTupleItems:]
			work = append(work, h.TupleItems(v)...)
		}
		areas = append(areas, area)
		of := h.TypeOf(v).layout
		if h.types[of].Ordered {
			of = DictType
		}
		for _, off := range consistsOf[of] {
			work = append(work, h.Field(v, off))
		}
		if t := h.TypeOf(v); t.Step != StepNone {
			work = append(work, h.Values(v, 8, int(t.Size-8)/8)...)
		}
		if d := h.dictField(v, h.TypeOf(v)); d != nil {
			work = append(work, *d)
		}
	}
	return room, areas
}

// cutKinds is how many kinds of objects operations make.
const cutKinds = kindBytes + 1

// consistsOf has the fields of objects that operations write to what they refer to.
var consistsOf = map[TypeID][]uintptr{
	ListType: {OffListItems}, ByteArrayType: {offByteArrayItems}, SetType: {offSetTable}, DictType: {OffDictEntries, offDictIndex},
	EnumerateType: {OffEnumIter}, ZipType: {OffMapIters},
}

// TestSlots: routines find the windows and the sizes of slots that the heap says.
func TestSlots(t *testing.T) {
	h := newHeap(t, Options{})
	for size := uint64(1); size <= heap.MaxSmall; size++ {
		window, slot, ok := h.Window(uintptr(size))
		if w, s := windowFor(h.mem(), plainWindows, size); !ok || Value(w) != window || s != uint64(slot) {
			t.Fatalf("%d bytes: window %#x of %d bytes; the heap: %#x of %d bytes", size, uint64(w), s, uint64(window), slot)
		}
	}
}

func parseRoutine(t testing.TB, file string) *ir.Func {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse(file, text, ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
