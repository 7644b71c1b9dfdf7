package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
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
	Loads   []loadFigures   `json:"loads,omitempty"`
	Idle    []idleFigures   `json:"idle,omitempty"`
	Startup *startupFigures `json:"startup,omitempty"`
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

// loads measures one number of matches after the other, each on a server of its own.
func (c *soakCommand) loads(all catalogue.Catalogue, con *console.Console) (out []loadFigures, err error) {
	for _, n := range c.Matches {
		f, err := c.loadOf(all, n)
		if err != nil {
			return out, err
		}
		out = append(out, *f)
		if !c.JSON {
			f.tell(con)
		}
	}
	return out, nil
}

func (c *soakCommand) loadOf(all catalogue.Catalogue, matches int) (_ *loadFigures, err error) {
	r, err := c.rules(all, c.Game)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.Time+5*time.Minute)
	defer cancel()
	host, err := c.host(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.close()) }()
	l := newLoad(host.url, r, !c.Views)
	defer l.close()
	if err := l.open(ctx, matches); err != nil {
		return nil, err
	}
	f, err := l.run(ctx, c.Time, c.Moves)
	if err != nil {
		return nil, err
	}
	return f, c.check(ctx, host, l, f)
}

// check looks for every move that was acknowledged.
func (c *soakCommand) check(ctx context.Context, host *soakHost, l *load, f *loadFigures) (err error) {
	l.close()
	if c.URL != "" {
		f.Checked, err = l.checkOver(ctx)
		return err
	}
	if err := host.stop(); err != nil {
		return err
	}
	f.Checked, err = l.checkStore(ctx, host.path)
	return err
}

// rules returns a game that two can play.
func (c *soakCommand) rules(all catalogue.Catalogue, name string) (*game.Rules, error) {
	r, err := all.Find(name)
	if err != nil {
		return nil, misuse{err}
	}
	if err := game.Check(r); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	if r.Seats.Min > clientsEach || r.Seats.Max < clientsEach {
		return nil, misuse{fmt.Errorf("%s is for %s; %d clients play in each match", name, words.Seats(r.Seats), clientsEach)}
	}
	return r, nil
}
