package explain

import (
	"cmp"

	"github.com/plygame/ply/game"
)

// sight is what a game.Sight says, for sentences.
type sight struct {
	game.SightInfo
	rules *game.Rules
}

func sightOf(r *game.Rules, x game.Sight) sight { return sight{x.Info(), r} }

// silent reports whether nothing is said: the place around decides.
func (x sight) silent() bool { return x.By == "" && x.And == nil && x.But == nil }

// all reports whether everyone sees the faces, but for those who are named.
func (x sight) all() bool { return x.By == "" || x.By == "all" }

// seenBy is who sees something, for programs and for people.
type seenBy struct {
	By     string      `json:"by"` // all, owner, none or rule
	And    []game.Seat `json:"and"`
	But    []game.Seat `json:"but"`
	Others string      `json:"others"` // what those get who do not see it, if anybody
	Words  string      `json:"words"`

	hides bool
}

// contents says who sees what lies somewhere; owner is whom ByOwner means.
func (x sight) contents(owner, what string, loose bool) seenBy {
	if loose && x.Else == game.Back {
		x.Else = game.Counted
	}
	s := x.seen(owner, what)
	if x.Open() || x.By == "rule" {
		return s
	}
	s.Others = x.Else.String()
	switch {
	case x.By == "none" && x.And == nil:
		s.Words += [...]string{game.Unseen: ", nor that there is anything", game.Counted: ", only how many there are", game.Back: ", only backs", game.Face: ""}[x.Else]
	case x.all():
		s.Words += ", these " + restWords[x.Else]
	default:
		s.Words += ", others " + restWords[x.Else]
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
	return seenBy{By: cmp.Or(x.By, "all"), And: append([]game.Seat{}, x.And...), But: append([]game.Seat{}, x.But...), Words: x.words(owner, what), hides: !x.Open()}
}

func (x sight) words(owner, what string) string {
	who := x.names(x.And)
	switch {
	case x.Open():
		return "everyone sees " + what
	case x.all():
		return "everyone but " + joined(x.names(x.But), "and") + " sees " + what
	case x.By == "rule":
		text := "a rule says who sees " + what
		if x.And != nil {
			text += "; " + x.subject(x.And) + " it in any case"
		}
		if x.But != nil {
			text += "; " + joined(x.names(x.But), "and") + " never"
		}
		return text
	case x.By == "owner":
		who = append([]string{owner}, who...)
	case who == nil:
		return "nobody sees " + what
	}
	text := joined(who, "and") + " sees " + what
	if len(who) > 1 || who[0] == spectators {
		text = joined(who, "and") + " see " + what
	}
	if x.But != nil {
		text += ", but not " + joined(x.names(x.But), "and")
	}
	return text
}

const spectators = "the spectators"

func (x sight) names(all []game.Seat) (names []string) {
	for _, seat := range all {
		if seat == game.Nobody {
			names = append(names, spectators)
		} else {
			names = append(names, x.rules.SeatName(seat))
		}
	}
	return names
}

// subject is seats and what they do: see.
func (x sight) subject(all []game.Seat) string {
	names := x.names(all)
	if len(names) == 1 && names[0] != spectators {
		return names[0] + " sees"
	}
	return joined(names, "and") + " see"
}
