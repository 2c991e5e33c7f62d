/** A copy of a repository in which some functions have lost their doc comments; the sentences of these are questions. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomFrom, sample } from '../../build/evaluate/random.js';
import { languageOf } from '../../build/languages/languages.js';
import { parseText } from '../../build/parse/engine/parse-text.js';
import { labelsOf } from '../../build/scan/content/labels.js';
import { docSentence, withoutName } from '../quality/doc-sentence.mjs';

const kinds = new Set(['fn', 'method', 'class', 'struct', 'interface', 'trait']);
const maxBytes = 300_000;
const comment = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|--)/;

/** Returns `{ repo, commit, questions }`; a question has `query`, and the `path`, `name` and `lineStart` of its answer. */
export async function withoutDocs({ repo, wanted, seed, cache }) {
  const copy = join(cache, 'without-docs', `${basename(dirname(repo))}-${basename(repo)}-${wanted}-${seed}`);
  const list = `${copy}.json`;
  const git = (...args) =>
    execFileSync('git', ['-C', copy, '-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      maxBuffer: 1 << 30,
    })
      .toString()
      .trim();
  if (!existsSync(list)) {
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(dirname(copy), { recursive: true });
    execFileSync('git', ['clone', '-q', '--shared', repo, copy]);
    const paths = git('ls-files', '-z')
      .split('\0')
      .filter((path) => path !== '');
    const documented = [];
    for (const path of paths) documented.push(...(await documentedIn(copy, path)));
    const drawn = sample(documented, wanted, randomFrom(`${seed} without docs`));
    const questions = await strip(copy, drawn);
    git('add', '-A');
    git('commit', '-q', '--no-verify', '-m', 'Without docs');
    writeFileSync(list, JSON.stringify(questions));
  }
  return { repo: copy, commit: git('rev-parse', 'HEAD'), questions: JSON.parse(readFileSync(list, 'utf8')) };
}

async function symbolsOf(path, text) {
  const language = languageOf(path, text);
  return language === undefined ? [] : (await parseText(language, path, text, { timeoutMs: 10_000 })).symbols;
}

async function documentedIn(copy, path) {
  if (!existsSync(join(copy, path))) return [];
  let text;
  try {
    text = readFileSync(join(copy, path), 'utf8');
  } catch {
    return [];
  }
  if (text.length > maxBytes || labelsOf(path, text).length > 0) return [];
  return (await symbolsOf(path, text)).flatMap(({ name, kind, doc, lineStart }) => {
    if (!kinds.has(kind) || doc === undefined) return [];
    const query = docSentence(doc);
    const short = query !== undefined && query.length < 200 ? withoutName(query, name) : undefined;
    return short === undefined ? [] : [{ path, name, lineStart, query: short }];
  });
}

async function strip(copy, drawn) {
  const kept = [];
  for (const [path, group] of Map.groupBy?.(drawn, (each) => each.path) ?? groups(drawn)) {
    const file = join(copy, path);
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const { lineStart } of group) blank(lines, lineStart);
    const text = lines.join('\n');
    const symbols = await symbolsOf(path, text);
    writeFileSync(file, text);
    for (const each of group) {
      const symbol = symbols.find(({ name, lineStart }) => name === each.name && lineStart === each.lineStart);
      if (symbol !== undefined && symbol.doc === undefined) kept.push(each);
    }
  }
  return kept;
}

function groups(drawn) {
  const found = new Map();
  for (const each of drawn) found.set(each.path, [...(found.get(each.path) ?? []), each]);
  return found;
}

/** Empties the lines of the comment above a declaration, or of the doc string below it. */
function blank(lines, lineStart) {
  for (let at = lineStart - 2; at >= 0; at--) {
    const line = lines[at];
    if (/^\s*(?:@|#\[|\[)/.test(line)) continue;
    if (/\*\/\s*$/.test(line) && !/^\s*\/\*/.test(line)) {
      while (at >= 0 && !/\/\*/.test(lines[at])) lines[at--] = '';
      lines[at] = '';
    } else if (comment.test(line)) lines[at] = '';
    else break;
  }
  for (let at = lineStart - 1; at < Math.min(lines.length, lineStart + 14); at++) {
    const quote = /^\s*[rRuU]?("""|''')/.exec(lines[at])?.[1];
    if (quote === undefined) continue;
    const isWhole = lines[at].split(quote).length > 2;
    lines[at] = '';
    if (!isWhole) {
      while (at + 1 < lines.length && !lines[at + 1].includes(quote)) lines[++at] = '';
      lines[at + 1] = '';
    }
    break;
  }
}
