/** Word lists for queries: stop words, and synonyms in programming. */

/** Articles, question words, and words common in requests and commit messages. */
const stopWordList = `a an and any are as at be been being but by can could did do does doing done each either else etc ever every
for from further had has have having how i if in into is isn it its itself just let like ll may me might more most much must my
no nor not now of off on once only or other our out over own please re really s same shall she should show so some such t than that
the their them then there these they this those through to too under until up us use used uses using ve very via want was way we
were what when where whether which while who whom whose why will with within without would yet you your
actually also anyone anything code codebase explain file find give help implementation implemented implement inside instead locate
look looking mean means need needs place point question repo repository right see something tell thing things understand work works working
add added adds adding make makes making made change changed changes changing update updated updates updating get gets fix fixed fixes fixing`;

export const stopWords: ReadonlySet<string> = new Set(stopWordList.split(/\s+/));

/** Each row is a group of synonyms. */
const synonymGroups = `
auth authentication authorization authenticate authorize login signin
delete remove erase drop unlink
create new build construct
fetch load retrieve read
config configuration settings options preferences
db database
repo repository
dir directory folder
err error exception failure
msg message
req request
res resp response reply
param parameter argument arg
init initialize initialise setup bootstrap
func function fn
ctx context
conn connection
doc docs documentation
env environment
exec execute run
pkg package
src source
tmp temp temporary
val value
log logger logging
throttle ratelimit limiter
timeout deadline expiry expire ttl
permission access acl rbac privilege
serialize marshal encode
deserialize unmarshal decode
parse parser
retry backoff
cancel abort stop
start launch begin
async asynchronous
concurrency concurrent parallel
thread worker
mutex lock
queue backlog
schedule scheduler cron
notify notification event
subscribe listener handler callback hook
validate validation verify check
render draw paint
convert transform translate
compare diff difference
merge combine join
split separate partition
sort order rank
hash digest checksum
encrypt encryption cipher crypto
secret password credential token
user account
folder directory
test spec
route router routing url
middleware interceptor filter
migrate migration schema
cache memoize
compress gzip deflate zip
download upload transfer
copy clone duplicate
move rename
iterate loop traverse walk
append push
color colour
initialise initialize
metric metrics telemetry monitoring
crash panic
dependency import module
plugin extension addon
command cmd cli
image img picture
button btn
previous prev
number num
string str
length len size
max maximum
min minimum
average mean avg
synchronize sync
`;

const others = new Map<string, Set<string>>();
for (const line of synonymGroups.trim().split('\n')) {
  const words = line.split(' ');
  for (const word of words) {
    const known = others.get(word) ?? new Set();
    for (const other of words) if (other !== word) known.add(other);
    others.set(word, known);
  }
}

export function synonymsOf(word: string): readonly string[] {
  return [...(others.get(word) ?? [])];
}
