package replay

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Proof is the result of verifying a record.
type Proof struct {
	True       bool   `json:"true"`
	Why        string `json:"why,omitempty"` // what is wrong
	Game       string `json:"game"`
	Match      string `json:"match"`
	Seats      int    `json:"seats"`
	Commitment string `json:"commitment"`
	Noted      bool   `json:"noted"` // it was compared with a noted commitment
	Entries    int    `json:"entries"`
	Moves      int    `json:"moves"`
	Undone     int    `json:"undone"`   // number of undos
	Reseeded   int    `json:"reseeded"` // number of new seeds, after undos
	Restored   int    `json:"restored"` // number of times the server was restored from a backup
	Closed     bool   `json:"closed"`   // the operator of the server ended the match
	Over       bool   `json:"over"`
	Result     string `json:"result"`

	title string
	names []string
	ended string
}

// Verify replays a record and compares it with its commitment and with the noted one, if any.
func Verify(r *game.Rules, rec *match.Record, noted string) *Proof {
	v := &Proof{Game: rec.Game, Match: rec.Match, Commitment: rec.Commitment, Noted: noted != "", Entries: len(rec.Moves),
		Result: rec.Result, names: rec.Names}
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
		case match.Restored:
			v.Restored++
		case match.Closed:
			v.Closed = true
		}
	}
	v.Over = rec.Result != ""
}

// Write prints what was checked.
func (v *Proof) Write(con *console.Console) {
	con.Printf("%s, match %s, %s\n\n", con.Bold(v.title), words.Tame(v.Match), v.players())
	for _, line := range v.checked() {
		con.Printf("- %s\n", line)
	}
	con.Printf("\n%s\n", con.Good("The record is genuine."))
	if !v.Noted {
		con.Printf("According to the record, the server published this commitment when the match began:\n  %s\nIf you noted it then, compare it, or pass it with --commitment.\n", v.Commitment)
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

// checked lists what was checked.
func (v *Proof) checked() []string {
	lines := []string{"The seed matches the commitment."}
	if v.Noted {
		lines = append(lines, "The commitment is the one you noted.")
	}
	moves := fmt.Sprintf("All %d moves are legal, and the state after each move matches the record.", v.Moves)
	switch {
	case v.Undone > 0:
		moves += fmt.Sprintf(" Moves were undone %s.", times(v.Undone))
	case v.Moves == 0:
		moves = "There are no moves."
	}
	lines = append(lines, moves)
	if v.Reseeded > 0 {
		lines = append(lines, fmt.Sprintf("Chance continued with a new seed %s, each derived from the seed of the match.",
			times(v.Reseeded)))
	}
	if v.Restored > 0 {
		lines = append(lines, fmt.Sprintf("The server was restored from a backup %s. Each time, it chose a fresh seed, which nothing can verify: for the dice and cards after it, you have to trust the server.", times(v.Restored)))
	}
	if v.Closed {
		lines = append(lines, "The operator of the server ended the match.")
	}
	if v.Over {
		return append(lines, "The result follows from the moves: "+v.ended+".")
	}
	return append(lines, "The match is not over.")
}

// times returns "once" or "n times".
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
