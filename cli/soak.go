package cli

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/load"
	"github.com/plygame/ply/internal/words"
)

type soakCommand struct {
	format
	Game    string        `default:"${game}" placeholder:"NAME" help:"The game, played by two clients in each match (${default})."`
	Matches []int         `default:"1,50,1000" placeholder:"N" help:"Number of simultaneous matches; one run for each number (${default})."`
	Time    time.Duration `default:"10s" placeholder:"T" help:"Duration of a run, at most a day (${default})."`
	Rate    float64       `placeholder:"N" help:"At most N moves per second, in all matches together."`
	Moves   int           `placeholder:"N" help:"Stop a run early, after N acknowledged moves."`
	URL     string        `name:"url" placeholder:"URL" help:"Load a server that is already running on this machine. By default, one is started with a store in a temporary folder."`
	Views   bool          `help:"Let clients keep their views and choose moves from them, even in games whose moves could be chosen in advance. This slows the clients down."`
	Idle    bool          `help:"Measure the memory of matches instead, first while their clients wait, then while they play. --matches sets how many (2000)."`
	Kill    int           `placeholder:"N" help:"Kill the server N times while the matches are played, after T on average, and check that every acknowledged move survives."`
	Watch   int           `name:"spectators" placeholder:"N" help:"Let N spectators watch each match."`
	Waiting int           `name:"connections" placeholder:"N" help:"Open N connections that wait, and measure the matches without them and with them."`
	Sample  time.Duration `placeholder:"T" help:"Every T, run the garbage collector and measure the memory of the server."`
	Startup int           `placeholder:"N" help:"Measure instead how long a server with N stored matches takes to start, and to list matches."`

	Profile string `hidden:"" help:"Write a CPU profile of the server to this file, and one of the clients to FILE.clients."`
}

func (soakCommand) Help() string {
	return "Plays random moves as fast as the server responds. It measures how many moves per second reach the disk, and how long a move takes until all clients of its match have it. A new match replaces each finished one. At the end, it opens the store, replays every match and checks that no acknowledged move is missing.\n\nClients and server share the machine. The server started here has no rate limits, unlike ply serve. Only servers on this machine can be loaded.\n\nExamples:\n\n    ply soak --matches 50 --time 5s\n    ply soak --idle --json\n    ply soak --startup 100000\n    ply soak --matches 20 --kill 50 --time 200ms\n    ply soak --matches 1 --spectators 1000 --rate 20\n    ply soak --matches 50 --connections 10000\n    ply soak --matches 50 --time 1h --rate 500 --sample 1m"
}

// maxSoak is how long a run may take.
const maxSoak = 24 * time.Hour

func (c *soakCommand) Validate() error {
	modes := 0
	for _, is := range []bool{c.Idle, c.Startup > 0, c.Kill > 0, c.Waiting > 0} {
		if is {
			modes++
		}
	}
	switch {
	case c.Time <= 0 || c.Time > maxSoak:
		return errors.New("--time must be more than 0 and at most 24 hours")
	case c.Moves < 0 || c.Rate < 0 || c.Kill < 0 || c.Watch < 0 || c.Waiting < 0 || c.Sample < 0:
		return errors.New("numbers must not be negative")
	case c.Waiting > 20_000 || c.Watch > 20_000:
		return errors.New("--connections and --spectators must be at most 20,000")
	case c.Startup < 0 || c.Startup > 10_000_000:
		return errors.New("--startup must be 1 to 10,000,000")
	case modes > 1:
		return errors.New("--idle, --startup, --kill and --connections exclude each other")
	case c.URL != "" && (modes > 0 || c.Sample > 0 || c.Profile != ""):
		return errors.New("--url works only without --idle, --startup, --kill, --connections, --sample and --profile")
	}
	for _, n := range c.Matches {
		if n < 1 || n > 10_000 {
			return errors.New("--matches must be 1 to 10,000")
		}
	}
	return load.Loopback(c.URL)
}

// soaked has the measurements.
type soaked struct {
	Loads   []*load.Figures      `json:"loads,omitempty"`
	Idle    []*load.IdleFigures  `json:"idle,omitempty"`
	Startup *load.StartupFigures `json:"startup,omitempty"`

	Kills   []*load.KillFigures     `json:"kills,omitempty"`
	Waiting []*load.IdleConnections `json:"connections,omitempty"`
}

func (c *soakCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	var out soaked
	var err error
	switch {
	case c.Idle:
		out.Idle, err = c.idle(all, con)
	case c.Startup > 0:
		out.Startup, err = c.startup(all, con)
	case c.Kill > 0:
		out.Kills, err = each(c, all, con, func(r *game.Rules, n int) (*load.KillFigures, error) {
			return c.generator().Kill(r, n, c.Kill)
		})
	case c.Waiting > 0:
		out.Waiting, err = each(c, all, con, func(r *game.Rules, n int) (*load.IdleConnections, error) {
			return c.generator().Connections(r, n, c.Waiting)
		})
	default:
		out.Loads, err = each(c, all, con, func(r *game.Rules, n int) (*load.Figures, error) {
			return c.generator().Play(r, n)
		})
	}
	if c.JSON {
		err = errors.Join(err, con.JSON(out))
	}
	return err
}

func (c *soakCommand) generator() load.Generator {
	return load.Generator{URL: c.URL, Time: c.Time, Moves: c.Moves, Views: c.Views, Rate: c.Rate, Watched: c.Watch,
		Sample: c.Sample, Profile: c.Profile}
}

// figures are the measurements of one run.
type figures interface{ Tell(*console.Console) }

// measure makes one run with a game, and prints the measurements unless --json does.
func measure[F figures](c *soakCommand, all catalogue.Catalogue, con *console.Console, name string,
	run func(*game.Rules) (F, error)) (f F, err error) {
	r, err := c.rules(all, name)
	if err != nil {
		return f, err
	}
	if f, err = run(r); err == nil && !c.JSON {
		f.Tell(con)
	}
	return f, err
}

// each makes one run for each number of matches, each on its own server.
func each[F figures](c *soakCommand, all catalogue.Catalogue, con *console.Console,
	run func(r *game.Rules, matches int) (F, error)) (out []F, err error) {
	for _, n := range c.Matches {
		f, err := measure(c, all, con, c.Game, func(r *game.Rules) (F, error) { return run(r, n) })
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

// idle measures the memory of matches, in a game without secrets and one with, if the program has them.
func (c *soakCommand) idle(all catalogue.Catalogue, con *console.Console) (out []*load.IdleFigures, err error) {
	n := 2000
	if len(c.Matches) == 1 {
		n = c.Matches[0]
	}
	open, _ := all.Example("{game:hex}")
	secret, _ := all.Example("{game:gofish}")
	for _, name := range slices.Compact([]string{open, secret}) {
		f, err := measure(c, all, con, name, func(r *game.Rules) (*load.IdleFigures, error) {
			return c.generator().Idle(r, n)
		})
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

func (c *soakCommand) startup(all catalogue.Catalogue, con *console.Console) (*load.StartupFigures, error) {
	return measure(c, all, con, c.Game, func(r *game.Rules) (*load.StartupFigures, error) {
		return c.generator().Startup(r, c.Startup)
	})
}

// rules returns a game for two players.
func (c *soakCommand) rules(all catalogue.Catalogue, name string) (*game.Rules, error) {
	r, err := all.Find(name)
	if err != nil {
		return nil, misuse{err}
	}
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	if r.Unfit(load.Clients) != nil {
		return nil, misuse{fmt.Errorf("%s is for %s; %d clients play in each match", name, words.Players(r), load.Clients)}
	}
	return r, nil
}

// soakServerCommand is the server that ply soak starts. It stops when its input ends, so that it never
// outlives ply soak.
type soakServerCommand struct {
	Store   string `required:"" help:"The file of the store."`
	Profile string `help:"Write a CPU profile to this file."`
}

func (c *soakServerCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	return load.Serve(all, c.Store, c.Profile, con)
}
