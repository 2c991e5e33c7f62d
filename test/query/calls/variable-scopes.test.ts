/** Variables that shadow others: a call on one is never claimed for the type of the other. */
import { checkEdges } from './check-edges.ts';

checkEdges(
  'does not take the variable of a Go type switch for the parameter of its name',
  {
    'go.mod': 'module shop\n',
    'shop.go': `package shop

type Closer interface{ Close() }
type File struct{}
type Pipe struct{}

func (f File) Close()  {}
func (p *Pipe) Close() {}

func end(c Closer) {
	switch c := c.(type) {
	case File:
		c.Close()
	case *Pipe:
		c.Close()
	}
}
`,
  },
  [],
);

checkEdges(
  'follows the result of a Go function with type arguments',
  {
    'go.mod': 'module shop\n',
    'shop.go': `package shop

type Subscriber interface{ Subscribe() }
type Broker[T any] struct{}
type Fake struct{}

func (b *Broker[T]) Subscribe() {}
func (f Fake) Subscribe()       {}
func NewBroker[T any]() *Broker[T] { return nil }

func run() {
	b := NewBroker[string]()
	b.Subscribe()
}
`,
  },
  ['shop.go:run → shop.go:Broker.Subscribe', 'shop.go:run → shop.go:NewBroker'],
);

const go = (code: string) => ({
  'go.mod': 'module shop\n',
  'shop.go': `package shop

func parse(s string) bool { return s == "" }

${code}`,
});

checkEdges(
  'ends a variable of a Go condition with its statement',
  go(`func load(s string) bool {
	if parse := s == "x"; parse {
		return true
	}
	return parse(s)
}

func other(s string) bool {
	if parse := s == "x"; parse {
		return true
	} else if open := parse; open {
		return false
	}
	return s == ""
}
`),
  ['shop.go:load → shop.go:parse'],
);

checkEdges(
  'ends the variables of Go loops, switches, blocks and function literals with them',
  go(`func loop(list []string) bool {
	for _, parse := range list {
		println(parse)
	}
	return parse("")
}

func choose(value any) bool {
	switch parse := value.(type) {
	case string:
		println(parse)
	}
	return parse("")
}

func hand(s string) bool {
	print := func(parse string) { println(parse) }
	print(s)
	return parse(s)
}

func block(s string) bool {
	switch s {
	case "a":
		parse := 1
		println(parse)
	case "b":
		return parse(s)
	}
	return false
}

func hidden(list []func(string) bool) bool {
	for _, parse := range list {
		{
			open := 1
			println(open)
		}
		if parse("") {
			return true
		}
	}
	return false
}
`),
  [
    'shop.go:block → shop.go:parse',
    'shop.go:choose → shop.go:parse',
    'shop.go:hand → shop.go:parse',
    'shop.go:loop → shop.go:parse',
  ],
);

const rust = (code: string) => ({
  'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
  'src/lib.rs': `fn item() -> i32 { 1 }
fn open() -> Option<i32> { None }

${code}`,
});

checkEdges(
  'ends a variable of a Rust pattern with its branch',
  rust(`fn first(x: Option<i32>) -> i32 {
    if let Some(item) = x { return item; }
    item()
}

fn otherwise(x: Option<i32>) -> i32 {
    if let Some(item) = x { item } else { item() }
}

fn own() -> i32 {
    if let Some(open) = open() { open } else { 0 }
}

fn repeat(x: &mut Vec<i32>) -> i32 {
    while let Some(item) = x.pop() { drop(item); }
    item()
}

fn each(xs: &[i32]) -> i32 {
    for item in xs { drop(item); }
    item()
}

fn arm(x: Option<i32>) -> i32 {
    match x {
        Some(item) => item,
        None => item(),
    }
}

fn closure(xs: &[i32]) -> i32 {
    let all = xs.iter().map(|item| item + 1);
    drop(all);
    item()
}

fn block() -> i32 {
    { let item = 1; drop(item); }
    item()
}

fn hidden(fs: &[fn() -> i32]) -> i32 {
    for item in fs { if let Some(open) = None { drop(open); } item(); }
    0
}
`),
  [
    'src/lib.rs:arm → src/lib.rs:item',
    'src/lib.rs:block → src/lib.rs:item',
    'src/lib.rs:closure → src/lib.rs:item',
    'src/lib.rs:each → src/lib.rs:item',
    'src/lib.rs:first → src/lib.rs:item',
    'src/lib.rs:otherwise → src/lib.rs:item',
    'src/lib.rs:own → src/lib.rs:open',
    'src/lib.rs:repeat → src/lib.rs:item',
  ],
);

const script = `function check(x) { return x }

function loop(list) {
  for (const check of list) list.push(check);
  return check('x');
}

function block(x) {
  if (x) { const check = 1; list.push(check); }
  return check(x);
}

function choose(x) {
  switch (x) {
    case 1:
      const check = 1;
      list.push(check);
  }
  return check(x);
}

function fail(x) {
  try { list.push(x); } catch (check) { list.push(check); }
  return check(x);
}

function hand(list) {
  list.forEach(check => list.push(check));
  list.forEach((check) => list.push(check));
  list.forEach(function (check) { list.push(check); });
  return check(list);
}

function inner(list) {
  list.forEach(() => { var check = 1; list.push(check); });
  return check(list);
}

function hoisted(x) {
  if (x) { var check = x; }
  return check(x);
}

function loopHoisted(list) {
  for (var check of list) list.push(check);
  return check(list);
}

function hidden(list) {
  for (const check of list) { { const open = 1; list.push(open); } check(1); }
  list.forEach((check) => { check(1); });
}
`;

for (const path of ['shop.ts', 'shop.js']) {
  checkEdges(
    `ends block variables and parameters of inner functions with their scope in ${path}`,
    { [path]: script },
    ['block', 'choose', 'fail', 'hand', 'inner', 'loop'].map((name) => `${path}:${name} → ${path}:check`),
  );
}

checkEdges(
  'ends variables of Python comprehensions and lambdas with them, and no others',
  {
    'shop.py': `def item(x):
    return x


def key(x):
    return x


def total(xs):
    n = sum(item for item in xs)
    return item(n)


def table(xs):
    n = {item: 1 for item in xs}
    return item(n)


def one_line(xs):
    return item([item for item in xs])


def order(xs):
    ks = sorted(xs, key=lambda key: key)
    return key(ks)


def own():
    return [item for item in item(1)]


def hidden(xs):
    if xs:
        for item in xs:
            print(item)
    return item(xs)


def inside(xs):
    return [item(1) for item in xs], sorted(xs, key=lambda key: key(1))
`,
  },
  [
    'shop.py:one_line → shop.py:item',
    'shop.py:order → shop.py:key',
    'shop.py:own → shop.py:item',
    'shop.py:table → shop.py:item',
    'shop.py:total → shop.py:item',
  ],
);

checkEdges(
  'ends the type of a Python comprehension variable with it',
  {
    'shop.py': `class Item:
    def close(self):
        pass


class Shop:
    def close(self):
        pass


def total(each: Shop, items: list[Item]):
    n = [each.close() for each in items]
    each.close()
`,
  },
  ['shop.py:total → shop.py:Item.close', 'shop.py:total → shop.py:Shop.close'],
);

checkEdges(
  'does not extend the variable of a Go branch to the condition of the next',
  {
    'go.mod': 'module shop\n',
    'shop.go': `package shop

type Item struct{}
type Shop struct{}

func (i Item) Open() bool { return true }
func (s Shop) Open() bool { return true }

func run(each Shop, isReady bool) bool {
	if isReady {
		each := Item{}
		return each.Open()
	} else if each.Open() {
		return true
	}
	return false
}
`,
  },
  ['shop.go:run → shop.go:Item', 'shop.go:run → shop.go:Item.Open', 'shop.go:run → shop.go:Shop.Open'],
);
