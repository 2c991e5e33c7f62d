/**
 * Cases for long texts: commit messages with a body, and the functions that the commit changed. The index is built from
 * a base commit before all of them, so a case counts only if its functions exist there under the same name.
 */
import { unfitness } from '../../build/evaluate/commit-query.js';
import { functionKinds } from '../../build/languages/entity.js';
import { languageOf } from '../../build/languages/languages.js';
import { parseText } from '../../build/parse/engine/parse-text.js';
import { labelsOf } from '../../build/scan/content/labels.js';
import { git } from '../quality/history.mjs';

const minCharacters = 200;
const maxCharacters = 8_000;
const maxFunctions = 6;
const maxFiles = 12;

/** Returns the base commit, `steps` commits back on the main line, and the cases after it, oldest first. */
export async function fixCommits({ repo, steps, wanted }) {
  const mainline = git(repo, 'rev-list', '--first-parent', `--max-count=${steps + 1}`, 'HEAD')
    .trim()
    .split('\n');
  const base = mainline.at(-1);
  const log = git(
    repo,
    'log',
    '--no-merges',
    '--reverse',
    '--format=%x1e%H%x1f%an%x1f%B%x1f',
    '--name-only',
    `${base}..HEAD`,
  );
  const cases = [];
  for (const entry of log.split('\x1e').slice(1)) {
    if (cases.length === wanted) break;
    const [commit, author, message, names = ''] = entry.split('\x1f');
    const paths = names.split('\n').filter((path) => path !== '');
    const query = queryOf(message);
    const [subject = ''] = message.split('\n');
    if (query.length < minCharacters || query.length > maxCharacters || paths.length > maxFiles) continue;
    if (unfitness({ subject, author, paths }) !== undefined) continue;
    const changed = await changedFunctions(repo, commit, paths);
    if (changed.length > 0 && changed.length <= maxFunctions) cases.push({ commit, query, changed });
  }
  return { base, cases };
}

/** The message without trailers, links and the prefix of its subject. */
function queryOf(message) {
  return message
    .replace(/^(?:fix|feat|chore|refactor|perf|bug)(?:\([^)]*\))?!?:\s*/i, '')
    .replace(/^[\w-]+(?:-by|-authored-by|fixes|closes|refs?|change-id|[\w-]*url): .*$/gim, '')
    .replace(/^.*(?:generated with|co-authored).*$/gim, '')
    .replace(/https?:\/\/\S+/g, '')
    .trim();
}

/** Each with the changed lines as they were, without indentation. */
async function changedFunctions(repo, commit, paths) {
  const found = new Map();
  for (const path of paths) {
    if (labelsOf(path, '').length > 0) continue;
    const text = textAt(repo, `${commit}^`, path);
    const language = text === undefined ? undefined : languageOf(path, text);
    if (language === undefined) continue;
    const sources = text.split('\n');
    const lines = changedLines(git(repo, 'diff', '-U0', '--no-color', `${commit}^`, commit, '--', path));
    const { symbols } = await parseText(language, path, text, { timeoutMs: 10_000 });
    const functions = symbols.filter(({ kind }) => functionKinds.has(kind));
    for (const line of lines) {
      const around = functions.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
      const inner = around.toSorted((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart))[0];
      if (inner === undefined) continue;
      const key = `${path} ${inner.stableId}`;
      const entry = found.get(key) ?? { path, name: inner.name, stableId: inner.stableId, lines: [] };
      found.set(key, entry);
      entry.lines.push(sources[line - 1].trim());
    }
  }
  return [...found.values()];
}

/** Undefined for a file that the commit adds. */
function textAt(repo, commit, path) {
  try {
    return git(repo, 'show', `${commit}:${path}`);
  } catch {
    return undefined;
  }
}

/** The old lines of a diff without context; a pure insertion counts for the line that it follows. */
function changedLines(diff) {
  const lines = [];
  for (const [, start, count = '1'] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
    for (let at = 0; at < Math.max(1, Number(count)); at++) lines.push(Number(start) + at);
  }
  return lines;
}
