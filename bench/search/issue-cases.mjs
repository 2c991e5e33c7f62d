/**
 * Cases from issues: the text of an issue, the commit before its fix, and what the fix changed. They are read from git
 * directories with a folder per task: `problem_statement.md`, `gold.patch` and `task.yaml`.
 */
import { git } from '../quality/history.mjs';

/** Returns up to `wanted` cases of a repository, spread evenly over its tasks. */
export function issueCases({ tasks, repository, wanted }) {
  const prefix = repository.replace('/', '__');
  for (const home of tasks) {
    const names = git(home, 'ls-tree', '--name-only', 'HEAD', 'tasks/')
      .split('\n')
      .map((path) => path.slice('tasks/'.length))
      .filter((name) => name.startsWith(`${prefix}-`))
      .sort();
    if (names.length > 0) return spread(names, wanted).map((name) => caseOf(home, name));
  }
  throw new Error(`No tasks of ${repository} are in ${tasks.join(', ')}.`);
}

function spread(items, wanted) {
  if (items.length <= wanted) return items;
  return Array.from({ length: wanted }, (_, at) => items[Math.floor((at * items.length) / wanted)]);
}

function caseOf(home, name) {
  const read = (file) => git(home, 'show', `HEAD:tasks/${name}/${file}`);
  const [, commit] = /^base_commit: '?([0-9a-f]{40})/m.exec(read('task.yaml'));
  return { name, commit, query: read('problem_statement.md').trim(), changes: changesIn(read('gold.patch')) };
}

/** The places that a patch changes, in lines of the old files: removed lines, and gaps in which lines are added. */
export function changesIn(patch) {
  const changes = [];
  let change;
  let line = 0;
  let isRemoving = false;
  for (const each of patch.split('\n')) {
    const header = /^--- (?:a\/)?(.+?)\t?$/.exec(each);
    const hunk = /^@@ -(\d+)/.exec(each);
    if (header !== null && !isInHunk(change, line)) {
      change = header[1] === '/dev/null' ? undefined : { path: header[1], removed: [], gaps: [] };
      if (change !== undefined) changes.push(change);
    } else if (each.startsWith('diff --git ')) {
      line = 0;
    } else if (hunk !== null) {
      line = Number(hunk[1]);
      isRemoving = false;
    } else if (change !== undefined && line > 0) {
      if (each.startsWith('-')) change.removed.push(line);
      if (each.startsWith('+') && !isRemoving) {
        const gap = change.gaps.at(-1);
        if (gap?.after === line - 1) gap.added.push(each.slice(1));
        else change.gaps.push({ after: line - 1, added: [each.slice(1)] });
      }
      isRemoving = each.startsWith('-') || (isRemoving && each.startsWith('+'));
      if (!each.startsWith('+') && !each.startsWith('\\')) line++;
    }
  }
  return changes;
}

function isInHunk(change, line) {
  return change !== undefined && line > 0;
}
