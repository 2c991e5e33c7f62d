import { expect, test } from 'vitest';
import { definitionWords } from '../../languages/languages.ts';
import { likelihood } from './definition-lines.ts';
import { fileScanner, rowLayout, type ScanPlan } from './scan-file.ts';

const words = definitionWords();

function scan(plan: Partial<ScanPlan>, text: string, path = 'a.txt') {
  const full: ScanPlan = { terms: [], names: [], literals: [], definitionWords: words, ...plan };
  const layout = rowLayout(full);
  const row = new Uint8Array(layout.length);
  fileScanner(full)(path, Buffer.from(text), row);
  return {
    terms: [...row.subarray(layout.terms, layout.pathTerms)],
    pathTerms: [...row.subarray(layout.pathTerms, layout.names)],
    names: [...row.subarray(layout.names, layout.definitions)],
    definitions: [...row.subarray(layout.definitions, layout.literals)],
    literals: [...row.subarray(layout.literals)],
  };
}

test('counts words as parts of identifiers, in any case and spelling, and in the path', () => {
  const found = scan(
    { terms: [['pod', 'pods'], ['lister']] },
    'a tripod\nnewPodLister(PODS) pod_lister LISTER',
    'pkg/pods/list.go',
  );
  expect(found.terms).toEqual([3, 3]);
  expect(found.pathTerms).toEqual([1, 0]);
});

test('counts names in their exact spelling only', () => {
  expect(scan({ names: ['QuerySet'] }, 'QuerySet queryset QuerySets QuerySet()').names).toEqual([2]);
  expect(scan({ names: ['QuerySet'], terms: [['query']] }, 'QuerySet queryset QuerySets QuerySet()').names).toEqual([
    2,
  ]);
});

test('finds literal text', () => {
  expect(scan({ literals: ['connection refused', 'no route'] }, 'raise("connection refused")').literals).toEqual([
    1, 0,
  ]);
});

test('ends at a limit of occurrences', () => {
  expect(scan({ terms: [['x1']] }, 'x1 '.repeat(10_000)).terms).toEqual([255]);
});

function check(line: string, expected: keyof typeof likelihood): void {
  test(`${line} is ${expected === 'none' ? 'a use' : `a ${expected} sign of a definition`}`, () => {
    expect(scan({ names: ['run'] }, `first\n${line}\nlast`).definitions).toEqual([likelihood[expected]]);
  });
}

check('def run(self):', 'strong');
check('    async def run(self):', 'strong');
check('  def self.run', 'strong');
check('func run() error {', 'strong');
check('func (k *Kubelet) run(ctx context.Context) {', 'strong');
check('pub(crate) fn run<T>(value: T) -> T {', 'strong');
check('export default async function run() {', 'strong');
check('const run = () => {', 'strong');
check('struct run {', 'strong');
check('#define run(x) x', 'strong');
check('static int run(void)', 'medium');
check('public List<String> run(int count) {', 'medium');
check('void Store::run(const char *name) {', 'medium');
check('  run(args) {', 'medium');
check('run() {', 'medium');
check('run = 3', 'medium');
check('    run = 3', 'weak');
check('  run: string;', 'weak');
check('int run(void);', 'weak');
check('  run(args);', 'none');
check('    return run(args)', 'none');
check('  await run(args);', 'none');
check('if run(args) {', 'none');
check('x = run', 'none');
check('// func run does this', 'none');
check('# def run', 'none');
check('store.run(args)', 'none');

test('ends on lines that would make a careless pattern run for ever', () => {
  const hostile = ['*', 'a ', 'a.', 'class (', '@a ', '<', 'a::'].map((part) => `${part.repeat(120)} run(`).join('\n');
  expect(scan({ names: ['run'] }, `${hostile}\n`.repeat(30)).names).toEqual([210]);
});
