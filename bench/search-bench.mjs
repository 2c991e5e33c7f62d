/**
 * Measures search on long texts, as it is and without each of its mechanisms (`--no-ablate`: only as it is). With
 * `--tasks` the texts are issues, beside BM25 and counts of lines; with `--repo` they are messages of commits.
 *
 *   npm run bench:search -- --tasks PATH [--tasks PATH …] --repos FOLDER [--half tuning|heldOut] [--no-ablate] [--cache PATH]
 *   npm run bench:search -- --repo PATH [--repo PATH …] [--steps N] [--cases N] [--cache PATH]
 *                         [--no-ablate] [--list]
 *
 * `--tasks` are git directories of SWE-bench tasks; FOLDER has the repositories as `owner+name/repo` or `name`.
 */
import { argv } from 'node:process';

await import(
  argv.some((each) => each.startsWith('--tasks')) ? './search/issue-bench.mjs' : './search/commit-bench.mjs'
);
