package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/internal/words"
)

// Examination is a number of random games of which the laws about secrets are asked.
type Examination struct {
	gametest.Report
	Wanted int // fewer are played if time runs out

	Rules    *game.Rules
	Seats    []int // how many play, in turn; nil: every number that can
	Seed     uint64
	MaxMoves int
	Until    time.Time // a last resort

	done atomic.Int64
}

// Run plays the games one by one, until one of them breaks a law.
func (e *Examination) Run() error {
	e.Observed = map[game.Seat]gametest.Pairs{}
	if e.Seats == nil {
		e.Seats = seatCounts(e.Rules)
	}
	for i := 0; i < e.Wanted && e.Breaches == nil; i++ {
		left := time.Until(e.Until)
		if left <= 0 {
			return nil
		}
		one, err := gametest.Config{
			Games: 1, Laws: gametest.Secrecy(), MaxMoves: e.MaxMoves,
			Seats: []int{e.Seats[i%len(e.Seats)]},
			Seed:  e.Seed + uint64(i),
			Time:  left,
			Make:  found,
		}.Examine(e.Rules)
		if err != nil {
			return err
		}
		e.add(one)
		e.done.Add(1)
	}
	return nil
}

// seatCounts lists how many can play.
func seatCounts(r *game.Rules) []int {
	return slices.DeleteFunc(gametest.SeatCounts(r.Seats), func(n int) bool { return r.Unfit(n) != nil })
}

// Progress is how many games were looked at so far. It may be asked while the examination runs.
func (e *Examination) Progress() int { return int(e.done.Load()) }

// short reports whether time ran out before all games were looked at.
func (e *Examination) short() bool {
	return e.Breaches == nil && (e.Games < e.Wanted || e.LeftOut != "")
}

func (e *Examination) add(o *gametest.Report) {
	e.Games += o.Games
	e.Moves += o.Moves
	e.LeftOut = o.LeftOut
	for seat, p := range o.Observed {
		e.Observed[seat] = plus(e.Observed[seat], p)
	}
	for _, b := range o.Breaches {
		b.Test = printed(e.Rules, b.Test)
		e.Breaches = append(e.Breaches, b)
	}
}

func plus(a, b gametest.Pairs) gametest.Pairs {
	return gametest.Pairs{
		Hidden: a.Hidden + b.Hidden, Compared: a.Compared + b.Compared,
		Illegal: a.Illegal + b.Illegal, Announced: a.Announced + b.Announced, Guessed: a.Guessed + b.Guessed,
	}
}

// Observer is somebody who watches the games, and what was compared for it.
type Observer struct {
	Observer string    `json:"observer"` // what people call it
	Seat     game.Seat `json:"seat"`     // -1 for the spectators
	gametest.Pairs
}

// Observers returns the seats from which something was hidden, in order, and the spectators
// last.
func (e *Examination) Observers() []Observer {
	all := []Observer{}
	for _, seat := range slices.Sorted(maps.Keys(e.Observed)) {
		if seat != game.Nobody && e.Observed[seat].Hidden > 0 {
			all = append(all, Observer{e.Rules.SeatName(seat), seat, e.Observed[seat]})
		}
	}
	if p := e.Observed[game.Nobody]; p.Hidden > 0 {
		all = append(all, Observer{"spectators", game.Nobody, p})
	}
	return all
}

// tooFew returns those for whom too few pairs were compared to say whether secrets are kept.
func (e *Examination) tooFew() []Observer {
	few := []Observer{}
	for _, seat := range e.TooFew() {
		name := e.Rules.SeatName(seat)
		if seat == game.Nobody {
			name = "spectators"
		}
		few = append(few, Observer{name, seat, e.Observed[seat]})
	}
	return few
}

// PairWords counts pairs that are too few.
func PairWords(n int) string {
	switch n {
	case 0:
		return "not one pair could be"
	case 1:
		return "only 1 pair was"
	}
	return fmt.Sprintf("only %d pairs were", n)
}

func (o Observer) String() string {
	text := fmt.Sprintf("%s compared at %s", words.Plural(o.Compared, "pair"), words.Plural(o.Hidden, "move"))
	var aside []string
	for _, a := range []struct {
		n   int
		why string
	}{
		{o.Illegal, "because the move is not legal in both"},
		{o.Announced, "because what is announced differs"},
		{o.Guessed, "because of what is guessed to be in sight"},
	} {
		if a.n > 0 {
			aside = append(aside, fmt.Sprintf("%d %s", a.n, a.why))
		}
	}
	if len(aside) > 0 {
		text += "; set aside: " + strings.Join(aside, ", ")
	}
	return text
}

// Conclusion says in sentences what the games have shown.
func (e *Examination) Conclusion() (sentences []string) {
	sum := e.Pairs()
	switch {
	case len(e.Breaches) > 0:
		sentences = append(sentences, "Secrets are not kept. The test above goes beside the game and shows it again.")
	case sum.Hidden == 0:
		sentences = append(sentences, "Nothing is hidden from anyone in these games, so there is nothing that could leak.")
	case sum.Compared == 0:
		sentences = append(sentences, "There are secrets, and not one pair could be compared: whether they are kept is not known.")
	default:
		sentences = append(sentences, "Nobody can tell the difference.")
	}
	if len(e.Breaches) > 0 {
		return sentences
	}
	for _, o := range e.tooFew() {
		if sum.Compared > 0 {
			sentences = append(sentences, fmt.Sprintf("But for %s %s compared, which is too few to say.", o.Observer, PairWords(o.Compared)))
		}
	}
	if e.short() {
		sentences = append(sentences, fmt.Sprintf("Time ran out before the end of all %d games; --time allows more.", e.Wanted))
	}
	return sentences
}

// Findings is the answer of an examination for machines.
type Findings struct {
	Game      string            `json:"game"`
	OK        bool              `json:"ok"`
	Games     int               `json:"games"`
	Wanted    int               `json:"wanted"` // fewer are played if time runs out
	Moves     int               `json:"moves"`
	Pairs     gametest.Pairs    `json:"pairs"` // of all observers
	Observers []Observer        `json:"observers"`
	TooFew    []string          `json:"too_few"` // observers for whom too few pairs were compared to say
	Breaches  []gametest.Breach `json:"breaches"`
}

// Findings returns what the games have shown.
func (e *Examination) Findings() *Findings {
	few := []string{}
	for _, o := range e.tooFew() {
		few = append(few, o.Observer)
	}
	return &Findings{
		Game: e.Rules.Name, OK: len(e.Breaches) == 0, Games: e.Games, Wanted: e.Wanted, Moves: e.Moves,
		Pairs: e.Pairs(), Observers: e.Observers(), TooFew: few, Breaches: append([]gametest.Breach{}, e.Breaches...),
	}
}

// Few returns the observers for whom too few pairs were compared to say.
func (f *Findings) Few() (all []Observer) {
	for _, name := range f.TooFew {
		i := slices.IndexFunc(f.Observers, func(o Observer) bool { return o.Observer == name })
		all = append(all, f.Observers[i])
	}
	return all
}
