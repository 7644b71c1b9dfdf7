package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// receive takes in what happened on the server. It reports whether the table must be shown again. Everything else worth
// showing goes to the notes.
func (f *remote) receive(g *Session) (changed bool) {
	var notes []string
	var entered []string
	for {
		n, is, err := f.match.Pending()
		if !is {
			if err != nil && f.why == nil {
				f.why, changed = err, true
			}
			if left, is := errors.AsType[*client.Farewell](err); is && left.Code == "left" && f.gaveUp {
				f.why = errGivenUp
			}
			break
		}
		was := f.now
		f.now = n.Now
		events := n.Events
		if n.Kind == client.Back && len(events) == 0 && f.now.Seq > was.Seq {
			events = f.missed(was.Seq)
		}
		from := len(g.log)
		from -= f.enterEvents(g, events, was.View)
		for _, e := range g.log[from:] {
			entered = append(entered, f.names().Line(e.line[f.me()]))
		}
		notes = append(notes, f.remarks(&was, n)...)
		if last := len(n.Stages) - 1; last > 0 && len(g.log) > 0 {
			e := &g.log[len(g.log)-1]
			for _, x := range n.Stages[:last] {
				e.stages = append(e.stages, stage{x.View, append([]match.Line{}, x.Said...)})
			}
			g.addStages(e.stages)
		}
		if x := f.now.Seat; x >= 0 && f.now.Match.Seats[x].Bot != "" && !f.now.Over {
			f.why, changed = errGivenUp, true
		}
	}
	if changed = changed || f.outdated(); !changed { // otherwise the log is shown with the table
		notes, g.read[game.Nobody] = append(entered, notes...), len(g.log)
	}
	f.unsaid = append(f.unsaid, notes...)
	return changed
}

// errGivenUp ends the session of a player who resigned while the others play on.
var errGivenUp = errors.New("a bot plays in your place")

// missed returns the events while the connection was lost.
func (f *remote) missed(since int) []match.Event {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	events, err := f.match.History(ctx, since)
	if err != nil {
		return nil // the table shows the result
	}
	return slices.DeleteFunc(events, func(e match.Event) bool { return e.N > f.now.Seq })
}

// enterEvents adds events to the log. It returns how many entries undo removed.
func (f *remote) enterEvents(g *Session, events []match.Event, before *game.State) (out int) {
	me := f.me()
	for _, e := range events {
		x := logged{before: before, seat: e.Seat, entry: e.N, said: map[game.Seat][]match.Line{me: e.Said}}
		var line match.Line
		switch role := f.now.View.Rules().SeatName(e.Seat); {
		case e.Kind == match.Moved && e.Line != nil:
			line = *e.Line
		case e.Kind == match.Undone:
			n := g.strike(e.Back)
			out += n
			line = match.Line{Text: "{0} undoes " + words.Plural(n, "move") + ".", Args: []match.Arg{{Seat: &e.Seat}}}
		case e.Kind == match.Resigned:
			line = match.Line{Text: "{0} resigns.", Args: []match.Arg{{Seat: &e.Seat}}}
		case e.Kind == match.Seated && e.Bot != "":
			line.Text = fmt.Sprintf("A bot plays %s.", role)
		case e.Kind == match.Seated && e.Reserved:
			line.Text = fmt.Sprintf("%s is kept for %s.", words.Capital(role), words.Tame(e.Name))
		case e.Kind == match.Seated && e.Name != "":
			line.Text = fmt.Sprintf("%s joins as %s.", words.Tame(e.Name), role)
		case e.Kind == match.Seated:
			line.Text = fmt.Sprintf("%s is free.", words.Capital(role))
		case words.Operator[e.Kind] != "":
			line.Text = words.Operator[e.Kind]
		case e.Kind == match.Updated:
			line.Text = "The match continues with changed rules."
		default:
			continue
		}
		if x.note = e.Kind != match.Moved; x.note {
			x.seat = game.Nobody
		}
		x.line = map[game.Seat]match.Line{me: line}
		g.log = append(g.log, x)
	}
	return out
}

// strike removes the moves after an entry from the log.
func (g *Session) strike(back int) (n int) {
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
