package gametest

// law is something that holds for every game, however it is played.
type law struct {
	name  string
	holds func(*checker, *trail) *breach
}

// laws are asked of every game that is played. Two more are asked elsewhere: that games
// end, while they are played, and that another process plays them alike, once for all.
var laws = []law{
	{"determinism", sameAgain},
	{"determinism between goroutines", sameTogether},
	{"replay", sameFromRecord},
	{"replay in place", sameInPlace},
	{"undo and redo", sameAfterUndo},
	{"save and load", sameAfterLoad},
	{"changes", sameByChanges},
	{"old states stay", oldStays},
	{"what is offered is accepted", offeredIsAccepted},
	{"offers agree with moves", offersAgree},
	{"bad input is refused", badIsRefused},
	{"damaged data is refused", damagedIsRefused},
	{"conservation of elements", conserved},
	{"forks agree with states", forksAgree},
}

const (
	endLaw     = "games end"
	processLaw = "determinism between processes"
)
