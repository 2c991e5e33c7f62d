/** The row of `codecompass prune`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceFlag } from '../../flags.ts';

export const pruneCommand: CommandRow = {
  summary: 'Drop the indexes of refs that git has no more, and give the space back',
  group: 'keep',
  details:
    'Drops the refs that are no branch, tag or commit any more. With --ref it drops the ones you name, with ' +
    '--all-but-current all that are checked out nowhere. --projects drops the whole index of every project whose folder is ' +
    'gone from the disk (or not mounted). Only indexes are deleted, never anything of yours: `codecompass index` builds ' +
    'them anew. --dry-run shows first what would go.',
  operands: [],
  flags: {
    ref: { value: 'REF', many: true, description: 'Drop this ref, whether or not git has it', completes: 'ref' },
    'all-but-current': { description: 'Drop every ref that is not checked out' },
    projects: { description: 'Drop the indexes of projects whose folder is gone' },
    'dry-run': { description: 'Only show what would be dropped' },
    ...workspaceFlag,
  },
  examples: [
    { line: 'codecompass prune --dry-run', does: 'what would go' },
    { line: 'codecompass prune', does: 'drop the indexes of deleted branches' },
    { line: 'codecompass prune --ref v1.2', does: 'drop one ref' },
    { line: 'codecompass prune --projects', does: 'drop what is left of deleted folders' },
  ],
  json: {
    dryRun: 'whether only shown',
    dropped: 'the refs, as `refs` gives them; with --projects projectId, roots and bytes of each project',
    kept: 'how many stay',
    'versions?': 'file versions that went with the refs',
    'sourceBytes?': 'size of the files whose versions would go, on a dry run',
    freedBytes: 'space that was given back',
  },
  alsoCalled: ['gc', 'clean', 'cleanup', 'remove', 'delete', 'rm', 'vacuum'],
  load: () => import('./run.ts'),
};
