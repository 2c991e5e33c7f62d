/**
 * Measures latency in a warm process, on the judged questions. Also reports CPU time, which a busy machine does not
 * distort. Times are printed but never stored.
 */
const warmUp = 20;
const maxCalls = 200;

export async function measureLatency(index, samples, queries) {
  const paths = samples['any name'].map(({ path }) => path);
  const names = samples['any name'].map(({ name }) => name);
  const sentences = [...queries, ...samples['doc sentence'].map(({ query }) => query)];
  const calls = {
    locate: names.map((name) => ({ name })),
    search: sentences.map((query) => ({ query })),
    outline: paths.map((path) => ({ path })),
    context: sentences.map((query) => ({ query })),
  };
  const rows = {};
  for (const [capability, parameters] of Object.entries(calls)) {
    if (!index.can(capability)) continue;
    for (const sent of parameters.slice(0, warmUp)) await index.ask(capability, sent);
    const times = [];
    const cpuTimes = [];
    for (const sent of spread(parameters, maxCalls)) {
      const started = performance.now();
      const cpuBefore = process.cpuUsage();
      await index.ask(capability, sent);
      times.push(performance.now() - started);
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuTimes.push((user + system) / 1000);
    }
    rows[capability] = { calls: times.length, wall: percentiles(times), cpu: percentiles(cpuTimes) };
  }
  return rows;
}

/** Picks items evenly from the list, so that it covers each kind of question. */
function spread(items, count) {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, at) => items[Math.floor(at * step)]);
}

function percentiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}
