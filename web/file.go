package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// assets is the directory of files whose names contain a hash of their contents.
const assets = "/assets/"

// immutable is the Cache-Control of files whose addresses change with their contents.
const immutable = "public, max-age=31536000, immutable"

// file is a file in memory, ready to be sent.
type file struct {
	kind    string // Content-Type
	keep    string // Cache-Control
	tag     string // hash of the contents
	body    []byte
	smaller func() []byte // gzipped, when it is first sent; nil if that saves nothing
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	f := &file{kind: kindOf(name), keep: "no-cache", tag: base64.RawURLEncoding.EncodeToString(sum[:12]), body: body,
		smaller: func() []byte { return nil }}
	if strings.HasPrefix(name, assets) {
		f.keep = immutable
	}
	if isText(f.kind) && len(body) > 1024 {
		f.smaller = sync.OnceValue(func() []byte { return compress(body) })
	}
	return f
}

// kinds are the content types of built files. The system's own table differs from machine to machine.
var kinds = map[string]string{
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".json":  "application/json",
	".txt":   "text/plain; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".webp":  "image/webp",
	".ico":   "image/x-icon",
	".woff2": "font/woff2",
}

func kindOf(name string) string {
	if kind := kinds[path.Ext(name)]; kind != "" {
		return kind
	}
	return "application/octet-stream"
}

func isText(kind string) bool {
	return strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "image/svg+xml"
}

// isCode reports whether the file is part of a page and never shown as one, so that a policy for pages means nothing to
// it.
func (f *file) isCode() bool {
	return strings.HasPrefix(f.kind, "text/javascript") || strings.HasPrefix(f.kind, "text/css")
}

// compress returns nil if the result is not smaller.
func compress(body []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	z.Write(body) // writing to memory does not fail
	z.Close()
	if b.Len() >= len(body) {
		return nil
	}
	return b.Bytes()
}

// serve sends the file, or 304 if the browser has it already.
func (f *file) serve(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Cache-Control", f.keep)
	body, tag := f.body, `"`+f.tag+`"`
	if smaller := f.smaller(); smaller != nil {
		h.Set("Vary", "Accept-Encoding")
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			body, tag = smaller, `"`+f.tag+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	if status == http.StatusOK {
		h.Set("ETag", tag)
		if named(r.Header.Values("If-None-Match"), tag) {
			h.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Type", f.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
