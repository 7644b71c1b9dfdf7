package web

import (
	"io/fs"
	"net/http"
)

// Dist returns the built client.
func Dist() (fs.FS, error) { return fs.Sub(dist, "dist") }

// HandlerOf serves a client other than the built one.
func HandlerOf(root fs.FS) (http.Handler, error) { return newSite(root) }
