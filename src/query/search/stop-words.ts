/** Words that say nothing about code: articles, question words, and the small change of requests and commit messages. */
const words = `a an and any are as at be been being but by can could did do does doing done each either else etc ever every
for from further had has have having how i if in into is isn it its itself just let like ll may me might more most much must my
no nor not now of off on once only or other our out over own please re really s same shall she should show so some such t than that
the their them then there these they this those through to too under until up us use used uses using ve very via want was way we
were what when where whether which while who whom whose why will with within without would yet you your
actually also anyone anything code codebase explain file find give help implementation implemented implement inside instead locate
look looking mean means need needs place point question repo repository right see something tell thing things understand work works working
add added adds adding make makes making made change changed changes changing update updated updates updating get gets fix fixed fixes fixing`;

export const stopWords: ReadonlySet<string> = new Set(words.split(/\s+/));
