package gametest

import (
	"fmt"
	"slices"
	"strings"
)

// law is something that holds for every game, however it is played.
type law struct {
	name  string
	holds func(*checker, *trail) *breach
}

// laws are checked for every game that is played. Three more are checked elsewhere: that games end, while
// they are played; that options can be played and that another process plays the same, once for all games.
var laws = []law{
	{"determinism", sameAgain},
	{"determinism between goroutines", sameTogether},
	{"replay", sameFromRecord},
	{"replay in place", sameInPlace},
	{"undo and redo", sameAfterUndo},
	{"save and load", sameAfterLoad},
	{"changes", sameByChanges},
	{"old states stay", oldStateStays},
	{"what is offered is accepted", offeredIsAccepted},
	{"offers agree with moves", offersAgree},
	{"bad input is refused", badIsRefused},
	{"damaged data is refused", damagedIsRefused},
	{"conservation of elements", conserved},
	{"forks agree with states", forksAgree},
	{"playouts agree with play", playoutsAgree},
	{"search agrees with play", searchAgrees},
	{derivedLaw, derivedHold},
	{"somebody can act", somebodyCanAct},
	{"settled", nothingToSettle},
	{"decided", decidedHolds},
	{"order of arrival", arrivalDoesNotMatter},
	{"what is scheduled", schedulesSurvive},
	{"what is said", linesAreWhole},
	{"lines can be read", linesCanBeRead},
	{"labels", labelsHold},
	{"position keys", keysHold},
	{"views", viewsHold},
	{"moments", momentsHold},
	{"offers on the view", offersOnView},
	{"re-deal", redealHolds},
	{leaksLaw, nothingLeaks},
}

const (
	endLaw     = "games end"
	leaksLaw   = "leaks"
	processLaw = "determinism between processes"
)

// Laws returns the names of all laws, for Config.Laws.
func Laws() (names []string) {
	for _, l := range laws {
		names = append(names, l.name)
	}
	return append(names, endLaw, optionLaw, processLaw)
}

// Secrecy returns the names of the laws about who may know what, for Config.Laws.
func Secrecy() []string { return []string{"views", "offers on the view", "re-deal", "leaks"} }

// includes reports whether Check should check the law.
func (c Config) includes(name string) bool { return c.Laws == nil || slices.Contains(c.Laws, name) }

// unknownLaw returns an error for a law to check that does not exist.
func (c Config) unknownLaw() error {
	for _, name := range c.Laws {
		if !slices.Contains(Laws(), name) {
			return fmt.Errorf("there is no law %q; the laws are %s", name, strings.Join(Laws(), ", "))
		}
	}
	return nil
}
