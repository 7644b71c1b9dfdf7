package gametest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// viewsFollow: the changes for an observer turn the old view into the new one, back again, and the first into
// the last, and fit no other view.
func (c *checker) viewsFollow(g *trail, most int) *breach {
	r := rand.New(rand.NewPCG(g.setup.Seed, 17))
	last := len(g.moves)
	ways := [][2]int{{0, last}, {last, 0}, {last, last}}
	for _, i := range c.movesOf(g, most) {
		ways = append(ways, [2]int{i, i + 1}, [2]int{i + 1, i})
	}
	for _, o := range append(observers(g.states[0]), game.Judge) {
		seen := map[int]*sighting{}
		for _, way := range ways {
			for _, i := range way {
				if seen[i] == nil {
					seen[i] = c.sighting(g.states[i], o)
				}
			}
			if why := c.viewFollows(seen[way[0]], seen[way[1]], o, r); why != "" {
				return broken(max(way[0], way[1]), "from state %d to state %d, %s: %s", way[0], way[1], observerName(o), why)
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// sighting is a state as an observer sees it.
type sighting struct {
	s, v *game.State
	text []byte
	hash uint64
}

func (c *checker) sighting(s *game.State, o game.Seat) *sighting {
	v := c.view(s, o)
	return &sighting{s, v, c.save(v), c.hash(v)}
}

func (c *checker) viewFollows(was, is *sighting, o game.Seat, r *rand.Rand) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("it panics: %v", p)
		}
	}()
	changes := c.changes(was.s, is.s, o)
	if diff := c.diff(was.v, is.v); len(diff)+len(changes) > 0 && !reflect.DeepEqual(diff, changes) {
		return fmt.Sprintf("the changes are\n%v\nbut the views differ by\n%v", changes, diff)
	}
	if was == is && len(changes) > 0 {
		return fmt.Sprintf("a view differs from itself by %v", changes)
	}
	if b := c.survivesJSON(0, changes); b != nil {
		return b.words
	}
	got, err := c.apply(was.v, changes)
	if err != nil {
		return fmt.Sprintf("the changes do not fit the old view: %v\n%v", err, changes)
	}
	if text := c.save(got); !bytes.Equal(text, is.text) || c.hash(got) != is.hash {
		return fmt.Sprintf("the changes lead to the view\n%s\nnot\n%s\n%v", text, is.text, changes)
	}
	if len(changes) == 0 {
		return ""
	}
	if other, err := c.apply(is.v, changes); game.CodeOf(err) != game.Damaged || other != is.v {
		return fmt.Sprintf("applied to a view they were not made from, the changes give: %v\n%v", err, changes)
	}
	return c.damagedView(was, changes, r)
}

// damagedView applies changes with an error in them.
func (c *checker) damagedView(was *sighting, changes []game.Change, r *rand.Rand) string {
	changes = slices.Clone(changes)
	ch := &changes[r.IntN(len(changes))]
	field := []*string{&ch.Of, &ch.Field, &ch.Was, &ch.Is}[r.IntN(4)]
	*field = string(garble(r, []byte(*field)))
	got, err := c.apply(was.v, changes)
	if h := c.hash(was.v); h != was.hash {
		return fmt.Sprintf("damaged changes have changed the view they were applied to\n%v", changes)
	}
	if err != nil {
		if why := improperRefusal(err); why != "" {
			return fmt.Sprintf("damaged changes: %s\n%v", why, changes)
		}
		return ""
	}
	if why := checkElements(c.look(got)); why != "" {
		return fmt.Sprintf("damaged changes are applied, and give a broken view: %s\n%v", why, changes)
	}
	if why := c.isSaved(got.Rules(), c.save(got), c.hash(got)); why != "" {
		return fmt.Sprintf("damaged changes are applied, and of the view they give %s\n%v", why, changes)
	}
	return ""
}
