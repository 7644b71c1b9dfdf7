package cli

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/load"
	"github.com/plygame/ply/internal/words"
)

type soakCommand struct {
	format
	Game    string        `default:"hex" placeholder:"NAME" help:"What is played, by two clients in each match (${default})."`
	Matches []int         `default:"1,50,1000" placeholder:"N,..." help:"How many matches at once; one run for each number (${default})."`
	Time    time.Duration `default:"10s" placeholder:"T" help:"How long a run takes; at most 10 minutes (${default})."`
	Moves   int           `placeholder:"N" help:"End a run as soon as N moves are acknowledged, even if its time is not up."`
	URL     string        `name:"url" placeholder:"URL" help:"Load a server that is running on this machine. By default one is started, with a store in a temporary folder."`
	Views   bool          `help:"Let clients keep what they see and choose by it, also in games whose moves can be drawn beforehand. It costs them time."`
	Idle    bool          `help:"Measure the memory of matches whose clients wait, and then play, hex and gofish, instead. --matches says how many (2000)."`
	Startup int           `placeholder:"N" help:"Measure how long a server with N stored matches takes to start, instead."`

	Profile string `hidden:"" help:"Write a CPU profile of the server to this file."`
}

func (soakCommand) Help() string {
	return "Plays random moves as fast as they are answered, and measures: moves that are on disk, in a second; how long it takes from sending a move until all clients of the match have the change. Matches that end are replaced by new ones. In the end the store is opened, every match played again, and every move looked for that was acknowledged.\n\nClients and server share the machine, and a server in everyday use limits how fast one address may play and make matches; the one that is started here does not. Only servers on this machine are loaded.\n\nExamples:\n\n    ply soak --matches 50 --time 5s\n    ply soak --idle --json\n    ply soak --startup 100000"
}

// maxSoak is how long a run may take.
const maxSoak = 10 * time.Minute

func (c *soakCommand) Validate() error {
	switch {
	case c.Time <= 0 || c.Time > maxSoak:
		return errors.New("--time: a run takes at most 10 minutes, and more than nothing")
	case c.Moves < 0:
		return errors.New("--moves: it cannot be negative")
	case c.Startup < 0 || c.Startup > 10_000_000:
		return errors.New("--startup: 1 to 10,000,000 matches can be stored")
	case c.Idle && c.Startup > 0:
		return errors.New("--idle and --startup are measured one at a time")
	case c.URL != "" && (c.Idle || c.Startup > 0 || c.Profile != ""):
		return errors.New("--url: only the load of a server that is running can be measured")
	}
	for _, n := range c.Matches {
		if n < 1 || n > 10_000 {
			return errors.New("--matches: 1 to 10,000 can be played at once")
		}
	}
	return loopback(c.URL)
}

// loopback refuses to load other machines.
func loopback(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Host == "" {
		return fmt.Errorf("--url: %q is not an address such as http://127.0.0.1:8080", words.Clip(address))
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--url: %s is another machine; only servers on this one are loaded", words.Clip(u.Hostname()))
	}
	return nil
}

// soaked is what was measured.
type soaked struct {
	Loads   []*load.Figures      `json:"loads,omitempty"`
	Idle    []*load.IdleFigures  `json:"idle,omitempty"`
	Startup *load.StartupFigures `json:"startup,omitempty"`
}

func (c *soakCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	var out soaked
	var err error
	switch {
	case c.Idle:
		out.Idle, err = c.idle(all, con)
	case c.Startup > 0:
		out.Startup, err = c.startup(all, con)
	default:
		out.Loads, err = c.loads(all, con)
	}
	if c.JSON {
		err = errors.Join(err, con.JSON(out))
	}
	return err
}

func (c *soakCommand) generator() load.Generator {
	return load.Generator{URL: c.URL, Time: c.Time, Moves: c.Moves, Views: c.Views, Profile: c.Profile}
}

// figures are what one run has measured.
type figures interface{ Tell(*console.Console) }

// measure makes one run with a game, and tells what it has measured unless that is printed as JSON.
func measure[F figures](c *soakCommand, all catalogue.Catalogue, con *console.Console, name string, run func(*game.Rules) (F, error)) (f F, err error) {
	r, err := c.rules(all, name)
	if err != nil {
		return f, err
	}
	if f, err = run(r); err == nil && !c.JSON {
		f.Tell(con)
	}
	return f, err
}

// loads measures one number of matches after the other, each on a server of its own.
func (c *soakCommand) loads(all catalogue.Catalogue, con *console.Console) (out []*load.Figures, err error) {
	for _, n := range c.Matches {
		f, err := measure(c, all, con, c.Game, func(r *game.Rules) (*load.Figures, error) { return c.generator().Play(r, n) })
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

// idle measures the memory of matches, in a game without secrets and in one with.
func (c *soakCommand) idle(all catalogue.Catalogue, con *console.Console) (out []*load.IdleFigures, err error) {
	n := 2000
	if len(c.Matches) == 1 {
		n = c.Matches[0]
	}
	for _, name := range []string{"hex", "gofish"} {
		f, err := measure(c, all, con, name, func(r *game.Rules) (*load.IdleFigures, error) { return c.generator().Idle(r, n) })
		if err != nil {
			return out, err
		}
		out = append(out, f)
	}
	return out, nil
}

func (c *soakCommand) startup(all catalogue.Catalogue, con *console.Console) (*load.StartupFigures, error) {
	return measure(c, all, con, c.Game, func(r *game.Rules) (*load.StartupFigures, error) { return c.generator().Startup(r, c.Startup) })
}

// rules returns a game that two can play.
func (c *soakCommand) rules(all catalogue.Catalogue, name string) (*game.Rules, error) {
	r, err := all.Find(name)
	if err != nil {
		return nil, misuse{err}
	}
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	if r.Seats.Min > load.Clients || r.Seats.Max < load.Clients {
		return nil, misuse{fmt.Errorf("%s is for %s; %d clients play in each match", name, words.Players(r.Seats), load.Clients)}
	}
	return r, nil
}

// soakServerCommand is the server that ply soak starts. It ends when its input does, so that it never
// outlives who has started it.
type soakServerCommand struct {
	Store   string `required:"" help:"The file of the store."`
	Profile string `help:"Write a CPU profile to this file."`
}

func (c *soakServerCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	return load.Serve(all, c.Store, c.Profile, con)
}
