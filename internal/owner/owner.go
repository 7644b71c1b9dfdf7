// Package owner gives files to the user who needs them: what the administrator does beside a server must not lock out the
// server, which runs as another user.
package owner
