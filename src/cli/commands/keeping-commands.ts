/** The rows of the commands that look after an index over time, and of those that help with the command line itself. */
import type { CommandTable } from '../command-row.ts';
import { projectFlags, settingFlags } from '../flags.ts';

const workspace = { workspace: { ...projectFlags.workspace, description: 'This folder instead of the current one' } };

export const keepingCommands: CommandTable = {
  status: {
    summary: 'Show what is indexed of this folder, and whether it is up to date',
    group: 'keep',
    details:
      'Shows the ref, whether the working tree has moved on since, how many files, symbols and skips there are, the size on ' +
      'disk, the last job and where the index lies. It compares files, and changes nothing.',
    operands: [],
    flags: { ...projectFlags },
    examples: [
      { line: 'codecompass status', does: 'how the index of this folder stands' },
      { line: 'codecompass status --json | jq .standing', does: 'the same in a script' },
    ],
    json: {
      standing: 'not_registered, not_indexed, indexing, ref_not_indexed, fresh, stale or unusable',
      root: 'root of the repository or folder',
      kind: '"git" or "folder"',
      home: 'the data folder',
      next: 'commands to run next, each with what it does',
      'projectId?': 'id of the project',
      'index?': 'path of the index',
      'indexBytes?': 'its size',
      'head?': 'name and commit of what is checked out',
      'ref?': 'the ref shown, as `refs` gives it',
      'statistics?': 'of that ref: indexed, symbols, sourceBytes, skipped, outcomes, languages',
      'refs?': 'how many refs are indexed',
      'gone?': 'names of the refs that git has no more',
      'activeJob?': 'the job that runs now',
      'lastJob?': 'the job that ended last',
    },
    alsoCalled: ['info', 'stat', 'stats', 'state'],
    load: () => import('./status.ts'),
  },
  refs: {
    summary: 'List the indexed branches, tags and commits',
    group: 'keep',
    details:
      'Lists every ref that is indexed with its commit, when that was, how much it holds, and whether git still has it and ' +
      'has moved on. What is checked out is marked with *.',
    operands: [],
    flags: { ...workspace },
    examples: [{ line: 'codecompass refs', does: 'what can be asked with --ref' }],
    json: {
      root: 'root of the repository or folder',
      refs: 'name, commit, source, publishedAt, files, symbols, checkedOut, standing, currentCommit of each',
    },
    alsoCalled: ['branches', 'list', 'ls', 'tags'],
    load: () => import('./refs.ts'),
  },
  watch: {
    summary: 'Keep the index up to date while you edit',
    group: 'keep',
    details:
      'Looks for changes several times a second and takes them in at once: edits, new and removed files, commits, switches of ' +
      'branch. A folder that is not indexed yet is indexed first. Other commands and servers see each change as soon as it ' +
      'is in. It ends with Ctrl-C; the index stays. With --json, each event is one JSON object on a line of its own.',
    operands: [],
    flags: { ...workspace, ...settingFlags },
    examples: [
      { line: 'codecompass watch', does: 'in a terminal beside your editor' },
      { line: 'codecompass watch --json | jq -c .event', does: 'follow what it does in a script' },
    ],
    json: {
      event: 'watching, fresh, synced, waiting, failed or stopped; one object per line',
      at: 'when',
      'root?': 'watching: the root of the workspace',
      'ref?': 'fresh, waiting: the ref; synced also has all other fields of `sync --json`',
      'jobId?': 'waiting: the job of someone else',
      'operation?': 'waiting: what that job does',
      'error?': 'failed: code, message and data, as for any error',
    },
    alsoCalled: ['daemon', 'follow', 'live', 'monitor'],
    load: () => import('./watch.ts'),
  },
  prune: {
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
      ...workspace,
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
    load: () => import('./prune.ts'),
  },
  completion: {
    summary: 'Print the script that makes a shell complete commands and flags',
    group: 'more',
    details:
      'Prints a script for bash, zsh or fish that completes commands, flags, their values, files and the refs of the ' +
      'repository. Put the line of the example into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish.',
    operands: [{ name: 'SHELL', required: true, completes: ['bash', 'zsh', 'fish'] }],
    flags: {},
    examples: [
      { line: 'source <(codecompass completion bash)', does: 'for bash' },
      { line: 'source <(codecompass completion zsh)', does: 'for zsh, after compinit' },
      { line: 'codecompass completion fish | source', does: 'for fish' },
    ],
    json: { shell: 'the shell', script: 'the script' },
    alsoCalled: ['completions', 'complete', 'autocomplete'],
    load: () => import('./completion.ts'),
  },
};
