package match

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Record returns the whole match in the form that ply replay reads, including moves that were undone with [Match.Undo].
// It contains the seed, so do not publish it before the match is over.
func (m *Match) Record() *Record {
	result, start, from := "", m.start, 0
	if m.Over() {
		result = m.Outcome().String()
	}
	for n := len(m.log); n > 0; n-- {
		if m.log[n-1].rig != nil { // a record cannot reproduce rigged chance
			if s, err := m.At(n); err == nil {
				start, from = string(s.Save()), n
			}
			break
		}
	}
	rec := RecordOf(m.setup, m.log[from:], result)
	rec.Start = start
	named := m.setup.ID != ""
	for x, p := range m.players {
		rec.Names[x], named = p.Name, named || p.Name != ""
	}
	if !named {
		rec.Names = nil
	}
	return rec
}

// RecordOf is [Match.Record] for a match that cannot be opened because its rules are missing.
func RecordOf(setup Setup, log []Entry, result string) *Record {
	seed, _ := setup.seed()
	rec := &Record{
		Game: setup.Game, Version: setup.Version, Digest: setup.Digest, Match: setup.ID,
		Options: setup.Options, Seats: setup.Seats, Seed: seed, Names: make([]string, setup.Seats), Result: result,
	}
	if setup.ID != "" {
		rec.Commitment = setup.Commitment()
	}
	at := make([]int, len(log)+1) // by entry, the number of record entries so far
	for i, e := range log {
		switch e.Kind {
		case Moved, Reseeded, Restored, Closed:
			rec.Moves = append(rec.Moves, Entry{Kind: e.Kind, Seat: e.Seat, Move: e.Move, Seed: e.Seed, Hash: e.Hash})
		case Undone:
			rec.Moves = append(rec.Moves, Entry{Kind: Undone, Seat: game.Nobody, Back: at[e.Back], Hash: e.Hash})
		case Resigned:
			if e.Ends {
				rec.Moves = append(rec.Moves, Entry{Kind: Resigned, Seat: e.Seat, Ends: true, Hash: e.Hash})
			}
		case Seated:
			if rec.Names[e.Seat] = e.Player.Name; e.Player.Reserved != "" {
				rec.Names[e.Seat] = "" // players who never joined have not played
			}
		case Updated:
			rec.Version, rec.Digest = e.Version, e.Digest
		}
		at[i+1] = len(rec.Moves)
	}
	return rec
}

// Verify checks the record of a match: the seed against the commitment, every new seed, every hash, and the result. If
// noted is not "", it must equal the commitment.
func Verify(r *game.Rules, rec *Record, noted string) error {
	setup := Setup{ID: rec.Match, Seed: SeedText(rec.Seed)}
	switch {
	case rec.Match == "" || rec.Commitment == "":
		return fmt.Errorf("it is not the record of a match: it has no ID and no commitment")
	case rec.Commitment != setup.Commitment():
		return fmt.Errorf("the seed does not match the commitment %s", rec.Commitment)
	case noted != "" && noted != rec.Commitment:
		return fmt.Errorf("the commitment is %s, but you noted %s", rec.Commitment, noted)
	}
	reseeds := 0
	for i, e := range rec.Moves {
		if e.Kind != Reseeded {
			continue
		}
		if reseeds++; e.Seed != SeedText(setup.reseed(reseeds)) {
			return fmt.Errorf("entry %d: the new seed is not derived from the seed of the match", i+1)
		}
	}
	_, err := Replay(r, rec, -1)
	return err
}
