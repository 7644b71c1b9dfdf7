package explain

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// audience is who sees the faces, as package game numbers them.
type audience uint8

const (
	asAround audience = iota
	byAll
	byOwner
	byNone
	byRule
)

// sight is a game.Sight that can be asked.
type sight struct {
	who         audience
	plus, minus []game.Seat // who sees, too, and who does not
	rest        game.Level  // what the others get
}

// silent reports whether nothing is said: the place around decides.
func (x sight) silent() bool { return x.who == asAround && x.plus == nil && x.minus == nil }

// open reports whether everyone sees everything.
func (x sight) open() bool { return x.who <= byAll && len(x.minus) == 0 }

// seenBy is who sees something, for programs and for people.
type seenBy struct {
	By     string      `json:"by"` // all, owner, none or rule
	And    []game.Seat `json:"and"`
	But    []game.Seat `json:"but"`
	Others string      `json:"others"` // what those get who do not see it, if anybody
	Words  string      `json:"words"`

	hides bool
}

var audiences = [...]string{asAround: "all", byAll: "all", byOwner: "owner", byNone: "none", byRule: "rule"}

// contents says who sees what lies somewhere; owner is whom ByOwner means.
func (x sight) contents(owner, what string, loose bool) seenBy {
	if loose && x.rest == game.Back {
		x.rest = game.Counted
	}
	s := x.seen(owner, what)
	if x.open() || x.who == byRule {
		return s
	}
	s.Others = x.rest.String()
	switch {
	case x.who == byNone && x.plus == nil:
		s.Words += [...]string{game.Unseen: ", nor that there is anything", game.Counted: ", only how many there are", game.Back: ", only backs", game.Face: ""}[x.rest]
	case x.who <= byAll:
		s.Words += ", these " + restWords[x.rest]
	default:
		s.Words += ", others " + restWords[x.rest]
	}
	return s
}

// restWords is what those see who do not see the faces.
var restWords = [...]string{
	game.Unseen:  "do not see that there is anything",
	game.Counted: "see how many there are",
	game.Back:    "see backs",
	game.Face:    "see it, too",
}

// seen says who sees something.
func (x sight) seen(owner, what string) seenBy {
	return seenBy{By: audiences[x.who], And: append([]game.Seat{}, x.plus...), But: append([]game.Seat{}, x.minus...), Words: x.words(owner, what), hides: !x.open()}
}

func (x sight) words(owner, what string) string {
	who := seatNames(x.plus)
	switch {
	case x.open():
		return "everyone sees " + what
	case x.who <= byAll:
		return "everyone but " + joined(seatNames(x.minus), "and") + " sees " + what
	case x.who == byRule:
		text := "a rule says who sees " + what
		if x.plus != nil {
			text += "; " + subject(x.plus) + " it in any case"
		}
		if x.minus != nil {
			text += "; " + joined(seatNames(x.minus), "and") + " never"
		}
		return text
	case x.who == byOwner:
		who = append([]string{owner}, who...)
	case who == nil:
		return "nobody sees " + what
	}
	text := joined(who, "and") + " sees " + what
	if len(who) > 1 || who[0] == spectators {
		text = joined(who, "and") + " see " + what
	}
	if x.minus != nil {
		text += ", but not " + joined(seatNames(x.minus), "and")
	}
	return text
}

const spectators = "the spectators"

func seatNames(all []game.Seat) (names []string) {
	for _, x := range all {
		if x == game.Nobody {
			names = append(names, spectators)
		} else {
			names = append(names, fmt.Sprintf("seat %d", x))
		}
	}
	return names
}

// subject is seats and what they do: see.
func subject(all []game.Seat) string {
	names := seatNames(all)
	if len(names) == 1 && names[0] != spectators {
		return names[0] + " sees"
	}
	return joined(names, "and") + " see"
}
