package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/internal/ponder"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// patience is how long to wait for the server to answer.
const patience = 10 * time.Second

// remote is a match on a server.
type remote struct {
	client  *client.Client
	match   *client.Match
	place   place.Place
	now     client.Moment // the latest state
	shown   client.Moment // the state that the screen shows
	unsaid  []string      // notes that have not been shown yet
	keep    *keptSeat     // the saved token of the seat, or nil
	host    string        // the token of the host, if this player created the match
	promise string        // the commitment to the seed, if it is known
	lost    string        // why the connection is lost
	why     error         // why the session must end
	giving  bool          // resign was typed once
	gaveUp  bool          // and a second time
	watches bool          // as a spectator
}

// newRemote starts a session of a match on a server.
func newRemote(f *remote) (*Session, error) {
	f.now = f.match.Now()
	away := make([]bool, f.now.View.Seats())
	for x := range away {
		away[x] = game.Seat(x) != f.now.Seat
	}
	g := newSessionWith(f, away)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	past, err := f.match.History(ctx, 0)
	if err != nil {
		return nil, err
	}
	past = slices.DeleteFunc(past, func(e match.Event) bool { return e.N > f.now.Seq }) // later events will arrive anyway
	if !slices.ContainsFunc(past, func(e match.Event) bool { return e.Kind == match.Moved }) {
		g.opening[f.me()] = linesSaid(f.now.View)
	}
	f.enterEvents(g, past, nil)
	if n := len(g.log); n > 0 { // a returning player reads only the end of the log
		g.read[game.Nobody] = max(0, n-len(away))
	}
	return g, nil
}

// me returns the observer that the log is written for.
func (f *remote) me() game.Seat { return max(f.now.Seat, game.Nobody) }

func (f *remote) state() *game.State { return f.now.View }
func (f *remote) over() bool         { return f.now.Over }

// bot returns none: bots move on the server.
func (f *remote) bot() (game.Seat, bool)                   { return game.Nobody, false }
func (f *remote) think() *ponder.Thought                   { return nil }
func (f *remote) botMoves(*Session, *ponder.Thought) error { return nil }
func (f *remote) suggest(*Session, string) (*ponder.Thought, error) {
	return nil, errors.New("hints are for games on this machine, and for the browser")
}

// next returns the seat at the screen, if the match waits for it.
func (f *remote) next(game.Seat) game.Seat {
	if f.now.Over || !f.now.MyTurn() {
		return game.Nobody
	}
	return f.now.Seat
}

// leave disconnects, and prints how to return or, after the match, how to verify it and play a rematch.
func (f *remote) leave(_ *Session, con *console.Console) error {
	f.match.Close()
	if f.now.Over {
		f.keep.leave(true)
		check := fmt.Sprintf("%s verify %s", console.Command(), f.place.URL())
		if f.promise != "" {
			check += " --commitment " + f.promise
		}
		con.Note("To verify that the match was fair:\n  %s", check)
		if f.keep != nil || f.now.Next != "" {
			con.Note("To play a rematch:\n  %s", f.onward())
		}
		return nil
	}
	switch {
	case errors.Is(f.why, errGivenUp):
		f.keep.leave(true)
		con.Note("You resigned; %v. To watch:\n  %s --watch", f.why, f.invitation())
		return nil
	case f.why != nil:
		f.keep.release()
		return nil
	}
	f.keep.leave(false)
	con.Note("The match continues on the server. To return:\n  %s", f.command())
	if f.promise != "" {
		con.Note("%s", f.commitment())
	}
	return nil
}

// ended reports whether the session must end; the error is nil if that is not a failure.
func (f *remote) ended() (is bool, why error) {
	if errors.Is(f.why, errGivenUp) {
		return true, nil
	}
	return f.why != nil, f.why
}

// ask sends a request to the server, with a timeout.
func (f *remote) ask(do func(ctx context.Context) error) error {
	if !f.match.Now().Connected && f.why == nil {
		return errors.New("the connection is lost; wait until it is restored")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := do(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the server does not respond; the result will appear when it does")
	}
	return err
}

// play sends a move to the server.
func (f *remote) play(g *Session, view *game.State, m game.Move) error {
	err := f.ask(func(ctx context.Context) error { return f.match.Play(ctx, f.now.Seq, view.Text(m)) })
	f.receive(g)
	return err
}

// undo undoes the last move of the seat, or asks the other players to agree.
func (f *remote) undo(g *Session) (said string, err error) {
	asking := false
	err = f.ask(func(ctx context.Context) (err error) {
		asking, err = f.match.Undo(ctx)
		return err
	})
	f.receive(g)
	if asking {
		return f.undoMessage(), err
	}
	return g.describePosition("Undone"), err
}

func (f *remote) redo(*Session) (string, error) {
	return "", errors.New("matches on a server have no redo; make the move again")
}

func (f *remote) save() (string, error) {
	return "The server keeps the match. To return: " + f.command(), nil
}

func (f *remote) begin() error                   { return nil }
func (f *remote) live() bool                     { return true }
func (f *remote) wait(ctx context.Context) error { return f.match.Wait(ctx) }
func (f *remote) looked()                        { f.shown = f.now }

// order runs a command that only matches on a server have. It returns a message, and whether the word was such a command.
func (f *remote) order(word, rest string) (said string, is bool, err error) {
	giving := f.giving
	f.giving = false
	switch word {
	case "resign":
		if f.now.Seat < 0 || f.now.Over {
			return "", true, errors.New("you are not playing, so you cannot resign")
		}
		if f.giving = !giving; f.giving {
			return "Type resign again to confirm.", true, nil
		}
		f.gaveUp = true
		err = f.ask(f.match.Resign)
	case "yes", "no":
		if !f.now.MustAgree() {
			return "", true, errors.New("there is nothing to agree to")
		}
		err = f.ask(func(ctx context.Context) error { return f.match.Agree(ctx, word == "yes") })
	case "players":
		return strings.Join(f.players(), "\n"), true, nil
	case "bot":
		said, err = f.addBot(rest)
	default:
		return "", false, nil
	}
	return said, true, err
}

// addBot lets a bot play a free seat.
func (f *remote) addBot(words string) (string, error) {
	seats := len(f.now.Match.Seats)
	seat, err := f.names().Seat(words, seats)
	bot := ""
	if first, last, is := strings.Cut(strings.TrimSpace(words), " "); err != nil && is { // a seat, and the name of a bot
		bot = strings.TrimSpace(last)
		seat, err = f.names().Seat(first, seats)
	}
	switch {
	case strings.TrimSpace(words) == "":
		return "", errors.New("type a free seat, by number or role: bot 2")
	case err != nil:
		return "", err
	case f.host == "":
		return "", errors.New("only the player who created the match can add bots")
	case !f.now.Match.Seats[seat].Free:
		return "", fmt.Errorf("%s is not free", f.names().Of(seat))
	}
	return "", f.ask(func(ctx context.Context) error {
		_, err := f.client.Bot(ctx, f.place.Game, f.place.Match, f.host, wire.Bot{Seat: int(seat), Bot: bot})
		return err
	})
}

// outdated reports whether the table on the screen is out of date.
func (f *remote) outdated() bool {
	return f.shown.View != f.now.View || f.shown.Over != f.now.Over || !slices.Equal(f.shown.ToAct, f.now.ToAct)
}

// notes returns the notes that have not been shown, and clears them.
func (f *remote) notes() []string {
	notes := f.unsaid
	f.unsaid = nil
	return notes
}

// keepDraft restores an unfinished choice, if it is still possible.
func (g *Session) keepDraft(was *question) {
	if !g.live() || was == nil || g.ask == nil || was.draft.Seat != g.seat || was.draft.Action == "" || len(was.draft.Picks) == 0 {
		return
	}
	if q, err := questionAfter(g.names(), g.view, was.draft); err == nil && !q.done {
		q.auto = was.auto
		g.ask = q
	}
}
