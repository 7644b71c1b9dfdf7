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
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/server"
)

// Settings configure a server. A nil field is not set. Each can be set with a flag, an environment variable
// (PLY_MAX_LIVE for --max-live) or a field of the settings file ("max-live").
type Settings struct {
	Address *string `json:"address" placeholder:"HOST:PORT" help:"Address to listen on. :8080 listens on all interfaces; port 0 uses any free port (127.0.0.1:8080; PLY_ADDRESS)."`
	Data    *string `json:"data" placeholder:"FILE" xor:"data" help:"The match database; created if missing (matches.db in the user's state folder; PLY_DATA)."`
	Memory  *bool   `json:"memory" xor:"data" help:"Keep matches in memory only; they are lost when the server stops (false; PLY_MEMORY)."`

	BasePath *string  `json:"base-path" placeholder:"PATH" help:"Path under which a proxy forwards requests, such as /ply (none; PLY_BASE_PATH)."`
	Host     []string `json:"host" placeholder:"NAME" help:"Host names of the server besides its addresses and localhost, such as games.example.com; * for any (none; PLY_HOST)."`
	Origins  []string `json:"origins" placeholder:"HOST" help:"Other hosts whose web pages may connect, such as example.com or *.example.com (none; PLY_ORIGINS)."`
	Judge    *string  `json:"judge" kong:"-"`

	TrustedProxies []string `json:"trusted-proxies" placeholder:"CIDR" help:"Addresses of proxies, such as 127.0.0.1 or 10.0.0.0/8, whose X-Forwarded-For header is trusted (none; PLY_TRUSTED_PROXIES)."`

	TLSCert *string `json:"tls-cert" name:"tls-cert" placeholder:"FILE" help:"TLS certificate in PEM format; reloaded when it changes (none; PLY_TLS_CERT)."`
	TLSKey  *string `json:"tls-key" name:"tls-key" placeholder:"FILE" help:"The key of the certificate (none; PLY_TLS_KEY)."`

	AdminAddress *string `json:"admin-address" placeholder:"HOST:PORT" help:"Address for the operator's page and for ply admin (none; PLY_ADMIN_ADDRESS)."`
	AdminSecret  *string `json:"admin-secret" kong:"-"`

	KeepEnded     *Duration `json:"keep-ended" placeholder:"TIME" help:"How long finished matches are kept after their last change; 0s means forever (0s; PLY_KEEP_ENDED)."`
	KeepAbandoned *Duration `json:"keep-abandoned" placeholder:"TIME" help:"How long unfinished matches are kept; 0s means forever (0s; PLY_KEEP_ABANDONED)."`
	KeepUnbegun   *Duration `json:"keep-unbegun" placeholder:"TIME" help:"How long matches without a move are kept; 0s means forever (30d; PLY_KEEP_UNBEGUN)."`
	Archive       *string   `json:"archive" placeholder:"FOLDER" help:"Folder for the records of deleted matches, without names (none; PLY_ARCHIVE)."`

	MaxMessage     *int      `json:"max-message" placeholder:"BYTES" help:"Maximum size of a message or request (65536; PLY_MAX_MESSAGE)."`
	MaxConnections *int      `json:"max-connections" placeholder:"N" help:"Maximum number of open connections (20000; PLY_MAX_CONNECTIONS)."`
	MaxPerAddress  *int      `json:"max-per-address" placeholder:"N" help:"Maximum number of open connections from one address, or one /64 network of IPv6 (1000; PLY_MAX_PER_ADDRESS)."`
	MaxLive        *int      `json:"max-live" placeholder:"N" help:"Maximum number of matches in memory (20000; PLY_MAX_LIVE)."`
	MaxMemory      *int      `json:"max-memory" placeholder:"MB" help:"Memory limit in megabytes: above it, unused matches are unloaded and no others are loaded (2048; PLY_MAX_MEMORY)."`
	MaxEntries     *int      `json:"max-entries" placeholder:"N" help:"Maximum number of entries in a match; after half of them, nothing can be undone (20000; PLY_MAX_ENTRIES)."`
	Isolate        []string  `json:"isolate" placeholder:"GAME" help:"Games whose rules run in a separate process, so that a bug does not affect other games (none; PLY_ISOLATE)."`
	MaxRun         *Duration `json:"max-run" placeholder:"TIME" help:"How long the rules may take for one request before their game is closed to new moves (5s; PLY_MAX_RUN)."`
	Rate           *float64  `json:"rate" placeholder:"R" help:"Messages per second from one connection, with bursts of twice as many (50; PLY_RATE)."`
	AddressRate    *float64  `json:"address-rate" placeholder:"R" help:"Messages per second from one address, with bursts of twice as many (1000; PLY_ADDRESS_RATE)."`
	RequestRate    *float64  `json:"request-rate" placeholder:"R" help:"HTTP requests per second from one address, with bursts of ten times as many (100; PLY_REQUEST_RATE)."`
	CreateRate     *float64  `json:"create-rate" placeholder:"R" help:"New matches and seats per second from one address, with bursts of ten times as many (5; PLY_CREATE_RATE)."`
	Queue          *int      `json:"queue" placeholder:"N" help:"Unsent messages at which a slow client is disconnected (256; PLY_QUEUE)."`
	Idle           *Duration `json:"idle" placeholder:"TIME" help:"How long an unused match without clients stays in memory (1m; PLY_IDLE)."`
	KeepSeat       *Duration `json:"keep-seat" placeholder:"TIME" help:"How long a disconnected player keeps a seat: before the host can free it, and in a rematch (5m; PLY_KEEP_SEAT)."`
	TokenLife      *Duration `json:"token-life" placeholder:"TIME" help:"How long an unused token of a seat or host stays valid; 0s means forever (180d; PLY_TOKEN_LIFE)."`
	BotDelay       *Duration `json:"bot-delay" placeholder:"TIME" help:"Pause before a bot moves, so that people can follow (300ms; PLY_BOT_DELAY)."`
	MaxThinking    *int      `json:"max-thinking" placeholder:"N" help:"How many bots think at the same time; the others wait (all processors but one; PLY_MAX_THINKING)."`
	MaxSimulations *int      `json:"max-simulations" placeholder:"N" help:"Highest number of simulations that can be chosen for a bot (5000; PLY_MAX_SIMULATIONS)."`
	MaxBotMoves    *int      `json:"max-bot-moves" placeholder:"N" help:"Number of moves after which bots that play without people stop (5000; PLY_MAX_BOT_MOVES)."`
	Bot            *string   `json:"bot" placeholder:"BOT" help:"The default bot; it also takes over for players who resign (the program's first bot; PLY_BOT)."`

	Log      *string   `json:"log" placeholder:"FORMAT" help:"Format of the log on standard error: text or json (text; PLY_LOG)."`
	LogLevel *string   `json:"log-level" placeholder:"LEVEL" help:"Lowest level to log: debug, info, warn or error (info; PLY_LOG_LEVEL)."`
	Metrics  *bool     `json:"metrics" negatable:"" help:"Serve Prometheus metrics at /metrics (true; PLY_METRICS)."`
	Grace    *Duration `json:"grace" placeholder:"TIME" help:"How long a shutdown waits for open requests (10s; PLY_GRACE)."`
}

// Settle combines all settings: flags, then the environment, the file and the defaults. It reports whether an address
// was set.
func (s Settings) Settle(config string, con *console.Console, environment func(string) (string, bool)) (set Settings,
	named bool, err error) {
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
		data, err := con.ReadAs(path, "a settings file")
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

// Usual returns the defaults.
func Usual() Settings {
	s := Settings{
		Address: new("127.0.0.1:8080"), Data: new(""), Memory: new(false), BasePath: new(""), Isolate: []string{},
		Host: []string{}, Origins: []string{}, TrustedProxies: []string{}, Judge: new(""),
		TLSCert: new(""), TLSKey: new(""), AdminAddress: new(""), AdminSecret: new(""),
		KeepEnded: new(Duration(0)), KeepAbandoned: new(Duration(0)), KeepUnbegun: new(30 * day), Archive: new(""),
		MaxMessage: new(64 << 10), MaxConnections: new(20_000), MaxPerAddress: new(1_000), MaxLive: new(20_000),
		MaxMemory: new(2048), MaxEntries: new(20_000), MaxRun: new(Duration(5 * time.Second)), AddressRate: new(1000.0),
		RequestRate: new(100.0),
		Rate:        new(50.0), CreateRate: new(5.0), Queue: new(256), Idle: new(Duration(time.Minute)),
		KeepSeat: new(Duration(5 * time.Minute)), TokenLife: new(180 * day), BotDelay: new(Duration(300 * time.Millisecond)),
		Bot:         new(""),
		MaxThinking: new(max(1, runtime.GOMAXPROCS(0)-1)), MaxSimulations: new(5_000), MaxBotMoves: new(5_000),
		Log: new("text"), LogLevel: new("info"), Metrics: new(true), Grace: new(Duration(10 * time.Second)),
	}
	if dir, err := console.StateDir(); err == nil {
		s.Data = new(filepath.Join(dir, "matches.db"))
	}
	return s
}

// Duration is a duration as people write it: 300ms, 10s, 2m.
type Duration time.Duration

const day = Duration(24 * time.Hour)

// String returns the duration as people write it.
func (d Duration) String() string { return words.Span(time.Duration(d)) }

// MarshalText implements encoding.TextMarshaler.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler, for flags and for JSON.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := words.Duration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a duration like 300ms, 10s or 2m", text)
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

// Or fills fields that are not set from others.
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

// Variable returns the environment variable of a setting.
func Variable(name string) string {
	return "PLY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// fromEnvironment reads settings from the environment. An empty variable counts as not set.
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

// readSetting parses a setting.
func readSetting(v reflect.Value, text string) (err error) {
	switch p := v.Addr().Interface().(type) {
	case **string:
		*p = &text
	case *[]string:
		*p = strings.Split(text, ",")
	case **bool:
		*p = new(false)
		if **p, err = strconv.ParseBool(text); err != nil {
			err = fmt.Errorf("must be true or false, not %q", text)
		}
	case **int:
		*p = new(0)
		if **p, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("must be a whole number, not %q", text)
		}
	case **float64:
		*p = new(0.0)
		if **p, err = strconv.ParseFloat(text, 64); err != nil {
			err = fmt.Errorf("must be a number, not %q", text)
		}
	case **Duration:
		*p = new(Duration(0))
		err = (*p).UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("unhandled setting of type %T", p))
	}
	return err
}

// fromFile reads the settings of a JSON file.
func fromFile(data []byte) (s Settings, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		wrong, is := errors.AsType[*json.UnmarshalTypeError](err)
		unknown, found := strings.CutPrefix(err.Error(), "json: unknown field ")
		switch {
		case is:
			return s, fmt.Errorf("%s: must not be a %s", wrong.Field, wrong.Value)
		case found:
			return s, fmt.Errorf("unknown setting %s; the settings are %s", unknown, strings.Join(settingNames(), ", "))
		}
		return s, err
	}
	if _, err := d.Token(); err != io.EOF {
		return s, errors.New("there is more text after the settings")
	}
	return s, nil
}

func settingNames() (names []string) {
	new(Settings).Each(func(name string, _ reflect.Value) { names = append(names, name) })
	return names
}

// check lists all faults of complete settings.
func (s *Settings) check() error {
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf(name+": "+format, args...))
	}
	if why := badAddress(*s.Address); why != "" {
		fault("address", "%s", why)
	}
	if *s.Data == "" && !*s.Memory {
		fault("data", "there is no state folder for the match database: set a file, or use --memory")
	}
	for name, n := range map[string]int{"max-message": *s.MaxMessage, "max-connections": *s.MaxConnections,
		"max-per-address": *s.MaxPerAddress, "max-live": *s.MaxLive, "max-memory": *s.MaxMemory, "max-entries": *s.MaxEntries,
		"queue": *s.Queue, "max-thinking": *s.MaxThinking, "max-simulations": *s.MaxSimulations,
		"max-bot-moves": *s.MaxBotMoves} {
		if n < 1 {
			fault(name, "must be at least 1, not %d", n)
		}
	}
	for name, r := range map[string]float64{"rate": *s.Rate, "create-rate": *s.CreateRate, "address-rate": *s.AddressRate,
		"request-rate": *s.RequestRate} {
		if !(r > 0 && r <= 1e6) {
			fault(name, "must be more than 0 and at most a million, not %g", r)
		}
	}
	for name, d := range map[string]Duration{"idle": *s.Idle, "keep-seat": *s.KeepSeat, "grace": *s.Grace,
		"max-run": *s.MaxRun} {
		if d <= 0 {
			fault(name, "must be more than 0, not %s", d)
		}
	}
	if *s.BotDelay < 0 {
		fault("bot-delay", "must not be negative")
	}
	for name, secret := range map[string]string{"judge": *s.Judge, "admin-secret": *s.AdminSecret} {
		if n := len(secret); n > 0 && n < 16 {
			fault(name, "must have at least 16 characters")
		}
	}
	if why := badAddress(*s.AdminAddress); *s.AdminAddress != "" && why != "" {
		fault("admin-address", "%s", why)
	}
	if *s.AdminAddress != "" && *s.AdminSecret == "" {
		fault("admin-address", "needs a secret: set it with PLY_ADMIN_SECRET")
	}
	if (*s.TLSCert == "") != (*s.TLSKey == "") {
		fault("tls-cert", "needs tls-key, and the other way around")
	}
	for name, d := range map[string]Duration{"keep-ended": *s.KeepEnded, "keep-abandoned": *s.KeepAbandoned,
		"keep-unbegun": *s.KeepUnbegun, "token-life": *s.TokenLife} {
		if d < 0 {
			fault(name, "must not be negative")
		}
	}
	for _, host := range s.Origins {
		if host == "" || strings.ContainsAny(host, "/ ") {
			fault("origins", "must be hosts like example.com or *.example.com, not %q", host)
		}
	}
	for _, name := range s.Host {
		if name == "" || strings.ContainsAny(name, "/: ") {
			fault("host", "must be names like games.example.com, without a port, not %q", name)
		}
	}
	if !basePaths.MatchString(*s.BasePath) {
		fault("base-path", "must be a path like /ply, not %q", *s.BasePath)
	}
	for _, text := range s.TrustedProxies {
		if _, err := prefix(text); err != nil {
			fault("trusted-proxies", "must be addresses like 127.0.0.1 or networks like 10.0.0.0/8, not %q", text)
		}
	}
	if !slices.Contains([]string{"text", "json"}, *s.Log) {
		fault("log", "must be text or json, not %q", *s.Log)
	}
	if _, known := logLevels[*s.LogLevel]; !known {
		fault("log-level", "must be one of %s, not %q", strings.Join(slices.Sorted(maps.Keys(logLevels)), ", "), *s.LogLevel)
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// basePaths matches base paths: characters that mean the same in addresses, HTML and JSON.
var basePaths = regexp.MustCompile(`^((/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+/?)?$|^/$`)

var logLevels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn,
	"error": slog.LevelError}

// badAddress returns what is wrong with an address, or "".
func badAddress(address string) string {
	host, port, err := net.SplitHostPort(address)
	n, wrong := strconv.Atoi(port)
	switch {
	case err != nil || wrong != nil || strings.ContainsAny(host, "/ "):
		return fmt.Sprintf("must be a host and a port, such as 127.0.0.1:8080 or :8080, not %q", address)
	case n < 0 || n > 65535:
		return fmt.Sprintf("the port must be 0 to 65535, not %d", n)
	}
	return ""
}

// prefix parses a network, or an address, which is a network of one.
func prefix(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		a = a.Unmap().WithZone("")
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	return netip.ParsePrefix(text)
}

// prefixes parses networks, which check has seen to be valid.
func prefixes(all []string) (list []netip.Prefix) {
	for _, text := range all {
		if p, err := prefix(text); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// hosts returns the names of the server: those that are set, that of the address it listens on, and that of the
// machine.
func (s *Settings) hosts() []string {
	all := append([]string{"localhost"}, s.Host...)
	if name, _, err := net.SplitHostPort(*s.Address); err == nil && name != "" {
		all = append(all, name)
	}
	if name, err := os.Hostname(); err == nil && name != "" {
		short, _, _ := strings.Cut(name, ".")
		all = append(all, name, short, short+".local")
	}
	return all
}

// Config returns the configuration for the server.
func (s *Settings) Config() server.Config {
	return server.Config{
		BasePath: strings.TrimRight(*s.BasePath, "/"), Hosts: s.hosts(), Origins: s.Origins, Judge: *s.Judge,
		TrustedProxies: prefixes(s.TrustedProxies),
		Retention: server.Retention{Ended: time.Duration(*s.KeepEnded), Abandoned: time.Duration(*s.KeepAbandoned),
			Unbegun: time.Duration(*s.KeepUnbegun), Archive: *s.Archive},
		MaxMessage: *s.MaxMessage, MaxConnections: *s.MaxConnections, MaxPerAddress: *s.MaxPerAddress, MaxLive: *s.MaxLive,
		MaxMemory: int64(*s.MaxMemory) << 20, MaxEntries: *s.MaxEntries, MaxRun: time.Duration(*s.MaxRun),
		AddressRate: *s.AddressRate, RequestRate: *s.RequestRate,
		Rate: *s.Rate, CreateRate: *s.CreateRate, Queue: *s.Queue, Idle: time.Duration(*s.Idle),
		KeepSeat: time.Duration(*s.KeepSeat), TokenLife: time.Duration(*s.TokenLife), BotDelay: time.Duration(*s.BotDelay),
		Bot:         *s.Bot,
		MaxThinking: *s.MaxThinking, MaxSimulations: *s.MaxSimulations, MaxBotMoves: *s.MaxBotMoves,
	}
}
