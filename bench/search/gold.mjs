/** The functions and files of an index that a patch changed: what a search for the issue should find. */
import { functionKinds } from '../../build/languages/entity.js';

/** A fix that changes more is not found in one search by any means. */
const maxFunctions = 6;
const maxFiles = 6;

/**
 * Returns the right answers; undefined if there are none or too many. Tests, documents and generated files do not
 * count. A gap counts for the innermost function around it, or above it if what is added there is indented as its body.
 */
export async function goldOf(view, changes) {
  const files = new Map((await view.files()).files.map((file) => [file.path, file]));
  const paths = new Set();
  const functions = new Map();
  for (const change of changes) {
    const file = files.get(change.path);
    if (file === undefined || file.labels.length > 0 || file.outcome === 'none') continue;
    paths.add(file.path);
    const lines = (await view.store.text(file)).split('\n');
    const known = (await view.store.symbols(file)).filter(({ kind }) => functionKinds.has(kind));
    const holding = (first, last) =>
      known
        .filter(({ lineStart, lineEnd }) => lineStart <= first && last <= lineEnd)
        .sort((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart))[0];
    const found = change.removed.map((line) => holding(line, line));
    for (const { after, added } of change.gaps) {
      const above = holding(after, after);
      const [text = ''] = added.filter((line) => line.trim() !== '');
      const isBody = above !== undefined && indentOf(text) > indentOf(lines[above.lineStart - 1] ?? '');
      found.push(holding(after, after + 1) ?? (isBody ? above : undefined));
    }
    for (const symbol of found.filter((each) => each !== undefined)) functions.set(keyOf(file.path, symbol), symbol);
  }
  if (paths.size === 0 || paths.size > maxFiles) return undefined;
  return { files: [...paths], functions: functions.size > maxFunctions ? [] : [...functions.keys()] };
}

export function keyOf(path, { stableId }) {
  return `${path} ${stableId}`;
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}
