package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/lab"
)

type arenaCommand struct {
	newGame
	format
	Bots     []string `placeholder:"BOT" help:"The bots: levels such as sharp, numbers of simulations, random, or bots of this program. A bot may be named several times to fill more seats."`
	Levels   bool     `help:"Instead of --bots: play each level against the one below, and the lowest against random. With more than two seats, one bot plays against several of the level below."`
	Ordered  bool     `help:"Seat the bots in the order of --bots, so that partners stay together: sharp,steady,sharp,steady plays pair against pair. The whole lineup still rotates by one seat after each game."`
	Games    int      `short:"n" default:"100" placeholder:"N" help:"Games for each pairing or lineup, rounded up so that every bot has every seat equally often (${default})."`
	Seed     uint64   `default:"1" placeholder:"S" help:"The seed; different seeds give different games (${default})."`
	MaxMoves int      `default:"1000" placeholder:"M" help:"End a game as a draw after this many moves (${default})."`
	Workers  int      `placeholder:"W" help:"Games to play in parallel; by default, one per processor. The result does not depend on it."`
	Records  string   `placeholder:"DIR" help:"Write the record of every game to this folder, for ply replay and ply verify."`
	SPRT     bool     `name:"sprt" help:"Stop as soon as it is clear whether the first of two bots is stronger: a sequential probability ratio test."`
	Elo0     float64  `name:"elo0" default:"0" placeholder:"E" help:"With --sprt: the first bot is at most this much stronger (${default}) ..."`
	Elo1     float64  `name:"elo1" default:"50" placeholder:"E" help:"... or at least this much (${default})."`
	Alpha    float64  `default:"0.05" placeholder:"P" help:"With --sprt: the risk of deciding wrongly for elo1 (${default})."`
	Beta     float64  `default:"0.05" placeholder:"P" help:"With --sprt: the risk of deciding wrongly for elo0 (${default})."`
}

func (arenaCommand) Help() string {
	return "Lets bots play against each other: every pair, or every combination of bots if there are more seats. Each deal is played once for every seat, so that all bots get the same cards and dice in the same seats. The report has an Elo rating, the share of wins with its 95 % interval, the advantage of each seat, the length of games, and the speed of each bot. Draws count as half a win, or as a win shared by all seats. Ctrl-C reports the games so far.\n\nExamples:\n\n" +
		"    ply arena {game:connect4} --bots sharp,steady,random -n 200\n    ply arena {game:hex} --option {option} --bots 1000,200 --sprt -n 2000\n    ply arena {game:gofish} --seats {seats} --levels\n    ply arena {game:connect4} --bots gentle,random -n 20 --records games"
}

func (c *arenaCommand) Validate() error {
	switch {
	case c.Games < 1:
		return errors.New("-n must be at least 1")
	case c.Workers < 0:
		return errors.New("--workers must not be negative")
	case c.MaxMoves < 1:
		return errors.New("--max-moves must be at least 1")
	case c.Levels && c.Bots != nil:
		return errors.New("--levels chooses the bots: leave out --bots")
	}
	return nil
}

func (c *arenaCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	a, err := c.arena(all, bots)
	if err != nil {
		return err
	}
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt)
	defer restore()
	context.AfterFunc(ctx, restore) // a second Ctrl-C ends the program
	stop := con.Watch(a.Progress, a.Total())
	s, err := a.Run(ctx)
	stop()
	switch {
	case s == nil || s.Games == 0 && err != nil:
		return err
	case s.Games == 0:
		return errors.New("stopped before the first game was finished")
	case c.JSON:
		err = errors.Join(con.JSON(s), err)
	default:
		con.Printf("%s%s, %s, seed %d\n\n%s", con.Bold(words.Title(a.Rules)), words.Options(a.Rules.Values()),
			words.Plural(a.Seats, "player"), c.Seed, s)
	}
	if err == nil && ctx.Err() != nil {
		return errReported
	}
	return err
}

func (c *arenaCommand) arena(all catalogue.Catalogue, bots bot.Bots) (*lab.Arena, error) {
	r, seats, err := c.set(all)
	if err != nil {
		return nil, err
	}
	if c.Seats == nil && seats == 1 && r.Seats.Max > 1 {
		seats = 2
	}
	a := &lab.Arena{Rules: r, Seats: seats, Ordered: c.Ordered, Games: c.Games, Seed: c.Seed, MaxMoves: c.MaxMoves,
		Workers: c.Workers, Records: c.Records}
	if c.SPRT {
		a.SPRT = &lab.SPRT{Elo0: c.Elo0, Elo1: c.Elo1, Alpha: c.Alpha, Beta: c.Beta}
	}
	if c.Levels {
		c.Bots = bots.Ladder()
		for i := 1; i < len(c.Bots); i++ {
			a.Lineups = append(a.Lineups, append([]int{i}, slices.Repeat([]int{i - 1}, seats-1)...))
		}
	}
	for _, name := range c.Bots {
		p, err := bots.Player(name)
		if err == nil && name == "" {
			err = errors.New("a name is missing")
		}
		if err != nil {
			return nil, misuse{fmt.Errorf("--bots: %w", err)}
		}
		a.Bots = append(a.Bots, lab.Entrant{Name: name, Player: p})
	}
	if len(a.Bots) < 2 {
		return nil, misuse{fmt.Errorf("--bots needs at least 2 bots: %s, or numbers of simulations",
			words.List(usages(bots), "or"))}
	}
	if err := a.Check(); err != nil {
		return nil, misuse{err}
	}
	if left, err := os.ReadDir(c.Records); err == nil && len(left) > 0 {
		return nil, misuse{fmt.Errorf("--records: %s is not empty; choose another folder", c.Records)}
	}
	return a, nil
}

// usages lists how the bots are typed.
func usages(bots bot.Bots) (names []string) {
	for _, b := range bots.All() {
		names = append(names, b.Usage())
	}
	return names
}
