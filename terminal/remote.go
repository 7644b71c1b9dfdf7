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
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// patience is how long an answer of the server is waited for.
const patience = 10 * time.Second

// remote is a match that is kept at a server and played at this screen.
type remote struct {
	client  *client.Client
	match   *client.Match
	place   Place         // where it is
	now     client.Moment // what is known of it
	shown   client.Moment // what was known when the table was shown last
	unsaid  []string      // notes that the player has not been told yet
	keep    *keptSeat     // where the secret of the seat is kept, nil if it is not
	host    string        // the secret of the host, if this is who has made the match
	promise string        // the commitment to the seed, if it is known
	lost    string        // why the connection is lost
	why     error         // why it cannot go on here
	giving  bool          // resign was typed once
	gaveUp  bool          // and then once more
	watches bool          // it is looked on at
}

// newRemote begins a session of a match at a server.
func newRemote(f *remote) (*Session, error) {
	f.now = f.match.Now()
	away := make([]bool, f.now.View.Seats())
	for x := range away {
		away[x] = game.Seat(x) != f.now.Seat
	}
	g := sessionIn(f, away)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	past, err := f.match.History(ctx, 0)
	if err != nil {
		return nil, err
	}
	past = slices.DeleteFunc(past, func(e match.Event) bool { return e.N > f.now.Seq }) // the rest will be heard
	if !slices.ContainsFunc(past, func(e match.Event) bool { return e.Kind == match.Moved }) {
		g.opening[f.me()] = linesSaid(f.now.View)
	}
	f.enterEvents(g, past, nil)
	if n := len(g.log); n > 0 { // who comes back needs not read all
		g.read[game.Nobody] = max(0, n-len(away))
	}
	return g, nil
}

// me is whose words the log has: those of the seat, or of spectators.
func (f *remote) me() game.Seat { return max(f.now.Seat, game.Nobody) }

func (f *remote) state() *game.State { return f.now.View }
func (f *remote) over() bool         { return f.now.Over }

// bot returns none: the bots of a match move at the server.
func (f *remote) bot() (game.Seat, bool)  { return game.Nobody, false }
func (f *remote) botMoves(*Session) error { return nil }

// next returns the seat at the screen, if the match waits for it.
func (f *remote) next(game.Seat) game.Seat {
	if f.now.Over || !f.now.MyTurn() {
		return game.Nobody
	}
	return f.now.Seat
}

// leave closes the match, and says how to come back or what can be done when it is over.
func (f *remote) leave(_ *Session, con *console.Console) error {
	f.match.Close()
	if f.now.Over {
		f.keep.leave(true)
		check := fmt.Sprintf("%s verify %s", console.Command(), f.place.URL())
		if f.promise != "" {
			check += " --commitment " + f.promise
		}
		con.Note("To check that all was fair:\n  %s", check)
		if f.keep != nil || f.now.Next != "" {
			con.Note("To play once more:\n  %s", f.onward())
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
	con.Note("The match goes on at the server. Go on with:\n  %s", f.command())
	if f.promise != "" {
		con.Note("%s", f.commitment())
	}
	return nil
}

// ended reports whether the match cannot go on here; the error is nil if that is as it should be.
func (f *remote) ended() (is bool, why error) {
	if errors.Is(f.why, errGivenUp) {
		return true, nil
	}
	return f.why != nil, f.why
}

// ask does something at the server that must not take long.
func (f *remote) ask(do func(ctx context.Context) error) error {
	if !f.match.Now().Connected && f.why == nil {
		return errors.New("the connection is lost; wait until it is back")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := do(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the server does not answer; what has come of it will be seen when it does")
	}
	return err
}

// play makes a move at the server.
func (f *remote) play(g *Session, view *game.State, m game.Move) error {
	err := f.ask(func(ctx context.Context) error { return f.match.Play(ctx, f.now.Seq, view.Text(m)) })
	f.hear(g)
	return err
}

// undo takes the last move of the seat back, or asks the others whether it may.
func (f *remote) undo(g *Session) (said string, err error) {
	asking := false
	err = f.ask(func(ctx context.Context) (err error) {
		asking, err = f.match.Undo(ctx)
		return err
	})
	f.hear(g)
	if asking {
		return f.asks(), err
	}
	return g.moveAgain("Undone"), err
}

func (f *remote) redo(*Session) (string, error) {
	return "", errors.New("a match at a server has no redo; make the move once more")
}

func (f *remote) save() (string, error) {
	return "The server keeps the match. Go on with " + f.command(), nil
}

func (f *remote) begin() error                   { return nil }
func (f *remote) live() bool                     { return true }
func (f *remote) wait(ctx context.Context) error { return f.match.Wait(ctx) }
func (f *remote) looked()                        { f.shown = f.now }

// order does what can be typed at a match at a server only. It answers what is to be said, and
// whether it was such a word at all.
func (f *remote) order(word, rest string) (said string, is bool, err error) {
	giving := f.giving
	f.giving = false
	switch word {
	case "resign":
		if f.now.Seat < 0 || f.now.Over {
			return "", true, errors.New("you do not play, so you cannot resign")
		}
		if f.giving = !giving; f.giving {
			return "Type resign once more to resign.", true, nil
		}
		f.gaveUp = true
		err = f.ask(f.match.Resign)
	case "yes", "no":
		if !f.now.MustAgree() {
			return "", true, errors.New("you are not asked for anything")
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

// addBot gives a free seat to a bot.
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
		return "", errors.New("bot takes a free player, by number or role: bot 2")
	case err != nil:
		return "", err
	case f.host == "":
		return "", errors.New("only the one who made the match can add bots")
	case !f.now.Match.Seats[seat].Free:
		return "", fmt.Errorf("%s is not free", f.names().Of(seat))
	}
	return "", f.ask(func(ctx context.Context) error {
		_, err := f.client.Bot(ctx, f.place.Game, f.place.Match, f.host, wire.Bot{Seat: int(seat), Bot: bot})
		return err
	})
}

// outdated reports whether the table that is shown is not what the match has come to.
func (f *remote) outdated() bool {
	return f.shown.View != f.now.View || f.shown.Over != f.now.Over || !slices.Equal(f.shown.ToAct, f.now.ToAct)
}

// notes returns what the player has not been told yet, for somebody who tells it.
func (f *remote) notes() []string {
	notes := f.unsaid
	f.unsaid = nil
	return notes
}

// keepDraft goes on with what was being chosen, if that can be chosen still.
func (g *Session) keepDraft(was *question) {
	if !g.live() || was == nil || g.ask == nil || was.draft.Seat != g.seat || was.draft.Action == "" || len(was.draft.Picks) == 0 {
		return
	}
	if q, err := ask(g.names(), g.view, was.draft); err == nil && !q.done {
		q.auto = was.auto
		g.ask = q
	}
}
