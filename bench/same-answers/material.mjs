/** The material of random calls: files, symbols, comments, error messages and commits of a repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const codeFile =
  /\.(?:c|cc|cpp|cs|cts|go|h|hpp|java|js|jsx|mjs|cjs|kt|mts|php|py|rb|rs|scala|sh|svelte|swift|ts|tsx|vue)$/;

/** Collects material from git and the files. `addOutline` adds the symbols. */
export function materialOf(root, wantedBase, chance) {
  const git = (...args) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trimEnd();
  const files = git('ls-files', '-z').split('\0').filter(Boolean);
  const codeFiles = files.filter((path) => codeFile.test(path));
  const head = git('rev-parse', 'HEAD');
  const base = firstThat([wantedBase, 'HEAD~5', 'HEAD~1'], (name) => git('rev-parse', '--verify', `${name}^{commit}`));
  const changed = base === undefined ? [] : git('diff', '--name-only', '-z', base, head).split('\0');
  const sentences = [];
  const errors = [];
  for (const path of chance.shuffled(codeFiles).slice(0, 300)) {
    const text = readText(join(root, path));
    for (const [, said] of text.matchAll(/^\s*(?:\/\/[/!]?|#|\*|--)\s+(.{20,200})$/gm)) {
      if (said.split(/\s+/).length >= 4) sentences.push(said.trim());
    }
    for (const [, , said] of text.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.){12,120})\1/g)) {
      if (said.includes(' ') && /error|fail|invalid|cannot|can't|expected|unknown|missing|not found|must/i.test(said)) {
        errors.push(said);
      }
    }
  }
  return {
    root,
    files,
    codeFiles,
    // Names from these files give commit comparisons with actual changes.
    changedFiles: codeFiles.filter((path) => changed.includes(path)),
    base,
    branch: git('rev-parse', '--abbrev-ref', 'HEAD'),
    subjects: git('log', '--format=%s', '--no-merges', '-800')
      .split('\n')
      .filter((line) => line.split(' ').length > 3),
    sentences: chance.shuffled(sentences).slice(0, 1_000),
    errors: [...chance.shuffled(errors).slice(0, 500), 'Error: connection refused', 'panic: index out of range'],
    symbols: [],
    changedSymbols: [],
    languages: new Set(),
  };
}

/** A fingerprint of the repository, to detect changes during the run. */
export function stateOf(root) {
  const git = (...args) => execFileSync('git', ['-C', root, '--no-optional-locks', ...args], { maxBuffer: 1 << 28 });
  return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain')}`;
}

/** Adds the symbols of a `get_file_outline` answer. */
export function addOutline(material, path, answer) {
  const { language, symbols = [] } = answer;
  if (language !== undefined) material.languages.add(language);
  const isChanged = material.changedFiles.includes(path);
  const visit = (list, parents) => {
    for (const { name, kind, line_start: line, children = [] } of list) {
      const symbol = { name, kind, line, path, language, parents };
      if (kind !== 'use' || material.symbols.length % 20 === 0) {
        material.symbols.push(symbol);
        if (isChanged) material.changedSymbols.push(symbol);
      }
      visit(children, [...parents, name]);
    }
  };
  visit(symbols, []);
}

function firstThat(candidates, find) {
  for (const candidate of candidates) {
    try {
      return find(candidate);
    } catch {
      // A short history has no such commit; the next candidate is more recent.
    }
  }
  return undefined;
}

function readText(path) {
  try {
    // A zero byte cannot be passed on a command line.
    return readFileSync(path, 'utf8').slice(0, 200_000).replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
