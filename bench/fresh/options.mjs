/** The command line of fresh-bench.mjs. */
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const help = `Usage: npm run bench:fresh -- --repo PATH [--repo PATH ...]

Measures the time from a save to the first right answer, and what watching a working tree costs.

  --repo PATH      Git repository to copy and measure (repeatable)
  --edits N        Edits per repository and build (default 60)
  --seed SEED      Seed of the random edits (default 1)
  --before PATH    dist/main.js of another build, measured in the same run
  --after PATH     dist/main.js of the build to measure (default: this one)
  --json FILE      Write all figures to this file
  --help           Show this help

Exit codes: 0 no answer was fresh and wrong, 1 some were, 2 usage error.
`;

/** Returns the options. Exits with 0 after --help, and with 2 on a usage error. */
export function readOptions() {
  const flag = (usual) => ({ type: 'string', ...(usual === undefined ? {} : { default: usual }) });
  try {
    const { values } = parseArgs({
      options: {
        repo: { type: 'string', multiple: true, default: [] },
        edits: flag('60'),
        seed: flag('1'),
        before: flag(),
        after: flag(fileURLToPath(new URL('../../dist/main.js', import.meta.url))),
        json: flag(),
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(help);
      process.exit(0);
    }
    const edits = Number(values.edits);
    if (!Number.isInteger(edits) || edits < 1) throw new Error(`--edits takes a whole number, not "${values.edits}".`);
    const builds = ['before', 'after'].flatMap((side) => {
      if (values[side] === undefined) return [];
      if (!existsSync(values[side])) throw new Error(`${values[side]} does not exist. Run "npm run build" first.`);
      return [{ side, program: resolve(values[side]) }];
    });
    if (values.repo.length === 0) throw new Error('--repo is missing.');
    const repos = values.repo.map((path) => {
      if (!existsSync(join(path, '.git'))) throw new Error(`${path} is not a git repository.`);
      return realpathSync(path);
    });
    return { repos, edits, seed: values.seed, builds, json: values.json };
  } catch (thrown) {
    process.stderr.write(`${thrown.message}\n\n${help}`);
    process.exit(2);
  }
}
