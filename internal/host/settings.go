package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/server"
)

// Settings say how a server is run. Nil is what was not said. Each can be a flag, a variable of the
// environment (PLY_MAX_LIVE for --max-live) and a field of the settings file ("max-live").
type Settings struct {
	Address *string `json:"address" placeholder:"HOST:PORT" help:"Where to listen. :8080 is every address of the machine; port 0 takes any free one (127.0.0.1:8080; PLY_ADDRESS)."`
	Data    *string `json:"data" placeholder:"FILE" xor:"data" help:"The file of all matches; it is made if it is not there (matches.db in the state folder of the user; PLY_DATA)."`
	Memory  *bool   `json:"memory" xor:"data" help:"Keep the matches in memory only: they are gone when the server ends (false; PLY_MEMORY)."`

	Origins []string `json:"origins" placeholder:"HOST" help:"Hosts whose web pages may connect besides the server's own, such as example.com or *.example.com (none; PLY_ORIGINS)."`
	Proxied *bool    `json:"proxied" help:"A proxy in front says in X-Forwarded-For where clients are. Without a proxy, clients could say anything (false; PLY_PROXIED)."`
	Judge   *string  `json:"judge" kong:"-"`

	MaxMessage     *int      `json:"max-message" placeholder:"BYTES" help:"How long a message or a request of a client may be (65536; PLY_MAX_MESSAGE)."`
	MaxConnections *int      `json:"max-connections" placeholder:"N" help:"How many WebSockets may be open at once (20000; PLY_MAX_CONNECTIONS)."`
	MaxPerAddress  *int      `json:"max-per-address" placeholder:"N" help:"How many of them from one address (1000; PLY_MAX_PER_ADDRESS)."`
	MaxLive        *int      `json:"max-live" placeholder:"N" help:"How many matches may be in memory at once (20000; PLY_MAX_LIVE)."`
	Rate           *float64  `json:"rate" placeholder:"R" help:"How many messages a second one connection may send; twice as many at once (50; PLY_RATE)."`
	CreateRate     *float64  `json:"create-rate" placeholder:"R" help:"How many matches and seats a second one address may take; ten times as many at once (5; PLY_CREATE_RATE)."`
	Queue          *int      `json:"queue" placeholder:"N" help:"How many messages a slow reader may be behind before its connection is ended (256; PLY_QUEUE)."`
	Idle           *Duration `json:"idle" placeholder:"TIME" help:"How long after its last use a match that nobody watches leaves memory (1m; PLY_IDLE)."`
	KeepSeat       *Duration `json:"keep-seat" placeholder:"TIME" help:"How long a seat is kept for a player who is not connected: before the host can free it, and in a rematch (5m; PLY_KEEP_SEAT)."`
	BotDelay       *Duration `json:"bot-delay" placeholder:"TIME" help:"How long a bot waits before it moves, so that people can follow (300ms; PLY_BOT_DELAY)."`
	Bot            *string   `json:"bot" placeholder:"BOT" help:"The bot that plays where none is named, and on for players who resign (the first of the program; PLY_BOT)."`

	Log      *string   `json:"log" placeholder:"FORMAT" help:"How the log is written, to the error output: text or json (text; PLY_LOG)."`
	LogLevel *string   `json:"log-level" placeholder:"LEVEL" help:"The least that is logged: debug, info, warn or error (info; PLY_LOG_LEVEL)."`
	Metrics  *bool     `json:"metrics" negatable:"" help:"Tell Prometheus what is going on, at /metrics (true; PLY_METRICS)."`
	Grace    *Duration `json:"grace" placeholder:"TIME" help:"How long the end waits for what is under way (10s; PLY_GRACE)."`
}

// Settle puts all settings together: flags, the environment, the file, and what is usual. It reports whether an address
// was named.
func (s Settings) Settle(config string, con *console.Console, environment func(string) (string, bool)) (set Settings, named bool, err error) {
	env, err := fromEnvironment(environment)
	if err != nil {
		return Settings{}, false, err
	}
	set = s.Or(env)
	path := config
	if path == "" {
		path, _ = environment("PLY_CONFIG")
	}
	if path != "" {
		data, err := con.ReadAs(path, "a file of settings")
		if err != nil {
			return Settings{}, false, fmt.Errorf("--config: %w", err)
		}
		file, err := fromFile(data)
		if err != nil {
			return Settings{}, false, fmt.Errorf("--config %s: %w", path, err)
		}
		set = set.Or(file)
	}
	named = set.Address != nil
	set = set.Or(Usual())
	return set, named, set.check()
}

// Usual is what holds if nothing else is said.
func Usual() Settings {
	s := Settings{
		Address: new("127.0.0.1:8080"), Data: new(""), Memory: new(false), Origins: []string{}, Proxied: new(false), Judge: new(""),
		MaxMessage: new(64 << 10), MaxConnections: new(20_000), MaxPerAddress: new(1_000), MaxLive: new(20_000),
		Rate: new(50.0), CreateRate: new(5.0), Queue: new(256), Idle: new(Duration(time.Minute)), KeepSeat: new(Duration(5 * time.Minute)), BotDelay: new(Duration(300 * time.Millisecond)), Bot: new(""),
		Log: new("text"), LogLevel: new("info"), Metrics: new(true), Grace: new(Duration(10 * time.Second)),
	}
	if dir, err := console.StateDir(); err == nil {
		s.Data = new(filepath.Join(dir, "matches.db"))
	}
	return s
}

// Duration is a time as people write it: 300ms, 10s, 2m.
type Duration time.Duration

// UnmarshalText implements encoding.TextUnmarshaler, for flags and for JSON.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("a time is written like 300ms, 10s or 2m, not %q", text)
	}
	*d = Duration(t)
	return nil
}

// Each calls f for every setting, with its name.
func (s *Settings) Each(f func(name string, v reflect.Value)) {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		f(v.Type().Field(i).Tag.Get("json"), v.Field(i))
	}
}

// Or takes what is not said from others.
func (s Settings) Or(others Settings) Settings {
	theirs := reflect.ValueOf(others)
	i := 0
	s.Each(func(_ string, v reflect.Value) {
		if v.IsNil() {
			v.Set(theirs.Field(i))
		}
		i++
	})
	return s
}

// Variable is what a setting is called in the environment.
func Variable(name string) string {
	return "PLY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// fromEnvironment reads the settings that the environment has. One that is empty is not there.
func fromEnvironment(lookup func(string) (string, bool)) (s Settings, err error) {
	var faults []error
	s.Each(func(name string, v reflect.Value) {
		if text, _ := lookup(Variable(name)); text != "" {
			if err := readSetting(v, text); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", Variable(name), err))
			}
		}
	})
	return s, errors.Join(faults...)
}

// readSetting reads a setting from its text.
func readSetting(v reflect.Value, text string) (err error) {
	switch p := v.Addr().Interface().(type) {
	case **string:
		*p = &text
	case *[]string:
		*p = strings.Split(text, ",")
	case **bool:
		*p = new(false)
		if **p, err = strconv.ParseBool(text); err != nil {
			err = fmt.Errorf("it is true or false, not %q", text)
		}
	case **int:
		*p = new(0)
		if **p, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("it is a whole number, not %q", text)
		}
	case **float64:
		*p = new(0.0)
		if **p, err = strconv.ParseFloat(text, 64); err != nil {
			err = fmt.Errorf("it is a number, not %q", text)
		}
	case **Duration:
		*p = new(Duration(0))
		err = (*p).UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("nothing reads a setting of type %T", p))
	}
	return err
}

// fromFile reads the settings of a file, which is JSON.
func fromFile(data []byte) (s Settings, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		wrong, is := errors.AsType[*json.UnmarshalTypeError](err)
		unknown, found := strings.CutPrefix(err.Error(), "json: unknown field ")
		switch {
		case is:
			return s, fmt.Errorf("%s: it cannot be a %s", wrong.Field, wrong.Value)
		case found:
			return s, fmt.Errorf("there is no setting %s; there is %s", unknown, strings.Join(settingNames(), ", "))
		}
		return s, err
	}
	if _, err := d.Token(); err != io.EOF {
		return s, errors.New("something follows after the settings")
	}
	return s, nil
}

func settingNames() (names []string) {
	new(Settings).Each(func(name string, _ reflect.Value) { names = append(names, name) })
	return names
}

// check lists all that is wrong with settings of which none is missing.
func (s *Settings) check() error {
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf(name+": "+format, args...))
	}
	if why := badAddress(*s.Address); why != "" {
		fault("address", "%s", why)
	}
	if *s.Data == "" && !*s.Memory {
		fault("data", "there is no state folder for the file of matches; name a file, or keep them in memory")
	}
	for name, n := range map[string]int{"max-message": *s.MaxMessage, "max-connections": *s.MaxConnections, "max-per-address": *s.MaxPerAddress, "max-live": *s.MaxLive, "queue": *s.Queue} {
		if n < 1 {
			fault(name, "it is 1 or more, not %d", n)
		}
	}
	for name, r := range map[string]float64{"rate": *s.Rate, "create-rate": *s.CreateRate} {
		if !(r > 0 && r <= 1e6) {
			fault(name, "it is more than 0 and at most a million, not %g", r)
		}
	}
	for name, d := range map[string]Duration{"idle": *s.Idle, "keep-seat": *s.KeepSeat, "grace": *s.Grace} {
		if d <= 0 {
			fault(name, "it is more than 0, not %s", time.Duration(d))
		}
	}
	if *s.BotDelay < 0 {
		fault("bot-delay", "it is not negative")
	}
	if n := len(*s.Judge); n > 0 && n < 16 {
		fault("judge", "the secret is too short: it has 16 letters or more")
	}
	for _, host := range s.Origins {
		if host == "" || strings.ContainsAny(host, "/ ") {
			fault("origins", "a host is like example.com or *.example.com, not %q", host)
		}
	}
	if !slices.Contains([]string{"text", "json"}, *s.Log) {
		fault("log", "it is text or json, not %q", *s.Log)
	}
	if _, known := logLevels[*s.LogLevel]; !known {
		fault("log-level", "it is one of %s, not %q", strings.Join(slices.Sorted(maps.Keys(logLevels)), ", "), *s.LogLevel)
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// badAddress says why an address cannot be listened at, "" if it can.
func badAddress(address string) string {
	host, port, err := net.SplitHostPort(address)
	n, wrong := strconv.Atoi(port)
	switch {
	case err != nil || wrong != nil || strings.ContainsAny(host, "/ "):
		return fmt.Sprintf("it is a host and a port, such as 127.0.0.1:8080 or :8080, not %q", address)
	case n < 0 || n > 65535:
		return fmt.Sprintf("a port goes from 0 to 65535, so %d is none", n)
	}
	return ""
}

// Config is what the server is told.
func (s *Settings) Config() server.Config {
	return server.Config{
		Origins: s.Origins, Judge: *s.Judge, Proxied: *s.Proxied,
		MaxMessage: *s.MaxMessage, MaxConnections: *s.MaxConnections, MaxPerAddress: *s.MaxPerAddress, MaxLive: *s.MaxLive,
		Rate: *s.Rate, CreateRate: *s.CreateRate, Queue: *s.Queue, Idle: time.Duration(*s.Idle), KeepSeat: time.Duration(*s.KeepSeat), BotDelay: time.Duration(*s.BotDelay), Bot: *s.Bot,
	}
}
