/** Judges imports with Python's path finder, in a child process that loads no code of the repository. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export async function judge(root, imports) {
  const script = join(import.meta.dirname, 'judge-python.py');
  const paths = [...new Set(imports.map((each) => each.path))];
  const output = execFileSync('python3', ['-I', script, root], { input: paths.join('\n'), maxBuffer: 1 << 30 });
  const theirs = new Map();
  for (const line of output.toString().split('\n')) {
    if (line === '') continue;
    const { key, modules } = JSON.parse(line);
    theirs.set(key, modules);
  }
  const verdicts = [];
  for (const each of imports) {
    const name = each.name === '*' ? '*' : (each.name ?? '');
    const found = theirs.get(`${each.path} ${each.lineStart} ${each.source.replace(/\s/g, '')} ${name}`);
    // Syntax newer than the judging Python.
    if (found === undefined) continue;
    const { module, submodule, isBound } = found;
    // A name bound in the module takes precedence over a submodule of that name.
    const expected = submodule !== null && !isBound ? submodule : module;
    const [own] = each.files;
    const either = isBound && submodule !== null && own === submodule;
    const verdict =
      (own ?? null) === expected || either
        ? 'agree'
        : own === undefined
          ? 'missed'
          : expected === null
            ? 'only ours'
            : 'another file';
    verdicts.push({ question: 'files', verdict, each, theirs: expected ?? undefined });
    if (found.defined === null && each.symbols.length === 0) continue;
    const symbols = each.symbols.map((symbol) => symbol.path);
    const agrees = found.defined !== null && symbols.includes(found.defined);
    const symbolVerdict = agrees
      ? 'agree'
      : symbols.length === 0
        ? 'missed'
        : found.defined === null
          ? 'only ours'
          : 'another symbol';
    verdicts.push({ question: 'symbols', verdict: symbolVerdict, each, theirs: found.defined ?? undefined });
  }
  return verdicts;
}
