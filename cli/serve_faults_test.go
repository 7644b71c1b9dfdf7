package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/odd"
)

// A server does not start with games that ply check would reject without playing, and lists all faults of all games.
func TestServeRefusesFaultyGames(t *testing.T) {
	gold, man := game.NewPart[int]("gold"), &game.Kind{Name: "man", Look: game.Look{Shape: "dsik"}}
	poor := &game.Rules{Name: "poor", Seats: game.Exactly(2), Kinds: []*game.Kind{man},
		Roles:   []game.Role{{Name: "Red", Color: "rad"}},
		Setup:   func(t *game.Tx) { gold.Set(t, game.Root, 1) },
		Actions: []*game.Action{{Name: "go", Do: func(*game.Tx) {}}},
	}
	all := []*game.Rules{poor, odd.Dicey(), odd.Games()[0]}
	want := `ply: the rules of poor have faults:
  Roles has 1 role for 2 seats: name all of them, or none
  role "Red": Color "rad" is unknown (did you mean "red"?); use the name of a CSS colour, or #rrggbb
  kind "man": Look.Shape "dsik" is unknown; use card, disc, square, stick, corner
  part "gold" is not declared: add it to Rules.Parts of poor (used in Setup of the rules, serve_faults_test.go:#)
the rules of undeclared have faults:
  kind "bad name": a name consists of letters, digits, - and _, and begins with a letter
  action "act": it does nothing: give it a Do, or set Pass
`
	var out, errs bytes.Buffer
	nowhere := t.TempDir() + "/none/matches.db" // a server would not start there either, but with other words
	args := []string{"serve", "--data", nowhere, "--address", "127.0.0.1:0"}
	code := run(args, all, &console.Console{Out: &out, Err: &errs})
	got := regexp.MustCompile(`go:\d+`).ReplaceAllString(errs.String(), "go:#")
	if _, got, _ = strings.Cut(got, ": "); code != failed || "ply: "+got != want || out.Len() > 0 {
		t.Errorf("exit code %d, output %q and\n%s\nwant\n%s", code, out.String(), errs.String(), want)
	}
}
