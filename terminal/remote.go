package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
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
	table   *client.Table
	place   Place         // where it is
	now     client.Moment // what is known of it
	shown   client.Moment // what was known when the table was shown last
	unsaid  []string      // notes that the player has not been told yet
	keep    *keptSeat     // where the secret of the seat is kept, nil if it is not
	host    string        // the secret of the host, if this is who has made the match
	promise string        // the commitment to the seed, if it is known
	why     string        // why the connection is lost
	ended   error         // why it cannot go on here
	asking  bool          // the others are asked whether the last move may be taken back
	giving  bool          // giving up was typed once
	gaveUp  bool          // and then once more
	watches bool          // it is looked on at
}

// newRemote begins a sitting at a match that is watched.
func newRemote(f *remote) (*Session, error) {
	f.now = f.table.Now()
	g := &Session{remote: f, seat: game.Nobody, read: map[game.Seat]int{}, opening: map[game.Seat][]string{}, opened: map[game.Seat]bool{}}
	g.bots = make([]bool, f.now.View.Seats())
	for x := range g.bots {
		g.bots[x] = game.Seat(x) != f.now.Seat
	}
	g.secret = secretActions(f.now.View.Rules())
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	past, err := f.table.History(ctx, 0)
	if err != nil {
		return nil, err
	}
	past = slices.DeleteFunc(past, func(e match.Event) bool { return e.N > f.now.Seq }) // the rest will be heard
	if !slices.ContainsFunc(past, func(e match.Event) bool { return e.Kind == match.Moved }) {
		g.opening[g.me()] = linesSaid(f.now.View)
	}
	g.enterEvents(past, nil)
	if n := len(g.log); n > 0 { // who comes back needs not read all
		g.read[game.Nobody] = max(0, n-len(g.bots))
	}
	return g, nil
}

// me is whose words the log has: those of the seat, or of spectators.
func (g *Session) me() game.Seat { return max(g.remote.now.Seat, game.Nobody) }

// next returns the seat at the screen, if the match waits for it.
func (f *remote) next() game.Seat {
	if f.now.Over || !f.now.MyTurn() {
		return game.Nobody
	}
	return f.now.Seat
}

// leave closes the table, and says how to come back or what can be done when it is over.
func (f *remote) leave(con *console.Console) {
	f.table.Close()
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
		return
	}
	switch {
	case errors.Is(f.ended, errGivenUp):
		f.keep.leave(true)
		con.Note("You have given up; %v. To look on:\n  %s --watch", f.ended, f.invitation())
		return
	case f.ended != nil:
		f.keep.release()
		return
	}
	f.keep.leave(false)
	con.Note("The match goes on at the server. Go on with:\n  %s", f.command())
	if f.promise != "" {
		con.Note("%s", f.commitment())
	}
}

// failure is why the match cannot go on here, nil if that is as it should be.
func (f *remote) failure() error {
	if f == nil || errors.Is(f.ended, errGivenUp) {
		return nil
	}
	return f.ended
}

// ask does something at the server that must not take long.
func (f *remote) ask(do func(ctx context.Context) error) error {
	if !f.table.Now().Connected && f.ended == nil {
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

// send makes a move at the server.
func (g *Session) send(view *game.State, m game.Move) error {
	err := g.remote.ask(func(ctx context.Context) error { return g.remote.table.Play(ctx, g.remote.now.Seq, view.Text(m)) })
	g.hear()
	return err
}

// takeBackThere takes the last move of the seat back, or asks the others whether it may.
func (g *Session) takeBackThere() error {
	err := g.remote.ask(func(ctx context.Context) (err error) {
		g.remote.asking, err = g.remote.table.Undo(ctx)
		return err
	})
	g.hear()
	return err
}

// order does what can be typed at a match at a server only. It answers what is to be said, and
// whether it was such a word at all.
func (g *Session) order(word, rest string) (said string, is bool, err error) {
	f := g.remote
	if f == nil {
		return "", false, nil
	}
	giving := f.giving
	f.giving = false
	switch word {
	case "resign":
		if f.now.Seat < 0 || f.now.Over {
			return "", true, errors.New("there is nothing to give up")
		}
		if f.giving = !giving; f.giving {
			return "Type resign once more to give up.", true, nil
		}
		f.gaveUp = true
		err = f.ask(f.table.Resign)
	case "yes", "no":
		if !f.now.MustAgree() {
			return "", true, errors.New("you are not asked for anything")
		}
		err = f.ask(func(ctx context.Context) error { return f.table.Agree(ctx, word == "yes") })
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
	seat, name, _ := strings.Cut(strings.TrimSpace(words), " ")
	n, err := strconv.Atoi(seat)
	switch {
	case err != nil:
		return "", errors.New("bot takes the number of a free seat: bot 1")
	case f.host == "":
		return "", errors.New("only who has made the match gives seats to bots")
	}
	return "", f.ask(func(ctx context.Context) error {
		_, err := f.client.Bot(ctx, f.place.Game, f.place.Match, f.host, wire.Bot{Seat: n, Bot: strings.TrimSpace(name)})
		return err
	})
}

// outdated reports whether the table that is shown is not what the match has come to.
func (f *remote) outdated() bool {
	return f != nil && (f.shown.View != f.now.View || f.shown.Over != f.now.Over || !slices.Equal(f.shown.ToAct, f.now.ToAct))
}

// notes returns what the player has not been told yet, for somebody who tells it.
func (f *remote) notes() []string {
	if f == nil {
		return nil
	}
	notes := f.unsaid
	f.unsaid = nil
	return notes
}

// keepDraft goes on with what was being chosen, if that can be chosen still.
func (g *Session) keepDraft(was *question) {
	if g.remote == nil || was == nil || g.ask == nil || was.draft.Seat != g.seat || was.draft.Action == "" || len(was.draft.Picks) == 0 {
		return
	}
	if q, err := ask(g.view, was.draft); err == nil && !q.done {
		q.auto = was.auto
		g.ask = q
	}
}
