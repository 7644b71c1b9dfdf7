package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/match"
)

// Arena lets bots play against each other. Every lineup plays every deal as often as there are seats: the bots move on
// by one seat, so that each of them has each seat with the same cards and dice.
type Arena struct {
	Rules    *game.Rules
	Seats    int
	Bots     []Entrant
	Lineups  [][]int // which bots play together, by index; nil means every combination of bots that fills the seats
	Ordered  bool    // lineups keep their order around the table, so that partners who sit opposite each other stay together
	Games    int     // for each lineup, rounded up to whole deals
	Seed     uint64
	MaxMoves int    // ends a game, which then counts as a draw; 0 means 1,000
	Workers  int    // games in parallel; 0 means one per processor
	SPRT     *SPRT  // if set, ends the run as soon as it is clear which of two bots is stronger
	Records  string // a folder that gets the record of every game; "" keeps none

	lineups    [][]int
	next, done atomic.Int64
	end        context.CancelFunc

	absorbing sync.Mutex
	waiting   map[int]*bout // finished before an earlier game
	sum       *tournament
	failed    error
}

// Entrant is a bot in an [Arena]. The same name in several entries is one bot that can have several seats.
type Entrant struct {
	Name   string
	Player bot.Player
}

// bout is one game of an arena.
type bout struct {
	number   int   // from 0
	lineup   int   // by index
	seating  []int // by seat, which bot plays, by index
	ranks    []int // by seat; all 1 if nobody has won
	shares   []float64
	moves    int
	cut      bool // it reached the limit of moves
	efforts  []effort
	record   *match.Record
	err      error
	finished bool
}

// effort is what the moves of a bot have cost.
type effort struct {
	moves, searches, simulations int
	took, searched               time.Duration
}

func (e *effort) add(o effort) {
	e.moves += o.moves
	e.searches += o.searches
	e.simulations += o.simulations
	e.took += o.took
	e.searched += o.searched
}

const (
	defaultMoves = 1000
	mostLineups  = 5000
)

// Total returns how many games the arena plays if nothing ends it early.
func (a *Arena) Total() int {
	if a.lineups == nil {
		if a.lineups = a.Lineups; a.lineups == nil {
			a.lineups = choices(a.Bots, a.Seats)
		}
	}
	return len(a.lineups) * a.deals() * a.Seats
}

// deals returns how many deals each lineup plays.
func (a *Arena) deals() int { return (a.Games + a.Seats - 1) / a.Seats }

// choices returns every choice of as many bots as there are seats. Of choices with the same names it returns one.
func choices(all []Entrant, seats int) (lineups [][]int) {
	seen := map[string]bool{}
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == seats {
			var names []string
			for _, i := range chosen {
				names = append(names, all[i].Name)
			}
			slices.Sort(names)
			if key := strings.Join(names, ","); !seen[key] {
				seen[key] = true
				lineups = append(lineups, slices.Clone(chosen))
			}
			return
		}
		for i := from; i < len(all) && len(lineups) <= mostLineups; i++ {
			choose(i+1, append(chosen, i))
		}
	}
	choose(0, nil)
	return lineups
}

// Check returns what is wrong with the settings of the arena, if anything is.
func (a *Arena) Check() error {
	names := map[string]bool{}
	for _, b := range a.Bots {
		names[b.Name] = true
	}
	switch total := a.Total(); {
	case a.Seats < 2:
		return errors.New("an arena needs a game for at least 2 players")
	case len(a.Bots) < 2:
		return errors.New("an arena needs at least 2 bots")
	case total == 0 && a.Games > 0:
		return fmt.Errorf("%d bots cannot fill %d seats: name some of them several times", len(a.Bots), a.Seats)
	case len(a.lineups) > mostLineups:
		return fmt.Errorf("%d bots in %d seats are more than %d lineups", len(a.Bots), a.Seats, mostLineups)
	case a.SPRT != nil && (len(names) != 2 || a.Seats != 2 || len(a.lineups) != 1):
		return fmt.Errorf("a sequential test (SPRT) compares exactly two bots in a game for 2 players, not %d bots with %d seats",
			len(names), a.Seats)
	case a.SPRT != nil:
		return a.SPRT.check()
	}
	return nil
}

// Run plays all games. It always returns what was played, even if the context ends or there is an error, because a bot
// or the rules failed. Unless the context ends, the Standings depend on the seed and not on the number of workers:
// games count in a fixed order, up to the one that ends the run.
func (a *Arena) Run(ctx context.Context) (*Standings, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	if a.Records != "" {
		if err := os.MkdirAll(a.Records, 0o755); err != nil {
			return nil, err
		}
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	a.end, a.waiting, a.sum = cancel, map[int]*bout{}, newTournament(a)
	var wait sync.WaitGroup
	for range min(cmp.Or(a.Workers, runtime.NumCPU()), max(1, a.Total())) {
		wait.Go(func() {
			runtime.LockOSThread() // so that the thread's processor time is that of its bots
			defer runtime.UnlockOSThread()
			for inner.Err() == nil {
				g := int(a.next.Add(1)) - 1
				if g >= a.Total() {
					return
				}
				a.absorb(a.play(inner, g))
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil && a.failed == nil && !a.sum.decided() {
		for _, g := range slices.Sorted(maps.Keys(a.waiting)) {
			if b := a.waiting[g]; b.finished && a.failed == nil {
				a.sum.add(b)
				a.failed = a.keep(b)
			}
		}
	}
	return a.sum.standings(), a.failed
}

// Progress returns the number of games played so far. It may be called while Run runs.
func (a *Arena) Progress() int { return int(a.done.Load()) }

// absorb counts a game and all that were waiting for it.
func (a *Arena) absorb(b *bout) {
	a.absorbing.Lock()
	defer a.absorbing.Unlock()
	if b.finished {
		a.done.Add(1)
	}
	a.waiting[b.number] = b
	for {
		b := a.waiting[a.sum.games]
		if b == nil || a.failed != nil || a.sum.decided() {
			return
		}
		delete(a.waiting, b.number)
		if a.failed = a.keep(b); a.failed == nil {
			a.failed = b.err
		}
		if a.failed != nil {
			a.end()
			return
		}
		if !b.finished {
			a.waiting[b.number] = b // the run has ended: nothing behind it counts
			return
		}
		if a.sum.add(b); a.sum.decided() {
			a.end()
		}
	}
}

var unsafeInFileNames = regexp.MustCompile(`[^\w.-]+`)

// keep writes the record of a game.
func (a *Arena) keep(b *bout) error {
	if a.Records == "" || b.record == nil {
		return nil
	}
	name := fmt.Sprintf("%0*d", len(fmt.Sprint(a.Total())), b.number+1)
	for _, n := range b.record.Names {
		name += "-" + unsafeInFileNames.ReplaceAllString(n, "_")
	}
	if err := os.WriteFile(filepath.Join(a.Records, name+".ply"), []byte(b.record.String()), 0o644); err != nil {
		return fmt.Errorf("cannot write the record of game %d: %w", b.number+1, err)
	}
	return nil
}

// seating returns which bot plays each seat in a game. The games of a deal follow each other, then come those of the
// same deal with the next lineup.
func (a *Arena) seating(g int) (lineup, deal int, seating []int) {
	rotation, rest := g%a.Seats, g/a.Seats
	lineup, deal = rest%len(a.lineups), rest/len(a.lineups)
	seating = slices.Clone(a.lineups[lineup])
	luck := random.Seed(a.Seed+1, deal)
	for i := len(seating) - 1; i > 0 && !a.Ordered; i-- { // otherwise everyone would always follow the same opponent
		luck = random.Mix(luck)
		j := int(luck % uint64(i+1))
		seating[i], seating[j] = seating[j], seating[i]
	}
	return lineup, deal, append(seating[rotation:], seating[:rotation]...)
}

// play plays one game.
func (a *Arena) play(ctx context.Context, g int) *bout {
	b := &bout{number: g, efforts: make([]effort, a.Seats)}
	var deal int
	b.lineup, deal, b.seating = a.seating(g)
	seed := game.SeedOf(random.Seed(a.Seed, deal))
	m, err := match.New(a.Rules, match.Setup{ID: fmt.Sprintf("arena-%d-%d", a.Seed, g+1), Seats: a.Seats,
		Seed: match.SeedText(seed)})
	if err != nil {
		b.err = fmt.Errorf("cannot start %s: %w", a.Rules.Name, err)
		return b
	}
	for luck := random.Seed(^a.Seed, g); !m.Over() && m.State().Played() < cmp.Or(a.MaxMoves, defaultMoves); {
		seat := m.State().ToAct().First()
		luck = random.Mix(luck + 1)
		move, err := a.choose(ctx, b, m.State(), seat, luck)
		if ctx.Err() != nil {
			return b
		}
		var batch *match.Batch
		if err == nil {
			batch, err = m.Make(nil, move)
		}
		if err != nil {
			b.err = fmt.Errorf("game %d, move %d: %s in seat %d: %w", g+1, m.State().Played()+1, a.Bots[b.seating[seat]].Name,
				seat+1, err)
			break
		}
		m.Commit(batch)
	}
	b.finish(a, m)
	return b
}

// finish notes how a game has ended.
func (b *bout) finish(a *Arena, m *match.Match) {
	if a.Records != "" {
		b.record = m.Record()
		for seat, i := range b.seating {
			b.record.Names[seat] = a.Bots[i].Name
		}
	}
	if b.err != nil {
		return
	}
	s := m.State()
	b.finished, b.moves, b.cut = true, s.Played(), !s.Over()
	b.ranks, b.shares = make([]int, a.Seats), make([]float64, a.Seats)
	winners := 0
	for x := range b.ranks {
		b.ranks[x] = max(1, s.Rank(game.Seat(x)))
		if s.Won(game.Seat(x)) {
			winners++
		}
	}
	for x := range b.shares {
		switch {
		case b.cut || s.Tied():
			b.shares[x] = 1 / float64(a.Seats)
		case s.Won(game.Seat(x)):
			b.shares[x] = 1 / float64(winners)
		}
	}
}

// choose asks the bot of a seat for a move, and notes what it costs.
func (a *Arena) choose(ctx context.Context, b *bout, s *game.State, seat game.Seat, seed uint64) (m game.Move,
	err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it panicked: %v", p)
		}
	}()
	p, e := a.Bots[b.seating[seat]].Player, &b.efforts[seat]
	t := bot.NewTurn(s, seat, seed)
	began, thread := time.Now(), cputime.Thread()
	search, is := p.(*bot.Search)
	if is && manyMoves(t.View) {
		var thought *bot.Thought
		if thought, err = search.Think(ctx, t); err == nil {
			m = thought.Move
			e.searches, e.simulations = e.searches+1, e.simulations+thought.Simulations
			if search.Workers > 1 {
				e.searched += time.Since(began)
			} else {
				e.searched += cputime.Thread() - thread
			}
		}
	} else {
		m, err = p.Choose(ctx, t)
	}
	e.moves++
	e.took += time.Since(began)
	if err != nil {
		return m, err
	}
	m.Seat = seat
	return t.View.Real(m)
}

// manyMoves reports whether there is more than one move. Otherwise a Search need not think.
func manyMoves(view *game.State) bool {
	moves, err := view.MovesUpTo(2)
	return err == nil && len(moves) > 1
}

// tournament adds up the games of an arena.
type tournament struct {
	*Arena
	names  []string // each bot once
	of     []int    // by index of Bots, its index in names
	games  int
	moves  int
	cut    int
	length [2]int // the shortest and the longest game

	played  []int      // by name: games
	seats   []int      // by name: seats in these games
	shares  []float64  // by name: wins
	bySeat  []float64  // wins
	efforts []effort   // by name
	duels   [][]duel   // by names
	groups  []lineSums // by lineup
	ratio   float64    // logarithm of the likelihood ratio of the test
}

// duel counts how often one bot ranked before another.
type duel struct {
	games, won, drawn, lost int
}

// lineSums counts what the bots of a lineup have won, by name.
type lineSums struct {
	games  int
	shares map[int]float64
}

func newTournament(a *Arena) *tournament {
	t := &tournament{Arena: a, bySeat: make([]float64, a.Seats), groups: make([]lineSums, len(a.lineups))}
	for _, b := range a.Bots {
		i := slices.Index(t.names, b.Name)
		if i < 0 {
			i = len(t.names)
			t.names = append(t.names, b.Name)
		}
		t.of = append(t.of, i)
	}
	n := len(t.names)
	t.played, t.seats, t.shares, t.efforts = make([]int, n), make([]int, n), make([]float64, n), make([]effort, n)
	for range n {
		t.duels = append(t.duels, make([]duel, n))
	}
	for i := range t.groups {
		t.groups[i].shares = map[int]float64{}
	}
	return t
}

func (t *tournament) add(b *bout) {
	if t.games == 0 {
		t.length = [2]int{b.moves, b.moves}
	}
	t.games++
	t.moves += b.moves
	t.length = [2]int{min(t.length[0], b.moves), max(t.length[1], b.moves)}
	if b.cut {
		t.cut++
	}
	group := &t.groups[b.lineup]
	group.games++
	here, met := map[int]bool{}, map[[2]int]bool{}
	for seat, x := range b.seating {
		i := t.of[x]
		if t.seats[i]++; !here[i] {
			here[i] = true
			t.played[i]++
		}
		t.shares[i] += b.shares[seat]
		t.bySeat[seat] += b.shares[seat]
		group.shares[i] += b.shares[seat]
		t.efforts[i].add(b.efforts[seat])
		for other, y := range b.seating {
			if j := t.of[y]; j != i {
				d := &t.duels[i][j]
				if !met[[2]int{i, j}] {
					met[[2]int{i, j}] = true
					d.games++
				}
				switch cmp.Compare(b.ranks[seat], b.ranks[other]) {
				case -1:
					d.won++
				case 0:
					d.drawn++
				default:
					d.lost++
				}
			}
		}
	}
	if t.SPRT != nil {
		t.ratio += t.SPRT.weigh(b.shares[slices.Index(b.seating, t.lineups[0][0])])
	}
}

// decided reports whether the test has a result. It is asked after whole deals only.
func (t *tournament) decided() bool {
	return t.SPRT != nil && t.games%t.Seats == 0 && t.SPRT.result(t.ratio) != ""
}
