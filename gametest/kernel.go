package gametest

import (
	"iter"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// kernel is what the laws test: the functions of package game. Tests of the laws replace some with broken
// ones, to check that a law notices.
type kernel struct {
	start    func(*game.Rules, int, game.Seed, ...game.Chance) (*game.State, error)
	play     func(*game.State, game.Move) (*game.State, error)
	playText func(*game.State, game.Seat, string) (*game.State, error)
	moves    func(*game.State) ([]game.Move, error)
	offers   func(*game.State, game.Move) ([]game.Offer, error)
	onFork   func(*game.Fork, game.Move, []game.Offer) ([]game.Offer, error) // its offers
	chooser  func(*game.State, game.Move) (*game.Chooser, error)
	take     func(*game.Chooser, game.Value) (*game.Chooser, error)
	stop     func(*game.Chooser) (*game.Chooser, error)
	back     func(*game.Chooser) *game.Chooser
	hash     func(*game.State) uint64
	key      func(*game.State) uint64
	save     func(*game.State) []byte
	load     func(*game.Rules, []byte) (*game.State, error)
	diff     func(from, to *game.State) []game.Change
	apply    func(*game.State, ...[]game.Change) (*game.State, error)
	read     func([]byte) (*match.Record, error)
	replay   func(*game.Rules, *match.Record, int) (*game.State, error)
	history  func(s *game.State, keep int) history
	fork     func(*game.State) fork
	look     func(*game.State) elements
	view     func(*game.State, game.Seat) *game.State
	sees     func(*game.State, game.Seat, game.ID) game.Level
	said     func(view *game.State) []game.Line
	notices  func(view *game.State) []game.Notice
	told     func(*game.State, game.Seat) ([]game.Line, []game.Notice)
	real     func(view *game.State, m game.Move) (game.Move, error)
	textFor  func(*game.State, game.Seat, game.Move, *game.State) string
	moveLine func(*game.State, game.Seat, game.Move, *game.State) game.Line
	changes  func(from, to *game.State, seat game.Seat) []game.Change
	redeal   func(*game.State, game.Seat, game.Seed, ...game.ID) (*game.State, error)
	moveKey  func(*game.State, game.Move) uint64
	toAct    func(*game.State) game.Set[game.Seat]
	progress func(*game.State, game.Seat) (game.Progress, bool)
	where    func(*game.State) string
	settled  func(*game.State) (bool, error)
	derived  func(*game.State) error
	stages   func(*game.State) []*game.State
	chosen   func(*game.State, game.Seat) (game.Move, bool)
}

// history is a *match.Match that can go back and forward freely.
type history interface {
	State() *game.State
	Make(behind *match.Batch, m game.Move) (*match.Batch, error)
	Commit(*match.Batch)
	Back() error
	Forward() error
	Record() *match.Record
}

// playIn makes a move in a history.
func playIn(h history, m game.Move) error {
	batch, err := h.Make(nil, m)
	if err == nil {
		h.Commit(batch)
	}
	return err
}

// historyOf starts a history that keeps this many states.
func historyOf(s *game.State, keep int) history {
	m := match.Begin(s)
	m.Keep = keep
	return m
}

// replayed is the state that a record leads to.
func replayed(r *game.Rules, rec *match.Record, upTo int) (*game.State, error) {
	m, err := match.Replay(r, rec, upTo)
	if m == nil {
		return nil, err
	}
	return m.State(), err
}

// fork is a *game.Fork.
type fork interface {
	State() *game.State
	Hash() uint64
	Play(game.Move) error
	Freeze() (*game.State, error)
	Moves() ([]game.Move, error)
	Perft(depth int) (uint64, error)
	Record(on bool)
	Changes() []game.Change
	Redeal(s *game.State, seat game.Seat, seed uint64) error
	RedealOpen(s *game.State, seat game.Seat, seed uint64) error
	Seed(n uint64)
	Reset(*game.State)
	Random() (more bool, err error)
	Playout(most int) (moves int, err error)
	Note(on bool)
	Noted() []game.Move
	Mark() game.Mark
	Back(game.Mark)
	Handles([]game.Handle) ([]game.Handle, error)
	Move(game.Handle) game.Move
	Do(game.Handle) error
}

// elements is what a *game.State reports about its elements.
type elements interface {
	Seats() int
	Name(game.ID) string
	Find(string) game.ID
	Alive(game.ID) bool
	Kind(game.ID) *game.Kind
	Owner(game.ID) game.Seat
	Parent(game.ID) game.ID
	Count(game.Holder) int
	First(game.Holder) game.ID
	Last(game.Holder) game.ID
	In(game.Holder) iter.Seq[game.ID]
	All(...*game.Kind) iter.Seq[game.ID]
	Filled() game.Set[game.ID]
	Held(game.Seat) game.Set[game.ID]
	Scheduled() game.ID
}

// actual is the real kernel.
func actual() kernel {
	return kernel{
		start:    (*game.Rules).Start,
		play:     (*game.State).Play,
		playText: (*game.State).PlayText,
		moves:    (*game.State).Moves,
		offers:   (*game.State).Offers,
		onFork:   (*game.Fork).Offers,
		chooser:  (*game.State).Chooser,
		take:     (*game.Chooser).Take,
		stop:     (*game.Chooser).Stop,
		back:     (*game.Chooser).Back,
		hash:     (*game.State).Hash,
		key:      (*game.State).PositionKey,
		save:     (*game.State).Save,
		load:     (*game.Rules).Load,
		diff:     (*game.State).Diff,
		apply:    (*game.State).Apply,
		read:     match.ReadRecord,
		replay:   replayed,
		history:  historyOf,
		fork:     func(s *game.State) fork { return s.Fork() },
		look:     func(s *game.State) elements { return s },
		view:     (*game.State).View,
		sees:     (*game.State).Sees,
		said:     (*game.State).Said,
		notices:  (*game.State).Notices,
		real:     (*game.State).Real,
		textFor:  (*game.State).TextFor,
		moveLine: func(s *game.State, o game.Seat, m game.Move, next *game.State) game.Line {
			return s.MoveLine((*game.State).View, o, m, next)
		},
		changes:  func(from, to *game.State, seat game.Seat) []game.Change { return from.Changes(to, seat)[0] },
		redeal:   (*game.State).Redeal,
		moveKey:  (*game.State).MoveKey,
		toAct:    (*game.State).ToAct,
		progress: (*game.State).Progress,
		where:    (*game.State).Where,
		settled:  (*game.State).Settled,
		derived:  (*game.State).CheckDerived,
		stages:   (*game.State).Moments,
		chosen:   (*game.State).Chosen,
		told:     (*game.State).Told,
	}
}
