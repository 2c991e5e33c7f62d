/** The command line of same-answers.mjs. */
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const help = `Usage: node bench/same-answers.mjs --before MAIN.JS --after MAIN.JS --repo PATH [--repo PATH ...]

Sends the same calls to two builds of the program and compares the answers.

  --before PATH      dist/main.js of the reference build
  --after PATH       dist/main.js of the build to check
  --repo PATH        Git repository to index and query (repeatable)
  --calls N          MCP calls, divided among the repositories and tools (default 2000)
  --commands N       Command lines, divided among the repositories (default 60). Unless 0, a fixed list of usage
                     errors runs too
  --seed SEED        Seed of the random calls (default 1)
  --index-rounds N   Index runs per build and repository, alternating (default 1)
  --workers N        Parse workers (default 1; 0 means the program's own default). With more than one, the order of
                     rows in the index depends on timing, and some answers depend on that order: use 0 to measure
                     times as users see them, and 1 to compare answers
  --base-ref REF     Second ref to index, for commit comparisons (default HEAD~20)
  --report FILE      Write every difference to this file, as JSON lines
  --help             Show this help

Exit codes: 0 all answers are the same, 1 some differ, 2 usage error or a build failed.
`;

/** Returns the options. Exits with 0 after --help, and with 2 on a usage error. */
export function readOptions() {
  const flag = (usual) => ({ type: 'string', ...(usual === undefined ? {} : { default: usual }) });
  try {
    const { values } = parseArgs({
      options: {
        before: flag(),
        after: flag(),
        repo: { type: 'string', multiple: true, default: [] },
        calls: flag('2000'),
        commands: flag('60'),
        seed: flag('1'),
        'index-rounds': flag('1'),
        workers: flag('1'),
        'base-ref': flag('HEAD~20'),
        report: flag(),
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(help);
      process.exit(0);
    }
    const [calls, commands, workers, indexRounds] = ['calls', 'commands', 'workers', 'index-rounds'].map((name) => {
      const number = Number(values[name]);
      if (!Number.isInteger(number) || number < (name === 'index-rounds' ? 1 : 0)) {
        throw new Error(`--${name} takes a whole number, not "${values[name]}".`);
      }
      return number;
    });
    const [before, after] = ['before', 'after'].map((name) => {
      if (values[name] === undefined) throw new Error(`--${name} is missing.`);
      if (!existsSync(values[name])) throw new Error(`${values[name]} does not exist.`);
      return resolve(values[name]);
    });
    if (values.repo.length === 0) throw new Error('--repo is missing.');
    const repos = values.repo.map((path) => {
      if (!existsSync(join(path, '.git'))) throw new Error(`${path} is not a git repository.`);
      return realpathSync(path);
    });
    const { seed, report, 'base-ref': baseRef } = values;
    return { before, after, repos, calls, commands, workers, indexRounds, seed, baseRef, report };
  } catch (thrown) {
    process.stderr.write(`${thrown.message}\n\n${help}`);
    process.exit(2);
  }
}
