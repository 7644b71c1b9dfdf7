package botseats

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/game"
)

var rules = &game.Rules{Name: "quartet", Seats: game.Between(2, 4), Roles: []game.Role{{Name: "Red"}, {Name: "Blue"}, {Name: "Green"}, {Name: "White"}}}

// seated parses a command line and returns a letter for each of four seats: b for a bot, p for a person.
func seated(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var line struct{ Bots Seats }
	parser, err := kong.New(&line)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		return "", err
	}
	bots, err := line.Bots.Of(rules, 4)
	var b strings.Builder
	for _, bot := range bots {
		b.WriteByte("pb"[map[bool]int{false: 0, true: 1}[bot]])
	}
	return b.String(), err
}

func TestSeats(t *testing.T) {
	for typed, want := range map[string]string{
		"":                            "pppp",
		"--bots 0":                    "pppp",
		"--bots 1":                    "pppb",
		"--bots 3":                    "pbbb",
		"--bots 4":                    "bbbb",
		"--bots=2":                    "ppbb",
		"--bots seat=2":               "pbpp",
		"--bots=seat=1":               "bppp",
		"--bots seats=2,3":            "pbbp",
		"--bots seats=1,blue":         "bbpp",
		"--bots Red":                  "bppp",
		"--bots Red,white":            "bppb",
		"--bots Red --bots seat=3":    "bpbp",
		"--bots all":                  "bbbb",
		"--bots none":                 "pppp",
		"--bots all-but 2":            "bpbb",
		"--bots all-but-2":            "bpbb",
		"--bots all-but seats=1,4":    "pbbp",
		"--bots all-but=Blue,Green":   "bppb",
		"--bots all-but Green,seat=2": "error: there is no player \"seat=2\"",
		"--bots 5":                    "error: --bots 5: this match has only 4 seats",
		"--bots 2,3":                  "error: to choose seats by number, write --bots seats=2,3",
		"--bots Red,2":                "error: to choose seats by number, write --bots seats=Red,2",
		"--bots 1e3":                  "error: 1e3 is not a number of bots",
		"--bots seat=5":               "error: there is no player 5",
		"--bots seat=0":               "error: there is no player 0",
		"--bots Pink":                 "error: there is no player \"Pink\"",
	} {
		got, err := seated(t, strings.Fields(typed)...)
		if fault, refused := strings.CutPrefix(want, "error: "); refused {
			if err == nil || !strings.Contains(err.Error(), fault) {
				t.Errorf("%s: %s, %v, want the error %q", typed, got, err, fault)
			}
		} else if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", typed, got, err, want)
		}
	}
}

// With fewer seats than the game allows, the message names the flag that adds some.
func TestSeatsTooMany(t *testing.T) {
	_, err := (&Seats{count: 3}).Of(rules, 2)
	if want := "--bots 3: this match has only 2 seats; --seats sets how many play"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if bots, err := (&Seats{count: 1}).Of(rules, 2); err != nil || !slices.Equal(bots, []bool{false, true}) {
		t.Errorf("%v, %v, want the last seat", bots, err)
	}
}
