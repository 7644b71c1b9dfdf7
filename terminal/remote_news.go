package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/tableau"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// hear takes in what has happened at the server. It answers whether the table must be shown again. What
// else is worth saying is kept until somebody takes the notes.
func (f *remote) hear(g *Session) (changed bool) {
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
			entered = append(entered, e.text[f.me()])
		}
		notes = append(notes, f.remarks(&was, n)...)
		if last := len(n.Stages) - 1; last > 0 {
			var moments []*game.State
			for _, x := range n.Stages[:last] {
				moments = append(moments, x.View)
			}
			g.addStages(moments)
		}
		if x := f.now.Seat; x >= 0 && f.now.Match.Seats[x].Bot != "" && !f.now.Over {
			f.why, changed = errGivenUp, true
		}
	}
	if changed = changed || f.outdated(); !changed { // else the log is read with the table
		notes, g.read[game.Nobody] = append(entered, notes...), len(g.log)
	}
	f.unsaid = append(f.unsaid, notes...)
	return changed
}

// errGivenUp is why somebody who has given up does not play on, while the others do.
var errGivenUp = errors.New("a bot plays on in your place")

// missed asks for what has happened while the connection was lost.
func (f *remote) missed(since int) []match.Event {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	events, err := f.match.History(ctx, since)
	if err != nil {
		return nil // the table shows what has come of it
	}
	return slices.DeleteFunc(events, func(e match.Event) bool { return e.N > f.now.Seq })
}

// enterEvents puts what has happened into the log; it answers how many entries that has taken out.
func (f *remote) enterEvents(g *Session, events []match.Event, before *game.State) (out int) {
	me := f.me()
	for _, e := range events {
		x := logged{before: before, seat: e.Seat, name: f.who(e.Seat), entry: e.N, said: map[game.Seat][]string{}}
		text := ""
		switch e.Kind {
		case match.Moved:
			text = words.Tame(e.Move)
			if before != nil {
				text = tableau.MoveText(text, before, f.now.View)
			} else {
				text = tableau.MoveText(text, f.now.View)
			}
			for _, line := range e.Said {
				x.said[me] = append(x.said[me], f.says(line))
			}
		case match.Undone:
			n := g.strike(e.Back)
			out += n
			x.note, text = true, fmt.Sprintf("%s takes %s back.", f.who(e.Seat), words.Plural(n, "move"))
		case match.Resigned:
			x.note, text = true, f.who(e.Seat)+" gives up."
		case match.Seated:
			x.note = true
			switch {
			case e.Bot != "":
				text = fmt.Sprintf("A bot plays %s.", e.Seat)
			case e.Name != "":
				text = fmt.Sprintf("%s plays %s.", words.Tame(e.Name), e.Seat)
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
