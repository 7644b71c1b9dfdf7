package docs_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// The dialogue of protocol.md is exactly what a server answers, except for what differs each time.
func TestProtocolDialogue(t *testing.T) {
	page := read(t, "protocol.md")
	shown := regexp.MustCompile("(?s)<!-- dialogue -->\n```text\n(.*?)```\n").FindStringSubmatchIndex(page)
	if shown == nil {
		t.Fatal("protocol.md has no dialogue")
	}
	dialogue := page[shown[2]:shown[3]]
	d := &replay{t: t, h: serve(t), clients: map[string]*socket{}, real: map[string]string{}}
	for line := range strings.Lines(dialogue) {
		d.line(strings.TrimSuffix(line, "\n"))
	}
	if d.sent < 20 {
		t.Errorf("only %d requests are sent", d.sent)
	}
	if sum := sha256.Sum256([]byte("ply commitment 1 " + d.real["MATCH"] + " " + d.real["SEED"])); hex.EncodeToString(sum[:]) != d.real["COMMITMENT"] {
		t.Errorf("the seed %s does not fit the commitment %s", d.real["SEED"], d.real["COMMITMENT"])
	}
	switch want := d.out.String(); {
	case want == dialogue:
	case updating():
		write(t, "protocol.md", page[:shown[2]]+want+page[shown[3]:])
	default:
		t.Errorf("protocol.md shows another dialogue; run: go test ./docs -update\n%s", want)
	}
}

// replay sends the requests of a dialogue and writes the answers.
type replay struct {
	t       *testing.T
	h       *host
	clients map[string]*socket
	names   []string          // of the clients, in order of connection
	real    map[string]string // placeholders for what differs each time
	out     strings.Builder
	sent    int
}

func (d *replay) line(line string) {
	who, what, sends := strings.Cut(line, "> ")
	switch {
	case strings.HasPrefix(line, "< ") || regexp.MustCompile(`^\w+< `).MatchString(line):
		return // it is written again
	case line == "the server is shut down":
		d.note(line)
		d.h.Server.Close(context.Background())
		for _, name := range d.names {
			d.hear(name, d.clients[name].until(func(m wire.Message) bool { return m.Type == "farewell" }))
		}
	case strings.HasSuffix(line, " closes"):
		d.note(line)
		who = strings.TrimSuffix(line, " closes")
		d.clients[who].ws.CloseNow()
		delete(d.clients, who)
		d.names = slices.DeleteFunc(d.names, func(x string) bool { return x == who })
		for _, name := range d.names {
			d.hear(name, d.clients[name].until(func(m wire.Message) bool { return m.Type == "presence" }))
		}
	case sends && who == "":
		d.note(line)
		d.rest(what)
	case sends:
		d.note(line)
		d.say(who, what)
	default:
		d.t.Fatalf("not a line of a dialogue: %s", line)
	}
}

func (d *replay) note(line string) {
	d.sent++
	d.out.WriteString(line + "\n")
}

// rest makes a REST request.
func (d *replay) rest(what string) {
	d.t.Helper()
	words := strings.SplitN(what+" ", " ", 3)
	status, text := d.h.ask(words[0], d.actual(words[1]), "", strings.TrimSpace(words[2]))
	var secrets struct{ Match, Host, Commitment, Seed, Token any }
	if err := json.Unmarshal([]byte(text), &secrets); err != nil {
		d.t.Fatal(err)
	}
	for name, v := range map[string]any{"MATCH": secrets.Match, "HOST": secrets.Host, "COMMITMENT": secrets.Commitment, "SEED": secrets.Seed} {
		if v, is := v.(string); is {
			d.real[name] = v
		}
	}
	if token, is := secrets.Token.(string); is {
		d.real["SEAT-"+strconv.Itoa(strings.Count(d.out.String(), "/join ")-1)] = token
	}
	fmt.Fprintf(&d.out, "< %d %s\n", status, d.shown(text))
}

// say sends a request of a client, and writes what it and the others receive.
func (d *replay) say(who, what string) {
	d.t.Helper()
	c := d.clients[who]
	if c == nil {
		c = d.h.dial()
		d.clients[who], d.names = c, append(d.names, who)
	}
	c.send(d.actual(what))
	var q wire.Request
	if err := json.Unmarshal([]byte(d.actual(what)), &q); err != nil {
		d.t.Fatal(err)
	}
	d.hear(who, c.until(func(m wire.Message) bool {
		return string(m.Re) == string(q.ID) && slices.Contains([]string{"answer", "welcome", "refusal"}, m.Type)
	}))
	for _, name := range append([]string{who}, d.names...) {
		d.hear(name, d.clients[name].told())
	}
}

func (d *replay) hear(who string, texts []string) {
	for _, text := range texts {
		if found := newToken.FindStringSubmatch(text); found != nil {
			d.real["NEXT"] = found[1]
		}
		fmt.Fprintf(&d.out, "%s< %s\n", who, d.shown(text))
	}
}

// actual replaces the placeholders in a request.
func (d *replay) actual(text string) string {
	for name, real := range d.real {
		text = strings.ReplaceAll(text, name, real)
	}
	return text
}

var moment = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[0-9:.]+Z"`)

var newToken = regexp.MustCompile(`"token":"([^"]+)"`)

var mark = regexp.MustCompile(`"mark":"[0-9a-f]{12}"`)

// shown replaces what differs each time by placeholders.
func (d *replay) shown(text string) string {
	for name, real := range d.real {
		text = strings.ReplaceAll(text, real, name)
	}
	return mark.ReplaceAllString(moment.ReplaceAllString(text, `"TIME"`), `"mark":"MARK"`)
}

// table returns the cells of the table below a line of a page.
func table(t *testing.T, page, under string) (rows [][]string) {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n"+under+"\n")
	if !found {
		t.Fatalf("there is no table %s", under)
	}
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		if cells := strings.Split(strings.Trim(line, "|\n"), "|"); !strings.HasPrefix(cells[0], "--") {
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

// firsts returns the first cells of the rows of a table.
func firsts(rows [][]string) (all []string) {
	for _, r := range rows {
		all = append(all, strings.Trim(r[0], "`"))
	}
	slices.Sort(all)
	return all
}

// enum returns what a field of a type can be.
func enum(t *testing.T, of reflect.Type, field string) []string {
	f, is := of.FieldByName(field)
	if !is {
		t.Fatalf("%s has no field %s", of, field)
	}
	all := strings.Split(f.Tag.Get("enum"), ",")
	slices.Sort(all)
	return all
}

// The page has every request, type of message, field, path, code and farewell, and no others.
func TestProtocolPage(t *testing.T) {
	page := read(t, "protocol.md")
	same := func(what string, told, are []string) {
		t.Helper()
		if !slices.Equal(told, are) {
			t.Errorf("the %s on the page are %v, and there are %v", what, told, are)
		}
	}
	request, message := reflect.TypeFor[wire.Request](), reflect.TypeFor[wire.Message]()
	requests := table(t, page, "| `do` | fields | what it does, and the fields of the answer besides `re` and `seq` |")
	messages := table(t, page, "| `type` | fields | when |")
	same("requests", firsts(requests), enum(t, request, "Do"))
	same("messages", firsts(messages), enum(t, message, "Type"))
	same("farewells", firsts(table(t, page, "| `code` | why | close code | what to do |")), enum(t, message, "Code"))
	same("refusals", firsts(table(t, page, "| code | when | HTTP |")), protocolCodes(t))
	same("fields of requests", backticked(requests), jsonFields(request, "ID", "Do"))
	same("fields of messages", backticked(messages), jsonFields(message, "Type", "First"))

	var api struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal([]byte(read(t, "openapi.json")), &api); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for path, ops := range api.Paths {
		for method := range ops {
			paths = append(paths, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(paths)
	same("paths", firsts(table(t, page, "| request | body, or query | response | refused with |")), paths)
}

// backticked returns the words that the second cells of a table have in backticks, each once.
func backticked(rows [][]string) (all []string) {
	for _, r := range rows {
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(r[1], -1) {
			all = append(all, m[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// jsonFields returns the fields of a type as JSON has them.
func jsonFields(of reflect.Type, but ...string) (all []string) {
	for f := range of.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !slices.Contains(but, f.Name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// protocolCodes finds the codes of refusals in the code.
func protocolCodes(t *testing.T) (codes []string) {
	for _, c := range []game.Code{game.Over, game.NoSeat, game.NotYourTurn, game.NoAction, game.Unavailable, game.Missing, game.Surplus, game.NotOffered,
		game.Malformed, game.Rejected, match.Stale, game.Damaged, match.Final, match.NothingToDo, game.TooMany} {
		codes = append(codes, string(c))
	}
	for _, dir := range []string{"../server", "../wire"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) < 3 {
			t.Fatalf("%v in %s, %v", files, dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text := regexp.MustCompile(`Message\{Type: "farewell"[^}]*\}`).ReplaceAllString(read(t, name), "")
			for _, m := range regexp.MustCompile(`(?:\brefusal\(|\bCode: |\bcode(?:, why)? :?= )"([a-z-]+)"`).FindAllStringSubmatch(text, -1) {
				codes = append(codes, m[1])
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// The farewells of the server are those that the messages can have, with the close codes of the page.
func TestProtocolFarewells(t *testing.T) {
	text := ""
	files, _ := filepath.Glob("../server/*.go")
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			text += read(t, name)
		}
	}
	var codes []string
	for _, m := range regexp.MustCompile(`(?:\b(?:farewell|last)\(|"farewell", Code: )"([a-z]+)"`).FindAllStringSubmatch(text, -1) {
		codes = append(codes, m[1])
	}
	slices.Sort(codes)
	if codes, can := slices.Compact(codes), enum(t, reflect.TypeFor[wire.Message](), "Code"); !slices.Equal(codes, can) {
		t.Errorf("the farewells are %v, and can be %v", codes, can)
	}
}

// The examples of @holds on the page are right.
func TestProtocolSplices(t *testing.T) {
	things := func(text string) (all []string) {
		for w := range strings.FieldsSeq(text) {
			n := 1
			if w[0] == '?' && len(w) > 1 {
				n, _ = strconv.Atoi(w[1:])
				w = "?"
			}
			all = append(all, slices.Repeat([]string{w}, n)...)
		}
		return all
	}
	rows := table(t, read(t, "protocol.md"), "| list before | `was` | `is` | list after |")
	if len(rows) < 5 {
		t.Fatalf("only %d examples", len(rows))
	}
	for _, r := range rows {
		for i := range r {
			r[i] = strings.Trim(strings.Replace(r[i], "empty", "", 1), "`")
		}
		from, was, _ := strings.Cut(r[1], " ")
		same, is, _ := strings.Cut(r[2], " ")
		at, err := strconv.Atoi(from)
		list, old := things(r[0]), things(was)
		if err != nil || same != from || !slices.Equal(list[at:at+len(old)], old) {
			t.Errorf("%v does not fit", r)
		} else if got := slices.Concat(list[:at], things(is), list[at+len(old):]); !slices.Equal(got, things(r[3])) {
			t.Errorf("%v makes %v", r, got)
		}
	}
}
