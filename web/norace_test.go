//go:build !race

package web_test

// slow says that the tests are watched for data races.
const slow = false
