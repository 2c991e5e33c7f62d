/**
 * Measures the first answer on a repository without an index: each question goes to a new server with a new data
 * directory, right after its start. The answer is compared with that of a finished index.
 *
 *   npm run bench:zero -- --repo PATH [--repo PATH …] [--rounds 5] [--seed 7] [--cache PATH]
 */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openIndex } from './quality/open-index.mjs';
import { firstAnswer, memoryAfterIdle } from './zero/first-answer.mjs';
import { drawQuestions } from './zero/questions.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '7' },
    cache: { type: 'string', default: join(tmpdir(), 'codecompass-quality') },
    idle: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
  },
});

for (const repo of values.repo.map((path) => resolve(path))) await measure(repo);

async function measure(repo) {
  const commit = execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const index = await openIndex({ repo, commit, cache: values.cache });
  const questions = await drawQuestions(index, Number(values.rounds), values.seed);
  await index.close();
  for (const { what, asked } of questions) {
    const answers = [];
    for (const question of asked) {
      const answer = await firstAnswer(repo, question.tool, question.args);
      const share = answer.isError ? 0 : question.shareOf(answer.body);
      answers.push({ ...answer, share });
      if (values.wrong && share < 1) {
        process.stdout.write(`  ${share.toFixed(2)} ${question.tool} ${JSON.stringify(question.args)}\n`);
      }
    }
    print(basename(repo), what, answers);
  }
  if (values.idle) {
    process.stdout.write(`${basename(repo)}: ${await memoryAfterIdle(repo)} MB after 20 s without a call\n`);
  }
}

function print(name, what, answers) {
  const sorted = (field) => answers.map((answer) => answer[field]).sort((a, b) => a - b);
  const median = (field) => sorted(field)[Math.floor(answers.length / 2)] ?? 0;
  const right = answers.filter(({ share }) => share === 1).length;
  const mean = answers.reduce((sum, { share }) => sum + share, 0) / Math.max(1, answers.length);
  const memory = Math.max(0, ...answers.map(({ peakMb }) => peakMb));
  process.stdout.write(
    `${name}: ${what}: ${answers.length} first answers, median ${seconds(median('ms'))}, longest ${seconds(sorted('ms').at(-1) ?? 0)}, ` +
      `CPU ${seconds(median('cpuMs'))}; ` +
      `${right} equal to the index, ${Math.round(100 * mean)} % of its results; peak ${memory} MB\n`,
  );
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(2)} s`;
}
