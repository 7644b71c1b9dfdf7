package store

import "context"

// Set runs f on the writing connection, which is dropped if it fails.
func (s *SQLite) Set(pragma string) error {
	return s.submit(context.Background(), func(st *statements) error {
		_, err := st.exec(pragma)
		return err
	})
}

var EncodeMove = encodeMove

var Checksum = checksum

// SQLOf returns the SQL of a query.
func SQLOf(q Query) (string, []any) { return q.sql() }
