/**
 * Measures how soon an answer has what was just saved. Copies each repository, indexes the copy, starts a server and
 * saves at random: a client asks every 10 ms until the answer is right. Also measures what watching costs: the number
 * of watches, memory, and CPU time while nothing happens and while an ignored folder is filled. With `--before`, a
 * second build takes part in the same run, turn by turn. Writes only to a temporary folder. `--help` lists the flags.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { askUntilRight } from './fresh/ask.mjs';
import { copyOf } from './fresh/copy.mjs';
import { editorOf, fillIgnoredFolder } from './fresh/edits.mjs';
import { readOptions } from './fresh/options.mjs';
import { processorSecondsOf, watchesOf } from './fresh/process-figures.mjs';
import { figuresOf, tableOf } from './fresh/report.mjs';
import { chanceFrom } from './same-answers/chance.mjs';
import { endChild, endChildren, killChildren, pause, run } from './same-answers/children.mjs';
import { startServer } from './same-answers/server.mjs';
import { residentMbOf } from './server-processes.mjs';

const indexTimeoutMs = 3_600_000;
/** A file that was written less than two seconds before a listing is hashed at every look, so the copy rests first. */
const restMs = 3_000;
const idleMs = 10_000;
const ignoredFiles = 20_000;

const options = readOptions();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'fresh-bench-')));
process.on('exit', cleanUp);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

const results = [];
try {
  for (const repo of options.repos) results.push(await measure(repo));
  process.stdout.write(`${results.map(tableOf).join('\n')}\n`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  process.exitCode = results.some(({ sides }) => sides.some(({ freshAndWrong }) => freshAndWrong > 0)) ? 1 : 0;
} finally {
  await endChildren();
}

async function measure(repo) {
  const name = basename(repo);
  const places = [];
  for (const build of options.builds) places.push(await prepare(repo, name, build));
  say(`${name}: ${options.edits} edits`);
  for (let at = 0; at < options.edits; at++) {
    for (const place of at % 2 === 0 ? places : places.toReversed()) {
      const edit = place.nextEdit();
      place.answers.push({ kind: edit.kind, ...(await askUntilRight(place.server, edit)) });
    }
  }
  const sides = [];
  for (const place of places) sides.push(await measureCosts(place));
  return { repo: name, files: places[0].files, edits: options.edits, sides };
}

/** Copies and indexes a repository, starts a server on the copy, and asks until it has compared all files. */
async function prepare(repo, name, build) {
  say(`${name}: copy and index (${build.side})`);
  const root = join(scratch, `${name}-${build.side}`);
  const home = join(scratch, `${name}-${build.side}-home`);
  mkdirSync(home);
  const { files } = copyOf(repo, root);
  await pause(restMs);
  const indexed = await run(build, home, ['index', '--path', root, '--json'], scratch, indexTimeoutMs);
  if (indexed.code !== 0) throw new Error(`The build ${build.side} cannot index ${root}: ${indexed.stderr}`);
  const server = await startServer(build, home, root);
  const startMb = residentMbOf(server.pid);
  const nextEdit = editorOf(root, chanceFrom(`${options.seed} ${name}`));
  // The first change may wait for the first comparison of all files.
  const first = await askUntilRight(server, nextEdit());
  return { side: build.side, root, files, server, startMb, first, nextEdit, answers: [] };
}

async function measureCosts({ side, root, server, startMb, first, answers, nextEdit }) {
  say(`costs (${side})`);
  const watches = watchesOf(server.pid);
  const endMb = residentMbOf(server.pid);
  await pause(restMs);
  const idle = await processorSecondsDuring(server.pid, () => pause(idleMs));
  const filling = await processorSecondsDuring(server.pid, async () => {
    await fillIgnoredFolder(root, ignoredFiles);
    await pause(restMs);
  });
  const after = await askUntilRight(server, nextEdit());
  const costs = {
    firstMs: Math.round(first.ms),
    watches,
    watchesAfterFilling: watchesOf(server.pid),
    startMb,
    endMb,
    afterFillingMb: residentMbOf(server.pid),
    idleProcessorSeconds: idle,
    fillingProcessorSeconds: filling,
    msAfterFilling: Math.round(after.ms),
  };
  await endChild(server);
  const figures = figuresOf(answers);
  return { side, ...figures, freshAndWrong: figures.freshAndWrong + after.wrong.fresh, ...costs };
}

async function processorSecondsDuring(pid, work) {
  const before = processorSecondsOf(pid);
  await work();
  return Math.round((processorSecondsOf(pid) - before) * 100) / 100;
}

function say(line) {
  process.stderr.write(`${line} …\n`);
}

/** Kills the children first, since none may write to the folder while it is removed. */
function cleanUp() {
  killChildren();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
