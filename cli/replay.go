package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type replayCommand struct {
	format
	File  string `arg:"" help:"The record; - reads it from the input."`
	Moves *int   `placeholder:"N" help:"Stop after so many moves."`
}

func (replayCommand) Help() string {
	return "The state after every move must be the one the record was made of.\n\nExample:\n\n    ply replay game.ply --moves 10"
}

func (c *replayCommand) Validate() error {
	if c.Moves != nil && *c.Moves < 0 {
		return errors.New("--moves: it cannot be negative")
	}
	return nil
}

func (c *replayCommand) Run(all games.Catalogue, con *console) error {
	data, err := con.read(c.File)
	if err != nil {
		return err
	}
	rec, r, err := recorded(all, data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	upTo := len(rec.Moves)
	if c.Moves != nil {
		if upTo = *c.Moves; upTo > len(rec.Moves) {
			return misuse{fmt.Errorf("%s has %d moves, so --moves %d is too many", c.File, len(rec.Moves), upTo)}
		}
	}
	begin, err := game.Replay(r, rec, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	s, stopped := game.Replay(r, rec, upTo)
	if s != nil {
		moves := retell(begin, rec.Moves[:s.Played()-begin.Played()])
		if err := c.report(con, rec, moves, s); err != nil {
			return err
		}
	}
	if stopped != nil {
		return fmt.Errorf("%s: %w", c.File, stopped)
	}
	return nil
}

func (c *replayCommand) report(con *console, rec *game.Record, moves []played, s *game.State) error {
	if c.JSON {
		return con.json(replayOf(rec, moves, s))
	}
	con.printf("%s, %s%s\n\n", con.bold(title(s.Rules())), plural(s.Seats(), "seat"), optionText(rec.Options))
	for i, m := range moves {
		con.printf("%4d  %-8s %s\n", i+1, player(rec, m.Seat), m.Text)
		for _, line := range m.Said {
			con.printf("      %s\n", con.faint(line))
		}
	}
	if d := draw(s); d != "" {
		con.printf("\n%s\n", d)
	}
	con.printf("\n%s\n", standing(s))
	return nil
}

// replayed is a record that was played again, and where it led.
type replayed struct {
	Game    string      `json:"game"`
	Version string      `json:"version"`
	Options game.Values `json:"options"`
	Seats   int         `json:"seats"`
	Names   []string    `json:"names"`
	Moves   []played    `json:"moves"`
	Over    bool        `json:"over"`
	Winners []game.Seat `json:"winners"`
	Ranks   []int       `json:"ranks"`
	Scores  []int       `json:"scores"`
	Turn    game.Seat   `json:"turn"` // -1 when the game is over
	Result  string      `json:"result"`
	Hash    string      `json:"hash"`
	Drawing string      `json:"drawing"`
}

type played struct {
	Seat game.Seat `json:"seat"`
	Text string    `json:"text"`
	Hash string    `json:"hash"`
	Said []string  `json:"said,omitempty"` // log lines of the move
}

// retell plays the moves, which have been replayed already, for what they have to say.
func retell(s *game.State, moves []game.Entry) (told []played) {
	for _, m := range moves {
		p := played{Seat: m.Seat, Text: m.Text, Hash: m.Hash}
		s, _ = s.PlayText(m.Seat, m.Text)
		for _, line := range s.Said() {
			p.Said = append(p.Said, line.String())
		}
		told = append(told, p)
	}
	return told
}

func replayOf(rec *game.Record, moves []played, s *game.State) replayed {
	o := s.Outcome()
	r := replayed{
		Game: rec.Game, Version: rec.Version, Options: rec.Options, Seats: s.Seats(),
		Names: append([]string{}, rec.Names...), Moves: append([]played{}, moves...),
		Over: o.Over, Winners: append([]game.Seat{}, o.Winners...), Ranks: append([]int{}, o.Ranks...), Scores: append([]int{}, o.Scores...),
		Turn: s.Turn(), Result: o.String(), Hash: s.HashText(), Drawing: draw(s),
	}
	return r
}

func standing(s *game.State) string {
	if o := s.Outcome(); o.Over {
		return fmt.Sprintf("After %d moves: %s.", s.Played(), o)
	}
	return fmt.Sprintf("After %d moves it is the turn of %s.", s.Played(), s.Turn())
}

func player(rec *game.Record, x game.Seat) string {
	if x >= 0 && int(x) < len(rec.Names) && rec.Names[x] != "" {
		return rec.Names[x]
	}
	return x.String()
}

// draw returns a drawing of the boards that can draw themselves.
func draw(s *game.State) string {
	var b strings.Builder
	for _, l := range s.Rules().Layout {
		if d, can := l.(interface{ Draw(*game.State) string }); can {
			b.WriteString(d.Draw(s))
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func optionText(v game.Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(v)) {
		fmt.Fprintf(&b, ", %s=%s", name, v[name])
	}
	return b.String()
}
