package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// patience is how long an answer of the server is waited for.
const patience = 10 * time.Second

// far is a match that is kept at a server and played at this screen.
type far struct {
	client  *client.Client
	table   *client.Table
	place   place         // where it is
	now     client.Moment // what is shown of it
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

// newFar begins a sitting at a match that is watched.
func newFar(f *far) (*sitting, error) {
	f.now = f.table.Now()
	g := &sitting{far: f, seat: game.Nobody, read: map[game.Seat]int{}, opening: map[game.Seat][]string{}, opened: map[game.Seat]bool{}}
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
func (g *sitting) me() game.Seat { return max(g.far.now.Seat, game.Nobody) }

// next returns the seat at the screen, if the match waits for it.
func (f *far) next() game.Seat {
	if f.now.Over || !f.now.MyTurn() {
		return game.Nobody
	}
	return f.now.Seat
}

// who is what people call the one in a seat.
func (f *far) who(seat game.Seat) string {
	if seat < 0 || int(seat) >= len(f.now.Match.Seats) {
		return seat.String()
	}
	name := tame(f.now.Match.Seats[seat].Name)
	for x, s := range f.now.Match.Seats {
		if game.Seat(x) != seat && tame(s.Name) == name {
			return strings.TrimSpace(name + " (" + seat.String() + ")")
		}
	}
	return cmp.Or(name, seat.String())
}

var seatWord = regexp.MustCompile(`\bseat (\d+)\b`)

// named puts the names of players into a text that speaks of seats.
func (f *far) named(text string) string {
	return seatWord.ReplaceAllStringFunc(text, func(word string) string {
		n, err := strconv.Atoi(strings.TrimPrefix(word, "seat "))
		if err != nil || n >= len(f.now.Match.Seats) || f.now.Match.Seats[n].Name == "" {
			return word
		}
		return word + " (" + tame(f.now.Match.Seats[n].Name) + ")"
	})
}

// outcome is how the match has ended.
func (f *far) outcome() string {
	if f.now.Outcome == nil {
		return ""
	}
	text := f.named(tame(f.now.Outcome.Text))
	if f.now.Resigned >= 0 {
		text = f.who(f.now.Resigned) + " has given up, " + text
	}
	return text
}

// waitsFor says whom the match waits for.
func (f *far) waitsFor() string {
	for x, s := range f.now.Match.Seats {
		if s.Free && slices.Contains(f.now.ToAct, game.Seat(x)) {
			return fmt.Sprintf("Seat %d is free. Who wants to play it types: %s", x, f.invitation())
		}
	}
	var who []string
	for _, x := range f.now.ToAct {
		name := f.who(x)
		if int(x) < len(f.now.Here) && !f.now.Here[x] && f.now.Match.Seats[x].Bot == "" {
			name += ", who is not connected,"
		}
		if x != f.now.Seat {
			who = append(who, name)
		}
	}
	switch len(who) {
	case 0:
		return ""
	case 1:
		return who[0] + " is to move."
	}
	return strings.Join(who[:len(who)-1], ", ") + " and " + who[len(who)-1] + " are to move."
}

// urgent is what must be known before anything else.
func (f *far) urgent() string {
	switch {
	case !f.now.Connected:
		return "The connection is lost: " + f.why + ". Trying to come back..."
	case f.now.MustAgree():
		return f.consent()
	}
	return ""
}

// asks says that the others are asked, and who, if that is known already.
func (f *far) asks() string {
	if f.now.Asked != nil {
		return f.consent()
	}
	return "the others are asked whether it may be taken back"
}

// consent says what is asked of whom.
func (f *far) consent() string {
	a := f.now.Asked
	why := f.named(tame(a.Why))
	switch {
	case f.now.MustAgree():
		return fmt.Sprintf("%s asks to take back what was played (%s). Type yes or no.", f.who(a.Seat), why)
	case a.Seat == f.now.Seat:
		var who []string
		for _, x := range a.Need {
			who = append(who, f.who(x))
		}
		return fmt.Sprintf("To take it back, %s must agree: %s.", strings.Join(who, " and "), why)
	}
	return f.who(a.Seat) + " asks to take back what was played."
}

// invitation is what somebody else types to come to the match.
func (f *far) invitation() string { return self() + " join " + f.place.String() }

// command is what is typed to come back to the match.
func (f *far) command() string {
	command := f.invitation()
	if f.watches {
		command += " --watch"
	}
	return command
}

// commitment says what the server has published of the seed, and what for.
func (f *far) commitment() string {
	return fmt.Sprintf("The commitment to the seed is %s. Note it: by it, %s verify finds out in the end whether the server has chosen cards or dice.", f.promise, self())
}

// beyond says how friends elsewhere come to a server whose address is of this machine only, "" if it is
// not.
func (f *far) beyond() string {
	host, port, local := f.place.loopback()
	if !local {
		return ""
	}
	return fmt.Sprintf("%s is this machine alone. For others elsewhere, the server must be started with --address 0.0.0.0:%s, and they type the address of this machine instead.", host, port)
}

// leave closes the table, and says how to come back or what can be done when it is over.
func (f *far) leave(con *console) {
	f.table.Close()
	if f.now.Over {
		f.keep.leave(true)
		check := fmt.Sprintf("%s verify %s", self(), f.place.url())
		if f.promise != "" {
			check += " --commitment " + f.promise
		}
		con.note("To check that all was fair:\n  %s", check)
		return
	}
	switch {
	case errors.Is(f.ended, errGivenUp):
		f.keep.leave(true)
		con.note("You have given up; %v. To look on:\n  %s --watch", f.ended, f.invitation())
		return
	case f.ended != nil:
		f.keep.release()
		return
	}
	f.keep.leave(false)
	con.note("The match goes on at the server. Go on with:\n  %s", f.command())
	if f.promise != "" {
		con.note("%s", f.commitment())
	}
}

// failure is why the match cannot go on here, nil if that is as it should be.
func (f *far) failure() error {
	if f == nil || errors.Is(f.ended, errGivenUp) {
		return nil
	}
	return f.ended
}

// ask does something at the server that must not take long.
func (f *far) ask(do func(ctx context.Context) error) error {
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
func (g *sitting) send(view *game.State, m game.Move) error {
	err := g.far.ask(func(ctx context.Context) error { return g.far.table.Play(ctx, g.far.now.Seq, view.Text(m)) })
	g.hear()
	return err
}

// takeBackThere takes the last move of the seat back, or asks the others whether it may.
func (g *sitting) takeBackThere() error {
	err := g.far.ask(func(ctx context.Context) (err error) {
		g.far.asking, err = g.far.table.Undo(ctx)
		return err
	})
	g.hear()
	return err
}

// hear takes in what has happened at the server. It answers whether the table has changed, and what
// else is worth saying.
func (g *sitting) hear() (changed bool, notes []string) {
	f := g.far
	var entered []string
	for {
		n, is, err := f.table.Pending()
		if !is {
			if err != nil && f.ended == nil {
				f.ended, changed = err, true
			}
			if left, is := errors.AsType[*client.Farewell](err); is && left.Code == "left" && f.gaveUp {
				f.ended = errGivenUp
			}
			break
		}
		was := f.now
		f.now = n.Now
		changed = changed || was.View != f.now.View || was.Over != f.now.Over || !slices.Equal(was.ToAct, f.now.ToAct)
		events := n.Events
		if n.Kind == client.Back && len(events) == 0 && f.now.Seq > was.Seq {
			events = f.missed(was.Seq)
		}
		from := len(g.log)
		from -= g.enterEvents(events, was.View)
		for _, e := range g.log[from:] {
			entered = append(entered, e.text[g.me()])
		}
		notes = append(notes, f.remarks(&was, n)...)
		if x := f.now.Seat; x >= 0 && f.now.Match.Seats[x].Bot != "" && !f.now.Over {
			f.ended, changed = errGivenUp, true
		}
	}
	if !changed { // else the log is read with the table
		notes, g.read[game.Nobody] = append(entered, notes...), len(g.log)
	}
	return changed, notes
}

// errGivenUp is why somebody who has given up does not play on, while the others do.
var errGivenUp = errors.New("a bot plays on in your place")

// missed asks for what has happened while the connection was lost.
func (f *far) missed(since int) []match.Event {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	events, err := f.table.History(ctx, since)
	if err != nil {
		return nil // the table shows what has come of it
	}
	return slices.DeleteFunc(events, func(e match.Event) bool { return e.N > f.now.Seq })
}

// remarks are about what is no entry of the log.
func (f *far) remarks(was *client.Moment, n client.News) (notes []string) {
	switch n.Kind {
	case client.Lost:
		f.why = tame(n.Why)
		notes = append(notes, f.urgent())
	case client.Back:
		notes = append(notes, "The connection is back.")
	case client.Asked:
		switch {
		case f.now.Asked != nil && (was.Asked == nil || was.MustAgree() != f.now.MustAgree()):
			notes = append(notes, f.consent())
		case f.now.Asked == nil && was.Asked != nil && was.Seq == f.now.Seq:
			notes = append(notes, "The moves are not taken back.")
		}
	case client.Present:
		if was.Here == nil {
			break // who was here before needs not be said
		}
		for x, here := range f.now.Here {
			if game.Seat(x) != f.now.Seat && x < len(was.Here) && here != was.Here[x] && f.now.Connected {
				notes = append(notes, f.who(game.Seat(x))+map[bool]string{true: " is here.", false: " is not connected."}[here])
			}
		}
	}
	return notes
}

// enterEvents puts what has happened into the log; it answers how many entries that has taken out.
func (g *sitting) enterEvents(events []match.Event, before *game.State) (out int) {
	f, me := g.far, g.me()
	for _, e := range events {
		x := logged{before: before, seat: e.Seat, name: f.who(e.Seat), entry: e.N, said: map[game.Seat][]string{}}
		text := ""
		switch e.Kind {
		case match.Moved:
			text = tame(e.Move)
			if before != nil {
				text = labelled(text, before, f.now.View)
			} else {
				text = labelled(text, f.now.View)
			}
			for _, line := range e.Said {
				x.said[me] = append(x.said[me], tame(line))
			}
		case match.Undone:
			n := g.strike(e.Back)
			out += n
			x.note, text = true, fmt.Sprintf("%s takes %s back.", f.who(e.Seat), plural(n, "move"))
		case match.Resigned:
			x.note, text = true, f.who(e.Seat)+" gives up."
		case match.Seated:
			x.note = true
			switch {
			case e.Bot != "":
				text = fmt.Sprintf("A bot plays %s.", e.Seat)
			case e.Name != "":
				text = fmt.Sprintf("%s plays %s.", tame(e.Name), e.Seat)
			default:
				text = fmt.Sprintf("Seat %d is free.", e.Seat)
			}
		case match.Updated:
			x.note, text = true, "The match goes on with changed rules."
		}
		if text == "" {
			continue
		}
		if x.note {
			x.seat = game.Nobody
		}
		x.text = map[game.Seat]string{me: text}
		g.log = append(g.log, x)
	}
	return out
}

// strike takes the moves after an entry out of the log.
func (g *sitting) strike(back int) (n int) {
	var left []logged
	read := g.read[game.Nobody]
	for i, e := range g.log {
		if !e.note && e.entry > back {
			n++
			if i < g.read[game.Nobody] {
				read--
			}
			continue
		}
		left = append(left, e)
	}
	g.log, g.read[game.Nobody] = left, read
	return n
}

// order does what can be typed at a match at a server only. It answers what is to be said, and
// whether it was such a word at all.
func (g *sitting) order(word, rest string) (said string, is bool, err error) {
	f := g.far
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

// players says who plays, how to join if a seat is free, and what was published of the seed.
func (f *far) players() (lines []string) {
	for x, s := range f.now.Match.Seats {
		text := fmt.Sprintf("Seat %d: ", x)
		switch {
		case s.Free:
			text += "free"
		case s.Bot != "":
			text += "a bot"
		default:
			text += tame(s.Name)
			if x < len(f.now.Here) && !f.now.Here[x] {
				text += " (not connected)"
			}
		}
		if game.Seat(x) == f.now.Seat {
			text += ", you"
		}
		lines = append(lines, text)
	}
	if n := f.now.Spectators; n > 0 {
		lines = append(lines, "And "+plural(n, "spectator"))
	}
	if f.now.Match.Open() {
		lines = append(lines, "To join: "+f.invitation())
		if far := f.beyond(); far != "" {
			lines = append(lines, far)
		}
	}
	if f.promise != "" {
		lines = append(lines, f.commitment())
	}
	return lines
}

// addBot gives a free seat to a bot.
func (f *far) addBot(seat string) (string, error) {
	n, err := strconv.Atoi(strings.TrimSpace(seat))
	switch {
	case err != nil:
		return "", errors.New("bot takes the number of a free seat: bot 1")
	case f.host == "":
		return "", errors.New("only who has made the match gives seats to bots")
	}
	return "", f.ask(func(ctx context.Context) error {
		_, err := f.client.Bot(ctx, f.place.game, f.place.id, f.host, wire.Bot{Seat: n})
		return err
	})
}

// keepDraft goes on with what was being chosen, if that can be chosen still.
func (g *sitting) keepDraft(was *question) {
	if g.far == nil || was == nil || g.ask == nil || was.draft.Seat != g.seat || was.draft.Action == "" || len(was.draft.Picks) == 0 {
		return
	}
	if q, err := ask(g.view, was.draft); err == nil && !q.done {
		q.auto = was.auto
		g.ask = q
	}
}
