package lab

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Trial is a number of random games in which everything that can be checked is checked.
type Trial struct {
	Seats      int    `json:"seats"`
	Games      int    `json:"games"`
	Wanted     int    `json:"wanted"` // fewer are played if time runs out
	Moves      int    `json:"moves"`
	Saves      int    `json:"saves"` // states that were saved and loaded
	Unfinished int    `json:"unfinished"`
	Skipped    string `json:"skipped,omitempty"` // why random games cannot be played

	rules  *game.Rules
	seed   uint64
	most   int
	until  time.Time // a last resort
	faults []string
	unfit  bool // so many seats do not fit the options: see Skipped
}

// maxFaults ends a trial: the rest would say the same.
const maxFaults = 5

// mostSaves is how many states are saved and loaded: those of the first games.
const mostSaves = 200

// run plays this many games, or fewer if time runs out, but one.
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
		t.faults = append(t.faults, fmt.Sprintf("with %s, game %d: %v", words.Plural(t.Seats, "seat"), i, err))
		if len(t.faults) == maxFaults {
			return
		}
	}
}

// endless complains if not one of the games has come to an end.
func (t *Trial) endless() (faults []string) {
	if t.Games > 0 && t.Unfinished == t.Games {
		faults = append(faults, fmt.Sprintf("with %s, none of %s has come to an end within %d moves: does anything end it (Win, Tie, Score, Rank), and can that be reached? --max-moves allows for longer ones",
			words.Plural(t.Seats, "seat"), words.Plural(t.Games, "game"), t.most))
	}
	return faults
}

// Failed reports whether something is wrong with the games.
func (t *Trial) Failed() bool { return t.faults != nil || t.endless() != nil }

// play plays one game, saving and loading its states, then replays its record.
func (t *Trial) play(i int) error {
	seed := random.Seed(t.seed, i)
	s, err := t.rules.Start(t.Seats, game.SeedOf(seed))
	if err != nil {
		return err
	}
	m := match.Begin(s)
	if err := random.Play(m, seed, t.most, t.reload); err != nil {
		return err
	}
	if err := t.replay(m); err != nil {
		return err
	}
	t.Games++
	t.Moves += m.State().Played()
	if !m.Over() {
		t.Unfinished++
	}
	return nil
}

// reload saves and loads a state, unless enough were.
func (t *Trial) reload(s *game.State) error {
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
		return fmt.Errorf("after move %d the state has hash %s, and %s once saved and loaded", s.Played(), s.HashText(), back.HashText())
	case !bytes.Equal(text, back.Save()):
		return fmt.Errorf("after move %d the state is saved differently once saved and loaded", s.Played())
	}
	return nil
}

func (t *Trial) replay(m *match.Match) error {
	rec, err := match.ReadRecord([]byte(m.Record().String()))
	if err != nil {
		return err
	}
	end, err := match.Replay(t.rules, rec, -1)
	switch {
	case err != nil:
		return fmt.Errorf("it cannot be replayed; do the rules use time, maps or another source of chance? %w", err)
	case end.State().Hash() != m.State().Hash():
		return fmt.Errorf("it ends with hash %s, and %s when it is replayed", m.State().HashText(), end.State().HashText())
	}
	return nil
}

func (t *Trial) String() string {
	seats := words.Plural(t.Seats, "seat")
	if t.unfit {
		return fmt.Sprintf("%s: not with these options: %s", seats, t.Skipped)
	}
	if t.Skipped != "" {
		return fmt.Sprintf("%s: random games cannot be played, so nothing more was checked: %s", seats, t.Skipped)
	}
	if n := len(t.faults); n > 0 {
		text := fmt.Sprintf("%s: %s met a fault", seats, words.Plural(n, "random game"))
		if t.Games > 0 {
			text += fmt.Sprintf(", %d did not", t.Games)
		}
		return text
	}
	text := fmt.Sprintf("%s: %s of %s played and replayed, %s saved and loaded",
		seats, words.Plural(t.Games, "random game"), words.Plural(t.Moves, "move"), words.Plural(t.Saves, "state"))
	if t.Unfinished > 0 {
		text += fmt.Sprintf("; %d cut off", t.Unfinished)
	}
	return text
}

// short reports whether there was no time for all games.
func (t *Trial) short() bool { return t.Skipped == "" && t.faults == nil && t.Games < t.Wanted }
