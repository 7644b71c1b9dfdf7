package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/web"
)

// askArt requests a file of a game; headers are names and values in turn.
func askArt(a *web.Art, digest, name string, headers ...string) *http.Response {
	return ask(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { a.Serve(w, r, digest, name) }), "GET", "/art", headers...)
}

// TestArtFiles checks which files of a game are served, as what, and that browsers can keep them.
func TestArtFiles(t *testing.T) {
	art, err := web.NewArt(fstest.MapFS{
		"king.svg": {Data: []byte("<svg/>" + long)}, "dot.png": {Data: []byte("png")}, "a/b.webp": {Data: []byte("webp")}, "table.js": {Data: []byte("export default 1")},
		"CREDITS": {Data: []byte("Ada")}, "README.md": {Data: []byte("# Art")}, "page.html": {Data: []byte("<script>")}, ".hidden.svg": {Data: []byte("x")}, ".git/x.svg": {Data: []byte("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	digest, err := art.Digest()
	if err != nil || len(digest) != 12 {
		t.Fatalf("the digest is %q: %v", digest, err)
	}
	for name, kind := range map[string]string{
		"king.svg": "image/svg+xml", "dot.png": "image/png", "a/b.webp": "image/webp", "table.js": "text/javascript; charset=utf-8",
		"CREDITS": "text/plain; charset=utf-8", "README.md": "text/plain; charset=utf-8",
		"page.html": "", ".hidden.svg": "", ".git/x.svg": "", "none.svg": "", "": "", "../web.go": "", "a": "", "a/../king.svg": "", "/king.svg": "",
	} {
		res := askArt(art, digest, name)
		want := map[bool]int{true: 200, false: 404}[kind != ""]
		if res.StatusCode != want || want == 200 && (res.Header.Get("Content-Type") != kind || !strings.Contains(res.Header.Get("Cache-Control"), "immutable")) {
			t.Errorf("%q: %d %v", name, res.StatusCode, res.Header)
		}
		if policy := res.Header.Get("Content-Security-Policy"); policy != "default-src 'none'; style-src 'unsafe-inline'; sandbox" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q: %v", name, res.Header)
		}
	}
	if res := askArt(art, "000000000000", "king.svg"); res.StatusCode != 404 || res.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("another digest: %d %v", res.StatusCode, res.Header)
	}
	small := askArt(art, digest, "king.svg", "Accept-Encoding", "gzip")
	if small.Header.Get("Content-Encoding") != "gzip" || askArt(art, digest, "king.svg", "Accept-Encoding", "gzip", "If-None-Match", small.Header.Get("ETag")).StatusCode != 304 {
		t.Errorf("compressed: %v", small.Header)
	}
}

// TestArtDigest checks that the digest depends on the files alone, and that changed files are read again.
func TestArtDigest(t *testing.T) {
	digestOf := func(files fstest.MapFS) string {
		a, err := web.NewArt(files)
		if err != nil {
			t.Fatal(err)
		}
		digest, err := a.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	one := digestOf(fstest.MapFS{"a.svg": {Data: []byte("1")}})
	if one != digestOf(fstest.MapFS{"a.svg": {Data: []byte("1")}, "x.html": {}}) || one == digestOf(fstest.MapFS{"a.svg": {Data: []byte("2")}}) || one == digestOf(fstest.MapFS{"b.svg": {Data: []byte("1")}}) {
		t.Error("the digest does not depend on the served files alone")
	}
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a.svg"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("first")
	a, err := web.NewArt(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := a.Digest()
	write("the second")
	after, err := a.Digest()
	if err != nil || before == after || bodyOf(t, askArt(a, after, "a.svg")) != "the second" {
		t.Errorf("a changed file: %s, then %s, %v", before, after, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Digest(); err == nil {
		t.Error("a missing directory is not reported")
	}
	if _, err := web.NewArt(os.DirFS(dir)); err == nil {
		t.Error("a missing directory is not reported")
	}
}
