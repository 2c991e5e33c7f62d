/** The row of `codecompass prune`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceFlag } from '../../flags.ts';

export const pruneCommand: CommandRow = {
  summary: 'Delete the indexes of refs that are no branch or tag, and free the disk space',
  group: 'keep',
  details:
    'Deletes the indexes of branches and tags that were deleted from git, and of commits that were indexed by their id or an ' +
    'expression such as HEAD~3 and are not checked out in any worktree. With --ref it deletes only the refs you name, with ' +
    '--all-but-current all refs that are not checked out. --projects deletes the index of every project whose folder no ' +
    'longer exists (or is not mounted). Only indexes are deleted, never your files; `codecompass index` rebuilds them. ' +
    '--dry-run shows what would be deleted.',
  operands: [],
  flags: {
    ref: { value: 'REF', many: true, description: 'Delete this ref, even if git still has it', completes: 'ref' },
    'all-but-current': { description: 'Delete every ref that is not checked out' },
    projects: { description: 'Delete the indexes of projects whose folder no longer exists' },
    'dry-run': { description: 'Only show what would be deleted' },
    ...workspaceFlag,
  },
  examples: [
    { line: 'codecompass prune --dry-run', does: 'show what would be deleted' },
    { line: 'codecompass prune', does: 'delete the indexes of deleted branches and of single commits' },
    { line: 'codecompass prune --ref v1.2', does: 'delete one ref' },
    { line: 'codecompass prune --projects', does: 'delete the indexes of deleted folders' },
  ],
  json: {
    dryRun: 'whether this was a dry run',
    dropped: 'the deleted refs, as in `refs --json`; with --projects projectId, roots and bytes of each project',
    kept: 'number of refs or projects kept',
    'versions?': 'deleted file versions',
    'sourceBytes?': 'on a dry run, size of the files whose versions would be deleted',
    freedBytes: 'freed disk space',
  },
  alsoCalled: ['gc', 'clean', 'cleanup', 'remove', 'delete', 'rm', 'vacuum'],
  load: () => import('./run.ts'),
};
