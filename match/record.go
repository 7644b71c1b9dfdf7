package match

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
)

// Record returns the whole match in the form that ply replay reads: all moves, also those that were
// taken back. It has the seed, so it is for the time when the match is over.
func (m *Match) Record() *game.Record {
	result := ""
	if m.Over() {
		result = m.Outcome().String()
	}
	return RecordOf(m.setup, m.log, result)
}

// RecordOf is [Match.Record] for a match that cannot be opened because its rules are not there.
func RecordOf(setup Setup, log []Entry, result string) *game.Record {
	seed, _ := setup.seed()
	rec := &game.Record{
		Game: setup.Game, Version: setup.Version, Digest: setup.Digest, Match: setup.ID, Commitment: setup.Commitment(),
		Options: setup.Options, Seats: setup.Seats, Seed: seed, Names: make([]string, setup.Seats), Result: result,
	}
	at := make([]int, len(log)+1) // by entry, how many of the record there are then
	for i, e := range log {
		text, seat := "", game.Nobody
		switch e.Kind {
		case Moved:
			text, seat = e.Move, e.Seat
		case Undone:
			text = fmt.Sprintf("undo %d", at[e.Back])
		case Reseeded:
			text = "reseed " + e.Seed
		case Resigned:
			if e.Ends {
				text = fmt.Sprintf("resign %d", e.Seat)
			}
		case Seated:
			rec.Names[e.Seat] = e.Player.Name
		case Updated:
			rec.Version, rec.Digest = e.Version, e.Digest
		}
		if text != "" {
			rec.Moves = append(rec.Moves, game.Entry{Seat: seat, Text: text, Hash: e.Hash})
		}
		at[i+1] = len(rec.Moves)
	}
	return rec
}

// Verify checks the record of a match: that the seed is the one that was committed to, that chance has
// gone on only as the seed says, every hash, and the result. If a player has noted the commitment
// when the match began, it is compared, too.
func Verify(r *game.Rules, rec *game.Record, noted string) error {
	setup := Setup{ID: rec.Match, Seed: SeedText(rec.Seed)}
	switch {
	case rec.Match == "" || rec.Commitment == "":
		return fmt.Errorf("it is not the record of a match: it has no id and no commitment")
	case rec.Commitment != setup.Commitment():
		return fmt.Errorf("the seed does not fit the commitment %s", rec.Commitment)
	case noted != "" && noted != rec.Commitment:
		return fmt.Errorf("the commitment is %s, and %s was noted", rec.Commitment, noted)
	}
	reseeds := 0
	for i, e := range rec.Moves {
		if seed, is := strings.CutPrefix(e.Text, "reseed "); is && e.Seat == game.Nobody {
			if reseeds++; seed != SeedText(setup.reseed(reseeds)) {
				return fmt.Errorf("entry %d: chance goes on otherwise than the seed says", i+1)
			}
		}
	}
	_, err := game.Replay(r, rec, -1)
	return err
}
