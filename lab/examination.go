package lab

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/internal/words"
)

// Examination checks the laws about secrets in random games.
type Examination struct {
	gametest.Report
	Wanted int // fewer are played if time runs out

	Rules    *game.Rules
	Seats    []int // numbers of players, in turn; if nil, every possible number
	Seed     uint64
	MaxMoves int
	Until    time.Time // a time limit

	done atomic.Int64
}

// Run plays the games one by one, until one breaks a law.
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
			Seats:   []int{e.Seats[i%len(e.Seats)]},
			Seed:    e.Seed + uint64(i),
			Time:    left,
			Make:    rulesExpression(e.Rules),
			Package: unpackaged.ReplaceAllString(strings.ToLower(e.Rules.Name), ""),
		}.Examine(e.Rules)
		if err != nil {
			return err
		}
		e.add(one)
		e.done.Add(1)
	}
	return nil
}

// seatCounts lists the possible numbers of players.
func seatCounts(r *game.Rules) []int {
	return slices.DeleteFunc(gametest.SeatCounts(r.Seats), func(n int) bool { return r.Unfit(n) != nil })
}

// Progress returns the number of games checked so far. It may be called while Run runs.
func (e *Examination) Progress() int { return int(e.done.Load()) }

// short reports whether time ran out before all games were checked.
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
	e.Breaches = append(e.Breaches, o.Breaches...)
}

func plus(a, b gametest.Pairs) gametest.Pairs {
	return gametest.Pairs{
		Hidden: a.Hidden + b.Hidden, Compared: a.Compared + b.Compared,
		Illegal: a.Illegal + b.Illegal, Announced: a.Announced + b.Announced, Guessed: a.Guessed + b.Guessed,
	}
}

// Observer is an observer of the games, with the pairs compared for it.
type Observer struct {
	Observer string    `json:"observer"` // its name
	Seat     game.Seat `json:"seat"`     // -1 for the spectators
	gametest.Pairs
}

// Observers returns the seats that something was hidden from, in order, and the spectators last.
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

// tooFew returns the observers for whom too few pairs were compared.
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

// PairWords describes a number of pairs that is too small.
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
		{o.Announced, "because announcements differ"},
		{o.Guessed, "because Guess changed something visible"},
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

// Conclusion describes the result in sentences.
func (e *Examination) Conclusion() (sentences []string) {
	sum := e.Pairs()
	switch {
	case len(e.Breaches) > 0:
		sentences = append(sentences, "The game leaks secrets. Put the test above next to the game to reproduce it.")
	case sum.Hidden == 0:
		sentences = append(sentences, "Nothing is hidden from anyone in these games, so nothing can leak.")
	case sum.Compared == 0:
		sentences = append(sentences, "There are secrets, but not one pair could be compared, so the result is unknown.")
	default:
		sentences = append(sentences, "No leaks found.")
	}
	if len(e.Breaches) > 0 {
		return sentences
	}
	for _, o := range e.tooFew() {
		if sum.Compared > 0 {
			sentences = append(sentences,
				fmt.Sprintf("For %s, %s compared, which is too few to tell.", o.Observer, PairWords(o.Compared)))
		}
	}
	if e.short() {
		sentences = append(sentences,
			fmt.Sprintf("Time ran out before all %d games were played; use --time to allow more.", e.Wanted))
	}
	return sentences
}

// Findings is the result of an examination in a form for JSON.
type Findings struct {
	Game      string            `json:"game"`
	OK        bool              `json:"ok"`
	Games     int               `json:"games"`
	Wanted    int               `json:"wanted"` // fewer are played if time runs out
	Moves     int               `json:"moves"`
	Pairs     gametest.Pairs    `json:"pairs"` // of all observers
	Observers []Observer        `json:"observers"`
	TooFew    []string          `json:"too_few"` // observers for whom too few pairs were compared
	Breaches  []gametest.Breach `json:"breaches"`
}

// Findings returns the result.
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

// Few returns the observers for whom too few pairs were compared.
func (f *Findings) Few() (all []Observer) {
	for _, name := range f.TooFew {
		i := slices.IndexFunc(f.Observers, func(o Observer) bool { return o.Observer == name })
		all = append(all, f.Observers[i])
	}
	return all
}

// unpackaged matches characters of a game's name that a package name cannot have.
var unpackaged = regexp.MustCompile(`[^a-z0-9]`)

// rulesExpression returns the Go code with which a test in the package of the game makes the rules: its function New, and
// lines that set the options, if there are any.
func rulesExpression(r *game.Rules) string {
	if len(r.Options) == 0 {
		return "New() // or however you create the rules"
	}
	var set []string
	for _, o := range slices.SortedFunc(slices.Values(r.Options), func(a, b game.Setting) int { return cmp.Compare(a.Name, b.Name) }) {
		set = append(set, fmt.Sprintf("%q: %q", o.Name, o.Value))
	}
	return "// If New takes arguments, pass any: With sets all options.\n" +
		"rules, err := New().With(game.Values{" + strings.Join(set, ", ") + "})\n" +
		"if err != nil {\n\tt.Fatal(err)\n}"
}
