package lab

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Trial checks random games with one number of seats.
type Trial struct {
	Seats      int    `json:"seats"`
	Games      int    `json:"games"`
	Wanted     int    `json:"wanted"` // fewer are played if time runs out
	Moves      int    `json:"moves"`
	Saves      int    `json:"saves"` // states that were saved and loaded
	Unfinished int    `json:"unfinished"`
	Skipped    string `json:"skipped,omitempty"` // why random games are not possible

	rules  *game.Rules
	seed   uint64
	most   int
	until  time.Time // a time limit
	faults []string

	seen witness

	undeclared string // what the rules use, but do not declare; it ends the trial
	unfit      bool   // the number of seats does not fit the options: see Skipped
}

// maxFaults is the number of faults that ends a trial: more would be similar.
const maxFaults = 5

// mostSaves is the maximum number of states to save and load.
const mostSaves = 200

// run plays this many games, or fewer if time runs out, but at least one.
func (t *Trial) run(games int) {
	t.Wanted = games
	for i := 0; i < games && (i == 0 || time.Now().Before(t.until)); i++ {
		err := t.play(i)
		if why, is := errors.AsType[random.Unlisted](err); is && game.CodeOf(err) != "" {
			t.Skipped = why.Error()
			return
		}
		if err == nil {
			continue
		}
		if f, is := errors.AsType[*game.Fault](err); is && f.Undeclared {
			t.undeclared = undeclared(f)
			return
		}
		t.faults = append(t.faults, fmt.Sprintf("with %s, game %d: %v", words.Plural(t.Seats, "seat"), i, err))
		if len(t.faults) == maxFaults {
			return
		}
	}
}

// undeclared describes what the rules use but do not declare, and where.
func undeclared(f *game.Fault) string {
	where := cmp.Or(f.Where, "action "+f.Action)
	if f.At != "" {
		where += ", " + f.At
	}
	return fmt.Sprintf("%s (used in %s)", f.Why, where)
}

// endless reports a fault if none of the games ended.
func (t *Trial) endless() (faults []string) {
	if t.Games > 0 && t.Unfinished == t.Games {
		faults = append(faults, fmt.Sprintf("with %s, none of %s ended within %d moves: does anything end it (Win, Tie, Score, Rank), and is that reachable? Use --max-moves for longer games",
			words.Plural(t.Seats, "seat"), words.Plural(t.Games, "game"), t.most))
	}
	return faults
}

// Failed reports whether any game failed.
func (t *Trial) Failed() bool { return t.faults != nil || t.endless() != nil }

// play plays one game, saving and loading its states, then replays its record.
func (t *Trial) play(i int) error {
	seed := random.Seed(t.seed, i)
	s, err := t.rules.Start(t.Seats, game.SeedOf(seed))
	if err != nil {
		return err
	}
	m := match.Begin(s)
	t.seen.look(s)
	if err := random.Play(m, seed, t.most, t.reload); err != nil {
		return err
	}
	rec, err := match.ReadRecord([]byte(m.Record().String()))
	if err != nil {
		return err
	}
	t.seen.hear(rec)
	if err := t.replay(m, rec); err != nil {
		return err
	}
	t.Games++
	t.Moves += m.State().Played()
	if !m.Over() {
		t.Unfinished++
	}
	return nil
}

// reload saves and loads a state, up to mostSaves.
func (t *Trial) reload(s *game.State) error {
	t.seen.look(s)
	if t.Saves >= mostSaves {
		return nil
	}
	t.Saves++
	text := s.Save()
	back, err := t.rules.Load(text)
	switch {
	case err != nil:
		return fmt.Errorf("after move %d: %w", s.Played(), err)
	case back.Hash() != s.Hash():
		return fmt.Errorf("after move %d the state has hash %s, but %s after saving and loading", s.Played(), s.HashText(),
			back.HashText())
	case !bytes.Equal(text, back.Save()):
		return fmt.Errorf("after move %d the state is saved differently after saving and loading", s.Played())
	}
	return nil
}

func (t *Trial) replay(m *match.Match, rec *match.Record) error {
	end, err := match.Replay(t.rules, rec, -1)
	switch {
	case err != nil:
		return fmt.Errorf("cannot replay it; do the rules keep something in Go variables, or use time, the order of a map or other random numbers? %w", err)
	case end.State().Hash() != m.State().Hash():
		return fmt.Errorf("it ends with hash %s, but %s when replayed", m.State().HashText(), end.State().HashText())
	}
	return nil
}

func (t *Trial) String() string {
	seats := words.Plural(t.Seats, "seat")
	if t.unfit {
		return fmt.Sprintf("%s: cannot play: %s", seats, t.Skipped)
	}
	if t.Skipped != "" {
		return fmt.Sprintf("%s: random games are not possible, so nothing more was checked: %s", seats, t.Skipped)
	}
	if n := len(t.faults); n > 0 {
		text := fmt.Sprintf("%s: %s hit a fault", seats, words.Plural(n, "random game"))
		if t.Games > 0 {
			text += fmt.Sprintf(", %d did not", t.Games)
		}
		return text
	}
	text := fmt.Sprintf("%s: %s (%s in all) played and replayed, %s saved and loaded",
		seats, words.Plural(t.Games, "random game"), words.Plural(t.Moves, "move"), words.Plural(t.Saves, "state"))
	if t.Unfinished > 0 {
		text += fmt.Sprintf("; %d cut off", t.Unfinished)
	}
	return text
}

// short reports whether time ran out.
func (t *Trial) short() bool { return t.Skipped == "" && t.faults == nil && t.Games < t.Wanted }
