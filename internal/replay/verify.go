package replay

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Proof is whether the record of a match is true.
type Proof struct {
	True       bool   `json:"true"`
	Why        string `json:"why,omitempty"` // what is not as it should be
	Game       string `json:"game"`
	Match      string `json:"match"`
	Seats      int    `json:"seats"`
	Commitment string `json:"commitment"`
	Noted      bool   `json:"noted"` // it was compared with what was noted when the match began
	Entries    int    `json:"entries"`
	Moves      int    `json:"moves"`
	Undone     int    `json:"undone"`   // how often moves were taken back
	Reseeded   int    `json:"reseeded"` // how often chance went on with other numbers, after an undo
	Over       bool   `json:"over"`
	Result     string `json:"result"`

	title string
	names []string
	ended string
}

// Verify plays a record again and compares it with its commitment, and with the one that was noted if there is one.
func Verify(r *game.Rules, rec *match.Record, noted string) *Proof {
	v := &Proof{Game: rec.Game, Match: rec.Match, Commitment: rec.Commitment, Noted: noted != "", Entries: len(rec.Moves), Result: rec.Result, names: rec.Names}
	v.title, v.Seats = words.Title(r), rec.Seats
	if err := match.Verify(r, rec, noted); err != nil {
		v.Why = err.Error()
	}
	v.True = v.Why == ""
	if m, err := match.Replay(r, rec, -1); v.True && err == nil {
		v.ended = ended(m)
	}
	v.count(rec)
	return v
}

func (v *Proof) count(rec *match.Record) {
	for _, e := range rec.Moves {
		switch e.Kind {
		case match.Moved:
			v.Moves++
		case match.Undone:
			v.Undone++
		case match.Reseeded:
			v.Reseeded++
		}
	}
	v.Over = rec.Result != ""
}

// Write says what was checked, and that it holds.
func (v *Proof) Write(con *console.Console) {
	con.Printf("%s, match %s, %s\n\n", con.Bold(v.title), words.Tame(v.Match), v.players())
	for _, line := range v.checked() {
		con.Printf("- %s\n", line)
	}
	con.Printf("\n%s\n", con.Good("The record is true."))
	if !v.Noted {
		con.Printf("It says itself that this is what was published of the seed when the match began:\n  %s\nIf you noted it then, compare, or say it by --commitment.\n", v.Commitment)
	}
}

func (v *Proof) players() string {
	var named []string
	for _, name := range v.names {
		if name != "" {
			named = append(named, words.Tame(name))
		}
	}
	if len(named) == 0 {
		return words.Plural(v.Seats, "player")
	}
	return strings.Join(named, ", ")
}

// checked says in words what holds.
func (v *Proof) checked() []string {
	lines := []string{"The seed is the one that the commitment was made of."}
	if v.Noted {
		lines = append(lines, "The commitment is the one that you noted.")
	}
	moves := fmt.Sprintf("All %d moves are legal, and the state after each is the one that was recorded.", v.Moves)
	switch {
	case v.Undone > 0:
		moves += fmt.Sprintf(" Moves were taken back %s.", often(v.Undone))
	case v.Moves == 0:
		moves = "Nothing was played."
	}
	lines = append(lines, moves)
	if v.Reseeded > 0 {
		lines = append(lines, fmt.Sprintf("Chance went on with other numbers %s, those that the seed says.", often(v.Reseeded)))
	}
	if v.Over {
		return append(lines, "The result follows from the moves: "+v.ended+".")
	}
	return append(lines, "The match is not over.")
}

// often counts.
func often(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
