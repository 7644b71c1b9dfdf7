package terminal

import (
	"fmt"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// names are those of who sits in the seats.
func (f *remote) names() words.Names {
	return words.Names{Rules: f.now.View.Rules(), Sits: func(seat game.Seat) string {
		switch {
		case int(seat) >= len(f.now.Match.Seats):
			return ""
		case f.now.Match.Seats[seat].Bot != "":
			return "Bot"
		}
		return f.now.Match.Seats[seat].Name
	}}
}

// outcome is how the match has ended.
func (f *remote) outcome() (match.Line, game.Seat) {
	if f.now.Outcome == nil {
		return match.Line{}, game.Nobody
	}
	return f.now.Outcome.Line, f.now.Resigned
}

// waitsFor says whom the match waits for.
func (f *remote) waitsFor() string {
	var who []string
	for _, x := range f.now.ToAct {
		s, name := f.now.Match.Seats[x], f.names().Of(x)
		switch {
		case s.Free:
			return fmt.Sprintf("%s is free. To take that seat, type: %s", f.names().First(x), f.invitation())
		case int(x) < len(f.now.Here) && !f.now.Here[x] && s.Bot == "":
			name += " (not connected)"
		}
		if x != f.now.Seat {
			who = append(who, name)
		}
	}
	if len(who) == 1 && who[0] == f.names().Of(f.now.ToAct[0]) {
		return f.names().First(f.now.ToAct[0]) + "'s turn."
	}
	if len(who) == 0 {
		return ""
	}
	return "Waiting for " + words.List(who, "and") + "."
}

// urgent is what must be known before anything else.
func (f *remote) urgent() string {
	switch {
	case !f.now.Connected:
		return "The connection is lost: " + f.lost + ". Trying to come back..."
	case f.now.MustAgree():
		return f.consent()
	}
	return ""
}

// asks says that the others are asked, and who, if that is known already.
func (f *remote) asks() string {
	if f.now.Asked != nil {
		return f.consent()
	}
	return "The others are asked whether you may undo it."
}

// consent says what is asked of whom.
func (f *remote) consent() string {
	a := f.now.Asked
	why, who := f.names().Within(a.Why), f.names().First(a.Seat)
	switch {
	case f.now.MustAgree():
		return fmt.Sprintf("%s asks to undo what was played (%s). Type yes or no.", who, why)
	case a.Seat == f.now.Seat:
		return fmt.Sprintf("To undo it, %s must agree: %s.", f.names().All(game.SetOf(a.Need...)), why)
	}
	return who + " asks to undo what was played."
}

// invitation is what somebody else types to come to the match.
func (f *remote) invitation() string { return console.Command() + " join " + f.place.String() }

// onward is what is typed to go on with the next match.
func (f *remote) onward() string {
	if f.now.Seat < 0 {
		return console.Command() + " join " + Place{f.place.Server, f.place.Game, f.now.Next}.String() + " --watch"
	}
	return fmt.Sprintf("%s --again --seat %d", f.invitation(), f.now.Seat+1)
}

// command is what is typed to come back to the match.
func (f *remote) command() string {
	command := f.invitation()
	if f.watches {
		command += " --watch"
	}
	return command
}

// greeting says how others come to the match, while a seat is free.
func (f *remote) greeting() string {
	switch {
	case !f.now.Match.Open():
		return ""
	case f.beyond() != "":
		return "Others here join with: " + f.invitation() // players says more
	}
	return "Others join with: " + f.invitation()
}

// commitment says what the server has published of the seed, and what for.
func (f *remote) commitment() string {
	return fmt.Sprintf("The commitment to the seed is %s. Note it: at the end, %s verify uses it to check that the server has not chosen cards or dice.", f.promise, console.Command())
}

// beyond says how friends elsewhere come to a server whose address is of this machine only, "" if it is
// not.
func (f *remote) beyond() string {
	host, port, local := f.place.loopback()
	if !local {
		return ""
	}
	return fmt.Sprintf("Only this machine can reach %s. For others, start the server with --address 0.0.0.0:%s; they type the address of this machine instead.", host, port)
}

// remarks are about what is no entry of the log.
func (f *remote) remarks(was *client.Moment, n client.News) (notes []string) {
	switch n.Kind {
	case client.Lost:
		f.lost = words.Tame(n.Why)
		notes = append(notes, f.urgent())
	case client.Back:
		notes = append(notes, "The connection is back.")
	case client.Asked:
		switch {
		case f.now.Asked != nil && (was.Asked == nil || was.MustAgree() != f.now.MustAgree()):
			notes = append(notes, f.consent())
		case f.now.Asked == nil && was.Asked != nil && was.Seq == f.now.Seq:
			notes = append(notes, "The moves are not undone.")
		}
	case client.Again:
		notes = append(notes, "There is a next match. To join it, leave this one and type: "+f.onward())
	case client.Present:
		if was.Here == nil {
			break // those who were here before are known
		}
		for x, here := range f.now.Here {
			if game.Seat(x) != f.now.Seat && x < len(was.Here) && here != was.Here[x] && f.now.Connected {
				notes = append(notes, f.names().First(game.Seat(x))+map[bool]string{true: " is here.", false: " is not connected."}[here])
			}
		}
	}
	return notes
}

// players says who plays, how to join if a seat is free, and what was published of the seed.
func (f *remote) players() (lines []string) {
	for x, s := range f.now.Match.Seats {
		text := words.Capital(f.now.View.Rules().SeatName(game.Seat(x))) + ": "
		switch {
		case s.Free:
			text += "free"
		case s.Bot != "":
			text += "a bot"
		default:
			text += words.Tame(s.Name)
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
		lines = append(lines, "And "+words.Plural(n, "spectator"))
	}
	if f.now.Match.Open() {
		lines = append(lines, "To join: "+f.invitation())
		if hint := f.beyond(); hint != "" {
			lines = append(lines, hint)
		}
	}
	if f.promise != "" {
		lines = append(lines, f.commitment())
	}
	return lines
}
