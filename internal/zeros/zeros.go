// Package zeros finds out which elements have which values. A Part can be on any element and is zero until it is set,
// so no declaration distinguishes a score of 0 from a number that only cards have. A few random games show the
// difference.
package zeros

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/plygame/ply/game"
)

// Home lists where a Part has values, so that a zero there is a value too.
type Home struct {
	Table, Seats bool
	Kinds        []string // names
	Zero         string   // the zero value as text
}

// Each game is played a few times, to the end if it is short. The seeds are fixed, so that all processes get the same
// result.
const (
	plays   = 3
	moves   = 200
	choices = 50 // per move
	between = 8  // moves between two looks at the things, of which there may be many
)

type key struct {
	rules weak.Pointer[game.Rules]
	seats int
}

var kept sync.Map // func() map[string]*Home, by key

// Of returns the homes of the Parts whose zero means something, by name: numbers and lists of numbers that everyone
// sees, and seats if they are on the table.
func Of(r *game.Rules, seats int) map[string]*Home {
	k := key{weak.Make(r), seats}
	if find, ok := kept.Load(k); ok {
		return find.(func() map[string]*Home)()
	}
	find, had := kept.LoadOrStore(k, sync.OnceValue(func() map[string]*Home { return found(k) }))
	if !had {
		runtime.AddCleanup(r, func(k key) { kept.Delete(k) }, k)
	}
	return find.(func() map[string]*Home)()
}

func found(k key) map[string]*Home {
	r := k.rules.Value()
	homes := map[string]*Home{}
	if r == nil {
		return homes
	}
	var parts []game.Column
	for _, c := range r.Parts {
		if x := c.Info(); counts(x) {
			parts = append(parts, c)
			homes[x.Name] = &Home{Seats: x.OnSeats}
		}
	}
	if parts == nil {
		return homes
	}
	for i := range uint64(plays) {
		s, err := r.Start(k.seats, game.SeedOf(i))
		if err != nil {
			return homes
		}
		luck := rand.New(rand.NewPCG(i, 0))
		for n := 0; s != nil && n < moves; n++ {
			look(s, parts, homes, n%between == 0 || s.Over())
			s = after(s, luck)
		}
	}
	return homes
}

// after returns the state after a random move, or nil if there is none. All actions are equally likely, so that actions
// with few choices are not missed.
func after(s *game.State, luck *rand.Rand) *game.State {
	for seat := range s.ToAct().All() {
		top, err := s.Chooser(game.Move{Seat: seat})
		if err != nil {
			return nil
		}
		offers := slices.DeleteFunc(top.Offers(), func(o game.Offer) bool { return o.Why != nil })
		luck.Shuffle(len(offers), func(i, k int) { offers[i], offers[k] = offers[k], offers[i] })
		for _, o := range offers {
			if next := drafted(s, top, o.Action, luck); next != nil {
				return next
			}
		}
	}
	return nil
}

// drafted plays an action with random choices. It returns nil if that fails, for example for a text with a pattern.
func drafted(s *game.State, c *game.Chooser, action string, luck *rand.Rand) *game.State {
	c, err := c.Act(action)
	for range choices {
		if err != nil {
			return nil
		}
		if m, whole := c.Move(); whole {
			next, err := s.Play(m)
			if err != nil {
				return nil
			}
			return next
		}
		c, err = c.Random(luck.IntN, func(t *game.Text) string { return strings.Repeat("a", t.Min) })
	}
	return nil
}

// counts reports whether a zero of the Part is meaningful to players and visible to everyone.
func counts(x game.ValueInfo) bool {
	if x.Look.Hidden || x.Private || x.Rolled || x.Chosen != "" || x.Seen != nil {
		return false
	}
	return number(x.Type) || x.Type.Sort == "seat"
}

func number(t game.TypeInfo) bool {
	switch t.Sort {
	case "number":
		return !t.Bits || t.Named
	case "list":
		return t.Len > 0 && number(t.Fields[0])
	}
	return false
}

// look records where the Parts have values.
func look(s *game.State, parts []game.Column, homes map[string]*Home, things bool) {
	for _, c := range parts {
		home, x := homes[c.String()], c.Info()
		if home.Zero == "" {
			home.Zero = textOf(reflect.Zero(reflect.TypeOf(c.Value(s, game.Root))))
		}
		set := func(e game.Element) bool { return !reflect.ValueOf(c.Value(s, e)).IsZero() }
		home.Table = home.Table || set(game.Root)
		if x.Type.Sort == "seat" {
			continue
		}
		for seat := range game.Seat(s.Seats()) {
			home.Seats = home.Seats || set(seat)
		}
		if !things {
			continue
		}
		for id := range s.All() {
			if k := s.Kind(id).Name; !slices.Contains(home.Kinds, k) && set(id) {
				home.Kinds = append(home.Kinds, k)
			}
		}
	}
}

// textOf returns the text of a value that is neither an element nor a seat. The items of a list are joined by spaces,
// unless the list has its own String method.
func textOf(v reflect.Value) string {
	if _, is := v.Interface().(fmt.Stringer); is || v.Kind() != reflect.Array {
		return fmt.Sprint(v.Interface())
	}
	var all []string
	for i := range v.Len() {
		all = append(all, textOf(v.Index(i)))
	}
	return strings.Join(all, " ")
}
