package board

import (
	"fmt"
	"math"

	"github.com/plygame/ply/game"
)

// Node is a cell of a Graph: its name, and where it is drawn, in units of the distance between neighbours, with
// Y going up.
type Node struct {
	Name string
	X, Y float64
}

// Link makes two cells of a Graph neighbours. With a Name it is a relation, and Direction{Name: ...} leads along it;
// a cell has at most one relation with a given name. The way back has the name of Direction.Back.
type Link struct {
	From, To string
	Name     string
	OneWay   bool // there is no way back
	Weight   int  // what a step costs, in paths; 1 if it is 0

	hidden bool // no line is drawn
}

// graph is what a Graph is built from.
type graph struct {
	nodes []Node
	links []Link
}

// Graph returns a board of any form: places on a map, points and lines.
func Graph(name string, nodes []Node, links []Link) *Board {
	return &Board{Name: name, graph: &graph{nodes, links}}
}

// build sets the names of the cells and where they are.
func (g *graph) build(b *Board) {
	for _, n := range g.nodes {
		b.names = append(b.names, n.Name)
		b.spots = append(b.spots, spot{n.X, n.Y})
	}
}

// connect fills in the neighbours and relations of a graph.
func (b *Board) connect(links []Link) {
	b.links = make([][]link, b.n)
	var faults []string
	refuse := func(l Link, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("the link from %q to %q ", l.From, l.To)+fmt.Sprintf(format, args...))
	}
	for _, l := range links {
		from, to := b.byName[l.From], b.byName[l.To]
		switch {
		case from == 0:
			refuse(l, "begins at a cell that does not exist")
		case to == 0:
			refuse(l, "leads to a cell that does not exist")
		case from == to:
			refuse(l, "leads nowhere else")
		case l.Weight < 0:
			refuse(l, "has the weight %d; it cannot be negative", l.Weight)
		default:
			d := Direction{Name: l.Name}
			if other := b.relate(from, d, to, l.Weight); other != 0 {
				refuse(l, "is the second relation %q of %q; the other leads to %q", d, l.From, b.CellName(other))
			}
			if l.OneWay {
				continue
			}
			if other := b.relate(to, d.Back(), from, l.Weight); other != 0 {
				refuse(l, "has a way back, which is the second relation %q of %q; the other leads to %q", d.Back(), l.To,
					b.CellName(other))
			}
		}
	}
	b.report(faults)
}

// relate makes a cell the neighbour of another. It returns the cell that the relation leads to already, if it is
// another one.
func (b *Board) relate(from game.ID, d Direction, to game.ID, weight int) (other game.ID) {
	i := from - b.first
	b.links[i] = addLink(b.links[i], to, max(1, weight))
	if d.Name == "" {
		return 0
	}
	way := b.way(d)
	if way < 0 {
		way = len(b.ways)
		b.ways, b.near = append(b.ways, d), append(b.near, way)
		b.next = append(b.next, make([]game.ID, b.n))
	}
	if other = b.next[way][i]; other == to {
		return 0
	}
	b.next[way][i] = to
	return other
}

// Lattice returns a board on which the cells, sides and corners of a grid are all places, and the three sets of
// them: dots and boxes, or roads and towns between hexagons. The grid itself is only its pattern. A cell has its
// sides as neighbours and a side its ends, so corners next to each other have a side between them. The sides of
// b2 are b2-n, b2-e and so on, named after the first cell they belong to, and its corners b2_ne, b2_se. The
// relations north, east and so on lead from a cell to a side, and on to the next cell.
func Lattice(of *Grid) (b *Board, cells, sides, corners *Region) {
	of.mustBePossible()
	of.enumerate()
	g := &graph{}
	b = &Board{Name: of.Name, Look: of.Look, graph: g}
	sorts := map[string]int{}
	at := map[[2]int]string{}
	add := func(name string, sort int, p spot) string {
		key := [2]int{int(math.Round(p.x * 1000)), int(math.Round(p.y * 1000))}
		if at[key] == "" {
			at[key] = name
			sorts[name] = sort
			g.nodes = append(g.nodes, Node{name, p.x, p.y})
		}
		return at[key]
	}
	n, turn, scale := len(of.near), 0.0, 2.0
	if n == 8 {
		n = 4
	}
	if n == 6 {
		scale = 2 * math.Sqrt(3)
	}
	if of.Flat {
		turn = math.Pi / 6
	}
	around := func(c spot, i, half int, far float64) (spot, string) {
		angle := turn + (float64(i)+float64(half)/2)*2*math.Pi/float64(n)
		return spot{c.x + far*math.Cos(angle), c.y + far*math.Sin(angle)}, windOf(angle)
	}
	for k, name := range of.names {
		add(name, 0, spot{of.spots[k].x * scale, of.spots[k].y * scale})
	}
	for k, name := range of.names {
		c := spot{of.spots[k].x * scale, of.spots[k].y * scale}
		ends := make([]string, n)
		for i := range n {
			p, wind := around(c, i, 1, scale/2/math.Cos(math.Pi/float64(n)))
			ends[i] = add(name+"_"+initials(wind), 2, p)
		}
		for i := range n {
			p, wind := around(c, i, 0, scale/2)
			side := name + "-" + initials(wind)
			mine := add(side, 1, p)
			g.links = append(g.links, Link{From: name, To: mine, Name: wind, hidden: true})
			if mine == side {
				g.links = append(g.links, Link{From: side, To: ends[i]}, Link{From: side, To: ends[(i+n-1)%n]})
			}
		}
	}
	sort := func(which int) *Region {
		return b.Region(func(cell game.ID) bool { return sorts[b.CellName(cell)] == which })
	}
	return b, sort(0), sort(1), sort(2)
}

// windOf returns the name of the direction at this angle; what is not straight is diagonal.
func windOf(angle float64) string {
	x, y := math.Cos(angle), math.Sin(angle)
	sign := func(v float64) int {
		switch {
		case v > 0.01:
			return 1
		case v < -0.01:
			return -1
		}
		return 0
	}
	return Direction{X: sign(x), Y: sign(y)}.String()
}

// initials abbreviates the name of a direction: ne for northeast.
func initials(wind string) string {
	if len(wind) > 5 {
		return wind[:1] + wind[5:6]
	}
	return wind[:1]
}
