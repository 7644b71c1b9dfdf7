package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/web"
)

var long = strings.Repeat("let a = 1;\n", 500)

// pages serves a small client.
func pages(t *testing.T) http.Handler {
	t.Helper()
	h, err := web.HandlerOf(fstest.MapFS{
		"index.html":         {Data: []byte("<title>front</title>")},
		"icon.svg":           {Data: []byte("<svg/>")},
		"assets/index-x1.js": {Data: []byte(long)},
		"assets/short-x2.js": {Data: []byte("1")},
		"assets/dot-x3.png":  {Data: bytes.Repeat([]byte{7}, 5000)},
		"assets/font-x4.abc": {Data: []byte("?")},
		".hidden":            {Data: []byte("seen")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask requests a path; headers are names and values in turn.
func ask(h http.Handler, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost/", nil)
	r.URL.Path = path
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Add(pair[0], pair[1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t *testing.T, res *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPaths(t *testing.T) {
	h := pages(t)
	const page, hashed = "no-cache", "public, max-age=31536000, immutable"
	for _, c := range []struct {
		path         string
		status       int
		kind, keep   string
		body, absent string
	}{
		{path: "/", status: 200, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/index.html", status: 200, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/games", status: 200, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/games/hex", status: 200, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/games/hex/abc/x.js", status: 200, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/icon.svg", status: 200, kind: "image/svg+xml", keep: page, body: "<svg/>"},
		{path: "/favicon.ico", status: 200, kind: "image/svg+xml", keep: page, body: "<svg/>"},
		{path: "/assets/index-x1.js", status: 200, kind: "text/javascript; charset=utf-8", keep: hashed, body: "let a"},
		{path: "/assets/dot-x3.png", status: 200, kind: "image/png", keep: hashed},
		{path: "/assets/font-x4.abc", status: 200, kind: "application/octet-stream", keep: hashed},
		{path: "/assets/gone.js", status: 404, kind: "text/plain; charset=utf-8", keep: page, absent: "front"},
		{path: "/assets/", status: 404, kind: "text/plain; charset=utf-8", keep: page, absent: "index-x1"},
		{path: "/assets", status: 404, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/nowhere", status: 404, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "/gamesome", status: 404, kind: "text/html; charset=utf-8", keep: page, body: "front"},
		{path: "", status: 404, kind: "text/html; charset=utf-8", keep: page, body: "front"},
	} {
		res := ask(h, "GET", c.path)
		body := bodyOf(t, res)
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.kind || res.Header.Get("Cache-Control") != c.keep {
			t.Errorf("%q: %d %v", c.path, res.StatusCode, res.Header)
		}
		if !strings.Contains(body, c.body) || c.absent != "" && strings.Contains(body, c.absent) {
			t.Errorf("%q: %s", c.path, body)
		}
		if has := res.Header.Get("ETag") != ""; has != (c.status == 200) {
			t.Errorf("%q: ETag %q", c.path, res.Header.Get("ETag"))
		}
	}
}

// TestPathTraversal checks that only built files are served, however the path is written.
func TestPathTraversal(t *testing.T) {
	h := pages(t)
	for _, path := range []string{
		"/../web.go", "/assets/../../web.go", "/assets/..", "/./web.go", "//web.go", "/..%2fweb.go", "/assets/..\\..\\web.go",
		"/dist/index.html", "/web.go", "/src/main.ts", "/package.json", "/etc/passwd", "/assets/index-x1.js/", "/assets/index-x1.js\x00.png",
		"/assets/../icon.svg", "/assets/./index-x1.js",
	} {
		res := ask(h, "GET", path)
		if body := bodyOf(t, res); res.StatusCode != 404 || strings.Contains(body, "package") || strings.Contains(body, "<svg/>") || strings.Contains(body, "let a") {
			t.Errorf("%q: %d %s", path, res.StatusCode, body)
		}
	}
}

func TestMethods(t *testing.T) {
	h := pages(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "odd"} {
		res := ask(h, method, "/")
		if res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d %v", method, res.StatusCode, res.Header)
		}
	}
	for _, path := range []string{"/", "/assets/index-x1.js", "/nowhere"} {
		get, head := ask(h, "GET", path), ask(h, "HEAD", path)
		if bodyOf(t, head) != "" {
			t.Errorf("%s: HEAD has a body", path)
		}
		if length := strconv.Itoa(len(bodyOf(t, get))); head.StatusCode != get.StatusCode || head.Header.Get("Content-Length") != length {
			t.Errorf("%s: HEAD answers %d %v, GET %d with %s bytes", path, head.StatusCode, head.Header, get.StatusCode, length)
		}
	}
}

func TestCompressed(t *testing.T) {
	h := pages(t)
	for accepted, want := range map[string]bool{
		"gzip": true, "gzip, deflate, br": true, "br;q=1, GZIP;q=0.5": true, "*": true, "x-gzip": true,
		"": false, "br": false, "gzip;q=0": false, "gzip; q=0.0, *": false, "*;q=0": false, "gzip;q=x": false, "gzipped": false,
	} {
		res := ask(h, "GET", "/assets/index-x1.js", "Accept-Encoding", accepted)
		if res.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: Vary %q", accepted, res.Header.Get("Vary"))
		}
		if got := res.Header.Get("Content-Encoding") == "gzip"; got != want {
			t.Errorf("%q: compressed is %v", accepted, got)
			continue
		}
		text := bodyOf(t, res)
		if length := res.Header.Get("Content-Length"); length != strconv.Itoa(len(text)) {
			t.Errorf("%q: Content-Length %s of %d", accepted, length, len(text))
		}
		if want {
			z, err := gzip.NewReader(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			plain, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			text = string(plain)
		}
		if text != long {
			t.Errorf("%q: body %.40q", accepted, text)
		}
	}
	for _, path := range []string{"/", "/assets/short-x2.js", "/assets/dot-x3.png"} {
		if res := ask(h, "GET", path, "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" || res.Header.Get("Vary") != "" {
			t.Errorf("%s need not be compressed: %v", path, res.Header)
		}
	}
}

func TestNotModified(t *testing.T) {
	h := pages(t)
	for _, path := range []string{"/", "/games/hex", "/icon.svg", "/assets/index-x1.js"} {
		for _, encoding := range []string{"gzip", "identity"} {
			tag := ask(h, "GET", path, "Accept-Encoding", encoding).Header.Get("ETag")
			for _, names := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
				res := ask(h, "GET", path, "Accept-Encoding", encoding, "If-None-Match", names)
				if res.StatusCode != 304 || bodyOf(t, res) != "" || res.Header.Get("ETag") != tag || res.Header.Get("Cache-Control") == "" {
					t.Errorf("%s with %s: %d %v", path, names, res.StatusCode, res.Header)
				}
			}
			if res := ask(h, "GET", path, "If-None-Match", `"other"`); res.StatusCode != 200 {
				t.Errorf("%s has changed: %d", path, res.StatusCode)
			}
		}
	}
	if res := ask(h, "GET", "/nowhere", "If-None-Match", "*"); res.StatusCode != 404 {
		t.Errorf("a missing page is answered with %d", res.StatusCode)
	}
	plain, small := ask(h, "GET", "/assets/index-x1.js"), ask(h, "GET", "/assets/index-x1.js", "Accept-Encoding", "gzip")
	if plain.Header.Get("ETag") == small.Header.Get("ETag") {
		t.Error("the plain and the gzipped file have the same ETag")
	}
}

func TestSecurityHeaders(t *testing.T) {
	h := pages(t)
	for _, res := range []*http.Response{
		ask(h, "GET", "/"), ask(h, "HEAD", "/games/hex/x"), ask(h, "GET", "/assets/gone.js"),
		ask(h, "GET", "/nowhere"), ask(h, "POST", "/"), ask(h, "GET", "/", "If-None-Match", "*"),
	} {
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Permissions-Policy":           "camera=()",
		} {
			if got := res.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%d: %s is %q", res.StatusCode, name, got)
			}
		}
		rules := res.Header.Get("Content-Security-Policy")
		for _, rule := range []string{"script-src 'self';", "style-src 'self';", "connect-src 'self';", "frame-ancestors 'none';", "require-trusted-types-for 'script';"} {
			if !strings.Contains(rules, rule) {
				t.Errorf("%d: the policy has no %s", res.StatusCode, rule)
			}
		}
		if strings.Contains(rules, "unsafe") {
			t.Errorf("the policy is %s", rules)
		}
	}
	script := ask(h, "GET", "/assets/index-x1.js").Header
	if script.Get("X-Content-Type-Options") != "nosniff" || script.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("the headers of a script are %v", script)
	}
}

func TestMissingIndex(t *testing.T) {
	if _, err := web.HandlerOf(fstest.MapFS{"assets/x.js": {}}); err == nil {
		t.Error("a client without index.html is accepted")
	}
}

// TestDist checks that every built file is served unchanged.
func TestDist(t *testing.T) {
	root, err := web.Dist()
	if err != nil {
		t.Fatal(err)
	}
	h, scripts := web.Handler(""), 0
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, err := fs.ReadFile(root, name)
		if name == "index.html" { // its addresses are those of the handler's path
			want = bytes.ReplaceAll(want, []byte(`="./`), []byte(`="/`))
		}
		res := ask(h, "GET", "/"+name)
		if res.StatusCode != 200 || bodyOf(t, res) != string(want) {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
		if kind := res.Header.Get("Content-Type"); kind == "application/octet-stream" {
			t.Errorf("%s has no known content type", name)
		}
		if strings.HasSuffix(name, ".js") {
			scripts++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if scripts == 0 {
		t.Error("dist has no script")
	}
}
