package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/host"
)

// settledWith settles flags, an environment and a file.
func settledWith(t *testing.T, args []string, env map[string]string, file string) (host.Settings, error) {
	t.Helper()
	var c serveCommand
	if file != "" {
		path := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", path)
	}
	k, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Parse(args); err != nil {
		return host.Settings{}, err
	}
	lookup := func(name string) (string, bool) { v, is := env[name]; return v, is }
	set, _, err := c.Settings.Settle(c.Config, &console.Console{In: strings.NewReader(""), Out: new(bytes.Buffer), Err: new(bytes.Buffer)}, lookup)
	return set, err
}

// A flag goes before the environment, that before the file, and that before what is usual.
func TestSettingsOrder(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	s, err := settledWith(t, []string{"--queue", "1", "--no-metrics", "--idle", "3s"},
		map[string]string{"PLY_QUEUE": "2", "PLY_MAX_LIVE": "2", "PLY_ORIGINS": "a.com,*.b.com", "PLY_METRICS": "true", "PLY_RATE": "2.5"},
		`{"queue": 3, "max-live": 3, "max-message": 3, "idle": "4s", "bot-delay": "0s", "judge": "a secret that is long", "proxied": true}`)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(*s.Queue, *s.MaxLive, *s.MaxMessage, s.Origins, *s.Metrics, *s.Rate, time.Duration(*s.Idle), time.Duration(*s.BotDelay), *s.Judge, *s.Proxied, *s.Address, *s.Data, *s.CreateRate)
	if want := "1 2 3 [a.com *.b.com] false 2.5 3s 0s a secret that is long true 127.0.0.1:8080 /state/ply/matches.db 5\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c := s.Config()
	if c.Queue != 1 || c.MaxLive != 2 || c.MaxMessage != 3 || c.Judge != *s.Judge || !c.Proxied || c.Idle != 3*time.Second || c.BotDelay != 0 || len(c.Origins) != 2 || c.Rate != 2.5 || c.CreateRate != 5 {
		t.Errorf("the server is told %+v", c)
	}
}

// Every field of what the server can be told comes from a setting.
func TestSettingsAreComplete(t *testing.T) {
	s := host.Settings{Origins: []string{"x"}, Judge: new("x"), Proxied: new(true)}.Or(host.Usual())
	s.BotDelay, s.Bot = new(host.Duration(1)), new("random")
	c := reflect.ValueOf(s.Config())
	for i := range c.NumField() {
		name := c.Type().Field(i).Name
		if c.Field(i).IsZero() && !slices.Contains([]string{"Games", "Bots", "Store", "Log"}, name) {
			t.Errorf("nothing sets %s", name)
		}
	}
}

// All that is wrong is said at once, and a secret is not among it.
func TestBadSettings(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	for _, c := range []struct {
		args []string
		env  map[string]string
		file string
		want string
	}{
		{args: []string{"--address", "here"}, want: `address: it is a host and a port, such as 127.0.0.1:8080 or :8080, not "here"`},
		{args: []string{"--address", ":70000"}, want: "address: a port goes from 0 to 65535, so 70000 is none"},
		{args: []string{"--queue=0", "--rate=-1"}, want: "queue: it is 1 or more, not 0\nrate: it is more than 0 and at most a million, not -1"},
		{args: []string{"--idle", "5"}, want: `--idle: a time is written like 300ms, 10s or 2m, not "5"`},
		{args: []string{"--log", "xml", "--log-level", "loud"}, want: `log-level: it is one of debug, error, info, warn, not "loud"` + "\n" + `log: it is text or json, not "xml"`},
		{args: []string{"--origins", "https://a.com"}, want: `origins: a host is like example.com or *.example.com, not "https://a.com"`},
		{env: map[string]string{"PLY_RATE": "fast", "PLY_MEMORY": "maybe"}, want: "PLY_MEMORY: it is true or false, not \"maybe\"\nPLY_RATE: it is a number, not \"fast\""},
		{env: map[string]string{"PLY_QUEUE": "1.5"}, want: `PLY_QUEUE: it is a whole number, not "1.5"`},
		{env: map[string]string{"PLY_JUDGE": "hushhush"}, want: "judge: the secret is too short: it has 16 letters or more"},
		{file: `{"rote": 3}`, want: `there is no setting "rote"; there is address, data, memory`},
		{file: `{"rate": "x"}`, want: "rate: it cannot be a string"},
		{file: `{"idle": "x"}`, want: `a time is written like 300ms, 10s or 2m, not "x"`},
		{file: `{} {}`, want: "something follows after the settings"},
		{file: `rate = 3`, want: "invalid character 'r'"},
		{args: []string{"--config", "nowhere.json"}, want: "--config: there is no file nowhere.json"},
	} {
		_, err := settledWith(t, c.args, c.env, c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %v %s: got %v\nwant %s", c.args, c.env, c.file, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "hushhush") {
			t.Errorf("the secret is told: %v", err)
		}
	}
}

// setting is a row of the table in docs/hosting.md.
type setting struct{ name, env, usual, help string }

var settingHelp = regexp.MustCompile(`^(.*) \((.+); (PLY_\w+)\)\.$`)

// settingRows are all settings, as the help of the command has them.
func settingRows(t *testing.T) (rows []setting) {
	t.Helper()
	k, err := kong.New(&serveCommand{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range k.Model.Flags {
		if f.Name == "help" {
			continue
		}
		m := settingHelp.FindStringSubmatch(f.Help)
		if m == nil || m[3] != host.Variable(f.Name) {
			t.Errorf("the help of --%s does not end with its default and %s: %s", f.Name, host.Variable(f.Name), f.Help)
			continue
		}
		rows = append(rows, setting{f.Name, m[3], m[2], m[1]})
	}
	return rows
}

// The help says what is usual as it is.
func TestSettingsHelp(t *testing.T) {
	s := host.Usual()
	said := map[string]string{}
	for _, r := range settingRows(t) {
		said[r.name] = r.usual
	}
	s.Each(func(name string, v reflect.Value) {
		want := fmt.Sprint(reflect.Indirect(v).Interface())
		switch x := v.Interface().(type) {
		case *host.Duration:
			want = strings.TrimSuffix(time.Duration(*x).String(), "0s")
			if strings.HasSuffix(want, "1") { // of 10s
				want += "0s"
			}
		case []string:
			want = "none"
		}
		if name != "judge" && name != "data" && name != "bot" && said[name] != want {
			t.Errorf("--%s: the help says %q, and it is %q", name, said[name], want)
		}
	})
	if !strings.Contains(serveCommand{}.Help(), host.Variable("judge")) {
		t.Error("the help does not say how the judge gets a secret")
	}
}

// docs/hosting.md has all settings and all metrics. With -update they are written.
func TestHostingPage(t *testing.T) {
	const path = "../docs/hosting.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	table := "| setting | in the environment | if nothing is said | what it is |\n|---|---|---|---|\n"
	for _, r := range append(settingRows(t), setting{"judge", host.Variable("judge"), "none", "The secret of the judge, who sees everything: 16 letters or more. No flag: only in the environment or the file"}) {
		table += fmt.Sprintf("| `%s` | `%s` | %s | %s. |\n", r.name, r.env, r.usual, strings.TrimSuffix(r.help, "."))
	}
	source, err := os.ReadFile("../server/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	metrics := "| metric | what it is |\n|---|---|\n"
	all := regexp.MustCompile(`Name: "(ply_\w+)",\s*Help: "([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	for _, m := range all {
		metrics += fmt.Sprintf("| `%s` | %s |\n", m[1], m[2])
	}
	if n := strings.Count(string(source), `"ply_`); n != len(all) || n == 0 {
		t.Errorf("%d metrics are found, and there are %d", len(all), n)
	}
	want := replaceTable(t, replaceTable(t, page, table), metrics)
	switch {
	case page == want:
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the tables of docs/hosting.md are not what the code says; run the test with -update")
	}
}

// replaceTable puts a table in the place of the one that begins with the same line.
func replaceTable(t *testing.T, page, table string) string {
	t.Helper()
	head, _, _ := strings.Cut(table, "\n")
	from := strings.Index(page, head)
	if from < 0 {
		t.Fatalf("there is no table %s", head)
	}
	size := strings.Index(page[from:], "\n\n")
	return page[:from] + strings.TrimSuffix(table, "\n") + page[from+size:]
}
