package crlf

// One is one.
// And more.
func One() string {
	return "🎉" + two()
}

type T struct {
	a int
}
