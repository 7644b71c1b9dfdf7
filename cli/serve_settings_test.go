package cli

import (
	"bytes"
	"cmp"
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

// settledWith resolves flags, an environment and a file.
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

// Flags override the environment, which overrides the file, which overrides the defaults.
func TestSettingsOrder(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	s, err := settledWith(t, []string{"--queue", "1", "--no-metrics", "--idle", "3s"},
		map[string]string{"PLY_QUEUE": "2", "PLY_MAX_LIVE": "2", "PLY_ORIGINS": "a.com,*.b.com", "PLY_METRICS": "true", "PLY_RATE": "2.5"},
		`{"queue": 3, "max-live": 3, "max-message": 3, "idle": "4s", "bot-delay": "0s", "judge": "a secret that is long", "trusted-proxies": ["10.0.0.0/8", "::1"]}`)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(*s.Queue, *s.MaxLive, *s.MaxMessage, s.Origins, *s.Metrics, *s.Rate, time.Duration(*s.Idle), time.Duration(*s.BotDelay), *s.Judge, s.TrustedProxies, *s.Address, *s.Data, *s.CreateRate)
	if want := "1 2 3 [a.com *.b.com] false 2.5 3s 0s a secret that is long [10.0.0.0/8 ::1] 127.0.0.1:8080 /state/ply/matches.db 5\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c := s.Config()
	if c.Queue != 1 || c.MaxLive != 2 || c.MaxMessage != 3 || c.Judge != *s.Judge || len(c.TrustedProxies) != 2 || c.Idle != 3*time.Second || c.BotDelay != 0 || len(c.Origins) != 2 || c.Rate != 2.5 || c.CreateRate != 5 {
		t.Errorf("the server gets %+v", c)
	}
}

// A setting sets every field of the server's configuration.
func TestSettingsAreComplete(t *testing.T) {
	s := host.Settings{Origins: []string{"x"}, Judge: new("x"), TrustedProxies: []string{"10.0.0.0/8"}, BasePath: new("/x")}.Or(host.Usual())
	s.BotDelay, s.Bot = new(host.Duration(1)), new("random")
	c := reflect.ValueOf(s.Config())
	for i := range c.NumField() {
		name := c.Type().Field(i).Name
		if c.Field(i).IsZero() && !slices.Contains([]string{"Games", "Bots", "Store", "Log", "Now", "Isolated", "Stuck"}, name) {
			t.Errorf("no setting sets %s", name)
		}
	}
}

// All faults are reported at once, without secrets.
func TestBadSettings(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	for _, c := range []struct {
		args []string
		env  map[string]string
		file string
		want string
	}{
		{args: []string{"--address", "here"}, want: `address: must be a host and a port, such as 127.0.0.1:8080 or :8080, not "here"`},
		{args: []string{"--address", ":70000"}, want: "address: the port must be 0 to 65535, not 70000"},
		{args: []string{"--queue=0", "--rate=-1"}, want: "queue: must be at least 1, not 0\nrate: must be more than 0 and at most a million, not -1"},
		{args: []string{"--idle", "5"}, want: `--idle: "5" is not a duration like 300ms, 10s or 2m`},
		{args: []string{"--log", "xml", "--log-level", "loud"}, want: `log-level: must be one of debug, error, info, warn, not "loud"` + "\n" + `log: must be text or json, not "xml"`},
		{args: []string{"--origins", "https://a.com"}, want: `origins: must be hosts like example.com or *.example.com, not "https://a.com"`},
		{env: map[string]string{"PLY_RATE": "fast", "PLY_MEMORY": "maybe"}, want: "PLY_MEMORY: must be true or false, not \"maybe\"\nPLY_RATE: must be a number, not \"fast\""},
		{env: map[string]string{"PLY_QUEUE": "1.5"}, want: `PLY_QUEUE: must be a whole number, not "1.5"`},
		{env: map[string]string{"PLY_JUDGE": "hushhush"}, want: "judge: must have at least 16 characters"},
		{file: `{"rote": 3}`, want: `unknown setting "rote"; the settings are address, data, memory`},
		{file: `{"rate": "x"}`, want: "rate: must not be a string"},
		{file: `{"idle": "x"}`, want: `"x" is not a duration like 300ms, 10s or 2m`},
		{file: `{} {}`, want: "there is more text after the settings"},
		{file: `rate = 3`, want: "invalid character 'r'"},
		{args: []string{"--config", "nowhere.json"}, want: "--config: there is no file nowhere.json"},
	} {
		_, err := settledWith(t, c.args, c.env, c.file)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %v %s: got %v\nwant %s", c.args, c.env, c.file, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "hushhush") {
			t.Errorf("the error shows the secret: %v", err)
		}
	}
}

// setting is a row of the table in docs/hosting.md.
type setting struct{ name, env, usual, help string }

var settingHelp = regexp.MustCompile(`^(.*) \((.+); (PLY_\w+)\)\.$`)

// settingRows returns all settings from the help of the command.
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

// The help shows the real defaults.
func TestSettingsHelp(t *testing.T) {
	s := host.Usual()
	shown := map[string]string{}
	for _, r := range settingRows(t) {
		shown[r.name] = r.usual
	}
	s.Each(func(name string, v reflect.Value) {
		want := fmt.Sprint(reflect.Indirect(v).Interface())
		switch x := v.Interface().(type) {
		case *host.Duration:
			want = x.String()
		case []string:
			want = "none"
		case *string:
			want = cmp.Or(*x, "none")
		}
		if name != "judge" && name != "admin-secret" && name != "data" && name != "bot" && name != "max-thinking" && shown[name] != want {
			t.Errorf("--%s: the help shows the default %q, but it is %q", name, shown[name], want)
		}
	})
	if !strings.Contains(serveCommand{}.Help(), host.Variable("judge")) {
		t.Error("the help does not explain how to set the judge's secret")
	}
}

// docs/hosting.md lists all settings and all metrics. With -update, the test writes them.
func TestHostingPage(t *testing.T) {
	const path = "../docs/hosting.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	table := "| setting | environment variable | default | description |\n|---|---|---|---|\n"
	for _, r := range append(settingRows(t), setting{"judge", host.Variable("judge"), "none", "The secret of the judge, who sees everything; at least 16 characters. There is no flag for it"},
		setting{"admin-secret", host.Variable("admin-secret"), "none", "The secret of the operator; at least 16 characters. There is no flag for it"}) {
		table += fmt.Sprintf("| `%s` | `%s` | %s | %s. |\n", r.name, r.env, r.usual, strings.TrimSuffix(r.help, "."))
	}
	var source []byte
	for _, file := range []string{"../server/metrics.go", "../internal/host/isolate.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, text...)
	}
	metrics := "| metric | description |\n|---|---|\n"
	all := regexp.MustCompile(`Name: "(ply_\w+)",\s*Help: "([^"]+)"`).FindAllStringSubmatch(string(source), -1)
	for _, m := range all {
		metrics += fmt.Sprintf("| `%s` | %s |\n", m[1], m[2])
	}
	if n := strings.Count(string(source), `"ply_`); n != len(all) || n == 0 {
		t.Errorf("found %d metrics, want %d", len(all), n)
	}
	want := replaceTable(t, replaceTable(t, page, table), metrics)
	switch {
	case page == want:
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the tables of docs/hosting.md differ from the code; run the test with -update")
	}
}

// replaceTable replaces the table that begins with the same line.
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
