/**
 * No step of an answer takes longer than in proportion to the size of a file: what a file has very many of is never
 * compared with all that it has of another thing. Each of these files has as many as fit of two things. The longest
 * turn is measured in CPU time, which other processes do not add to; it once took several seconds for each of them.
 */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { capabilities } from '../../src/query/tools/table.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, type TestFiles, temporaryFolder } from '../support/test-repository.ts';

const each = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at));
const lines = (count: number, write: (at: number) => string) => each(count, write).join('\n');
const indentation = (depth: number) => '\t'.repeat(Math.floor(depth / 4)) + ' '.repeat(depth % 4);

interface Case {
  readonly files: TestFiles;
  readonly tool: 'callGraph' | 'references' | 'search' | 'source' | 'trace';
  readonly args: Readonly<Record<string, unknown>>;
}

const cases: Readonly<Record<string, Case>> = {
  // The last line is a syntax error, so there may be calls that were not parsed.
  'imports in imports, and lines': {
    files: {
      'nested.js': `${"import('nested',\n".repeat(300)}${'\n'.repeat(200_000)}${')'.repeat(300)}\nlet = = nested ) }\n`,
      'nested-home.js': 'export function nested() {}\n',
    },
    tool: 'callGraph',
    args: { symbol_name: 'nested' },
  },
  'indentations and lines': {
    files: { 'deep.txt': `${lines(900, (at) => `${indentation(at + 1)}x`)}\n${'x\n'.repeat(200_000)}` },
    tool: 'source',
    args: { file: 'deep.txt', max_tokens: 4_000 },
  },
  'assignments and lines': {
    files: {
      'assigned.js': `class Assigned { assignedMethod() {} }\nfunction f(y) {\nlet x = new Assigned();\nx.assignedMethod();\n${`x=y\n${'\n'.repeat(12)}`.repeat(35_000)}}\n`,
    },
    tool: 'callGraph',
    args: { symbol_name: 'assignedMethod' },
  },
  'symbols around lines, and lines with a text': {
    files: {
      'around.go': `package around\nvar ${each(15_000, (at) => `v${at}`).join(', ')} = f(\n${'aroundText,\n'.repeat(40_000)})\n`,
    },
    tool: 'search',
    args: { query: '"aroundText"' },
  },
  'calls between two functions': {
    files: { 'calls.js': `function called() {}\nfunction caller() {\n${'called();\n'.repeat(100_000)}}\n` },
    tool: 'callGraph',
    args: { symbol_name: 'called' },
  },
  'paths to a function, and its calls': {
    files: {
      'paths.js': `function start() {\n${lines(60, (at) => `m${at}();`)}\n}
${lines(60, (at) => `function m${at}() {\n${lines(60, (to) => `n${to}();`)}\n}`)}
${lines(60, (at) => `function n${at}() { hub(); }`)}
function hub() {\n${lines(3_500, (at) => `l${at}();`)}\n}
${lines(3_500, (at) => `function l${at}() { goal(); }`)}\nfunction goal() {}\n`,
    },
    tool: 'trace',
    args: { from: 'start', to: 'goal' },
  },
  'names of an import, and text': {
    files: {
      'renamed.js': `${lines(9_500, (at) => `import { renamed as a${at} } from './renamed-home';`)}\n${'// text\n'.repeat(70_000)}`,
      'renamed-home.js': 'export function renamed() {}\n',
    },
    tool: 'references',
    args: { symbol_name: 'renamed' },
  },
  'functions, and lines that a long text quotes': {
    files: {
      'quoted.js': `${lines(14_000, (at) => `function printed${at}() {}`)}\nconst quoted = [\n${'aa bb cc dd ee\n'.repeat(35_000)}];\n`,
    },
    tool: 'search',
    args: {
      query: `Nothing is printed. The texts "aa bb cc", "bb cc dd", "cc dd ee" and "aa bb cc dd" are missing. ${'They should have been printed when the program ended without an error. '.repeat(3)}`,
    },
  },
};

/** Reading a file of a megabyte takes a tenth of that. */
const maxTurnMs = 1_000;

test.each(Object.entries(cases))('%s are not compared with each other', async (_, { files, tool, args }) => {
  const repository = createRepository(files);
  repository.commit({ 'notes.txt': 'notes\n' });
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, repository.root);
  const store = await openStore(home, projectId);
  const { parameters, answer } = capabilities[tool];
  const { values } = readParameters(parameters, args);
  try {
    const reader = new ProjectReader(projectId, store);
    const turns = watchTurns();
    await reader.view(ref, (view) => (answer as (...asked: unknown[]) => Promise<unknown>)(view, values));
    expect(turns.longestMs()).toBeLessThan(maxTurnMs);
  } finally {
    await store.close();
  }
});

/** Measures the CPU time between two turns of the event loop. */
function watchTurns(): { longestMs(): number } {
  let before = cpuMs();
  let longest = 0;
  let isWatching = true;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  return {
    longestMs() {
      isWatching = false;
      look();
      return longest;
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
