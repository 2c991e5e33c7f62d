/** The table of commands. A new one is a row here and a file in `commands/` that exports `run`. */
import type { Call } from './call.ts';
import { type FlagTable, projectFlags, settingFlags, settingFlagsOf } from './flags.ts';

export interface CommandRow {
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly details: string;
  readonly operands: readonly OperandRow[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<{ run(call: Call): Promise<number> }>;
}

/** A word after the command's name. */
export interface OperandRow {
  readonly name: string;
  readonly required: boolean;
  /** Takes every word that follows. */
  readonly many?: boolean;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

const callFlags: FlagTable = {
  path: { value: 'FILE', description: 'The file that defines it, if several have the name' },
  depth: { value: 'N', description: 'Calls of calls that are followed, 1 to 5; 1 if left out' },
  limit: { value: 'N', description: 'Most edges to print; 20 if left out' },
  dot: { description: 'Print a graph for Graphviz' },
  mermaid: { description: 'Print a graph for Mermaid' },
  ...projectFlags,
};

export const commands: Readonly<Record<string, CommandRow>> = {
  init: {
    summary: 'Register this folder without indexing it',
    details:
      'Registers the repository (or plain folder) that holds the current folder and creates the data folder. Nothing is ' +
      'written into the repository. Running it again changes nothing.',
    operands: [],
    flags: { path: { value: 'PATH', description: 'Register this folder instead of the current one' } },
    examples: [{ line: 'codecompass init', does: 'register the current repository' }],
    load: () => import('./commands/init.ts'),
  },
  index: {
    summary: 'Index a repository, or bring its index up to date',
    details:
      'Indexes the checked-out files with all edits, or another branch, tag or commit with --ref, without touching the ' +
      'working tree. A folder that is not registered yet is registered. Files that did not change are reused.',
    operands: [],
    flags: {
      force: { description: 'Parse every file again' },
      path: { value: 'PATH', description: 'Index this folder instead of the current one' },
      ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out' },
      ...settingFlags,
    },
    examples: [
      { line: 'codecompass index', does: 'index what is checked out here' },
      { line: 'codecompass index --ref v1.2', does: 'index a tag beside it' },
      { line: 'codecompass index --path ../api --json', does: 'index another folder, for a program' },
    ],
    load: () => import('./commands/index.ts'),
  },
  sync: {
    summary: 'Take in what changed since the last index',
    details: 'Reads only the files that may have changed. The folder must have been registered by `init` or `index`.',
    operands: [],
    flags: {
      force: { description: 'Parse every file again' },
      workspace: { value: 'PATH', description: 'Sync this folder instead of the current one' },
      ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out' },
      ...settingFlags,
    },
    examples: [
      { line: 'codecompass sync', does: 'after edits, a pull or a switch of branch' },
      { line: 'codecompass sync --workspace ../api', does: 'the same for another folder' },
    ],
    load: () => import('./commands/sync.ts'),
  },
  search: {
    summary: 'Find code: a name, a path, an error message or a question',
    details:
      'Prints the places that answer best, each as file:line. Quoted text is matched literally; a stack trace is taken apart. ' +
      'A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'QUERY', required: true, many: true }],
    flags: {
      lang: { value: 'LANG', description: 'Only this language' },
      kind: { value: 'KIND', description: 'Only this kind of symbol (fn, class, method, …)' },
      limit: { value: 'N', description: 'Most places to print; 10 if left out' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass search validate_token', does: 'where a name is defined and used' },
      { line: 'codecompass search how are requests retried', does: 'a question' },
      { line: `codecompass search '"connection refused"'`, does: 'text, literally' },
      { line: 'codecompass search src/auth/jwt.rs:87', does: 'what stands at a line' },
    ],
    load: () => import('./commands/search.ts'),
  },
  outline: {
    summary: 'Show the symbols of a file as a tree',
    details:
      'Prints each symbol and import of a file as file:line with its signature, nested as in the source. ' +
      'A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'FILE', required: true }],
    flags: {
      top: { description: 'Only what stands at the top level' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass outline src/auth/jwt.rs', does: 'what a file holds' },
      { line: 'codecompass outline src/auth/jwt.rs --top', does: 'its top level' },
    ],
    load: () => import('./commands/outline.ts'),
  },
  context: {
    summary: 'Gather the code that answers a query, within a budget of tokens',
    details:
      'Prints as much of what answers the query as the budget holds: many signatures (breadth) or fewer whole bodies ' +
      '(depth). A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'QUERY', required: true, many: true }],
    flags: {
      'max-tokens': { value: 'N', description: 'Budget of tokens; 4000 if left out' },
      strategy: { value: 'WORD', description: 'breadth or depth; breadth if left out' },
      lang: { value: 'LANG', description: 'Only this language' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass context how are requests retried', does: 'the signatures that matter' },
      { line: 'codecompass context retry policy --strategy depth', does: 'with their bodies' },
    ],
    load: () => import('./commands/context.ts'),
  },
  callers: {
    summary: 'Who calls a function, method or class',
    details:
      'Prints each caller with the line of its call. What imports, scope and types do not prove is marked as guessed, and calls ' +
      'that could not be told are counted. A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'NAME', required: true }],
    flags: callFlags,
    examples: [
      { line: 'codecompass callers Store.get', does: 'who calls a method' },
      { line: 'codecompass callers run --path src/main.py --depth 3', does: 'the callers of the callers, too' },
      { line: 'codecompass callers run --dot | dot -Tsvg > calls.svg', does: 'a picture' },
    ],
    load: () => import('./commands/callers.ts'),
  },
  callees: {
    summary: 'What a function, method or class calls',
    details:
      'Prints each symbol of the repository that is called, with the line of the call. What imports, scope and types do not ' +
      'prove is marked as guessed. A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'NAME', required: true }],
    flags: callFlags,
    examples: [
      { line: 'codecompass callees main', does: 'what it calls' },
      { line: 'codecompass callees main --depth 2 --mermaid', does: 'a picture for a document' },
    ],
    load: () => import('./commands/callees.ts'),
  },
  skipped: {
    summary: 'List the files that are not indexed, each with its reason',
    details:
      'Lists what the last index of a ref left out (binary, too_large, minified, secret, unreadable, link, encoding, ' +
      'excluded), and the files whose syntax could not be understood to the end; their text is searchable all the same.',
    operands: [],
    flags: {
      ...projectFlags,
    },
    examples: [{ line: 'codecompass skipped --ref v1.2', does: 'what the index of a tag left out' }],
    load: () => import('./commands/skipped.ts'),
  },
  compare: {
    summary: 'Show how a symbol changed between two indexed refs',
    details:
      'Compares signature, body and place of a symbol on two branches, tags or commits, and shows a diff. A symbol whose file ' +
      'was moved is followed. Both refs must be indexed; `codecompass index --ref REF` does that.',
    operands: [
      { name: 'NAME', required: true },
      { name: 'BASE', required: true },
      { name: 'HEAD', required: true },
    ],
    flags: {
      path: { value: 'PATH', description: 'File that defines the symbol, if several have the name' },
      workspace: { value: 'PATH', description: 'Ask about this folder instead of the current one' },
    },
    examples: [{ line: 'codecompass compare parseFlags main feature', does: 'how a function changed on a branch' }],
    load: () => import('./commands/compare.ts'),
  },
  eval: {
    summary: 'Measure search on this repository, with its own history as judge',
    details:
      'Takes the subjects of commits for questions and the files that they changed for answers, asks the index of the commit ' +
      'before them, and compares with grep: how many of the files are found, and how many tokens that takes. Merges, bots, ' +
      'releases, and commits without code or with more than 20 files are left out. The index is made in a temporary folder ' +
      'and takes as long as a first `index`; yours and the repository stay as they are.',
    operands: [],
    flags: {
      commits: { value: 'N', description: 'Questions to ask; 100 if left out' },
      seed: { value: 'SEED', description: 'Which of the commits are drawn; 1 if left out' },
      workspace: { value: 'PATH', description: 'Measure on this folder instead of the current one' },
    },
    examples: [
      { line: 'codecompass eval', does: 'a hundred commits of this repository' },
      { line: 'codecompass eval --commits 300 --seed 2 --json', does: 'more of them, others, for a program' },
    ],
    load: () => import('./commands/eval.ts'),
  },
  'serve-mcp': {
    summary: 'Serve the index to AI agents over MCP (stdio or HTTP)',
    details:
      'Speaks the Model Context Protocol on standard input and output, or over HTTP with --transport http. Calls without a ' +
      'workspace go to the first --workspace, else to the project of the current folder. Over HTTP the server listens on ' +
      'this machine alone unless --bind says otherwise, which needs a token.',
    operands: [],
    flags: {
      transport: { value: 'TRANSPORT', description: 'stdio (default) or http' },
      port: { value: 'PORT', description: 'HTTP port; 9100 if left out' },
      bind: { value: 'ADDR', description: 'HTTP address; 127.0.0.1 if left out' },
      token: { value: 'TOKEN', description: 'Token that HTTP clients must send; better in CODECOMPASS_TOKEN' },
      'allowed-host': { value: 'HOST', many: true, description: 'Another host name that HTTP clients may use' },
      workspace: { value: 'PATH', many: true, description: 'Register this folder; the first is the default' },
      'auto-workspace': { description: 'Register and index workspaces when a call names them' },
      'allowed-root': { value: 'PATH', many: true, description: 'Where --auto-workspace may find workspaces' },
      'no-prewarm': { description: 'Load nothing before the first call' },
      ...settingFlagsOf('query'),
      ...settingFlagsOf('serve'),
    },
    examples: [
      { line: 'codecompass serve-mcp', does: 'serve this project on stdio' },
      { line: 'codecompass serve-mcp --transport http --port 9100', does: 'serve it over HTTP on this machine' },
      {
        line: 'codecompass serve-mcp --auto-workspace --allowed-root ~/code',
        does: 'serve whatever lies below a folder',
      },
    ],
    load: () => import('./commands/serve-mcp.ts'),
  },
  setup: {
    summary: 'Show or write the configuration that lets a client use the server',
    details:
      'Prints what has to go into the configuration of claude-code, cursor, vscode, codex, gemini or zed, and where. With ' +
      '--write it is merged into that file, after the change was shown; everything else in it stays as it is. With ' +
      '--instructions it is a short text for the rules file of this project instead (CLAUDE.md, AGENTS.md, …), which tells the ' +
      'agent when to use which tool.',
    operands: [{ name: 'CLIENT', required: true }],
    flags: {
      instructions: { description: 'The rules for the agent in this project, instead of the server' },
      write: { description: 'Merge it into the file' },
      project: { description: 'Into the file of this project, which others share, instead of your own' },
    },
    examples: [
      { line: 'codecompass setup claude-code', does: 'show what Claude Code needs' },
      { line: 'codecompass setup cursor --write', does: 'set up Cursor' },
      { line: 'codecompass setup codex --instructions --write', does: 'tell Codex when to use which tool' },
    ],
    load: () => import('./commands/setup.ts'),
  },
  doctor: {
    summary: 'Check everything that indexing needs',
    details:
      'Checks the runtime, SQLite, the grammars, git, this folder and the data folder, and says how to mend what is wrong.',
    operands: [],
    flags: {},
    examples: [{ line: 'codecompass doctor', does: 'check this machine and this folder' }],
    load: () => import('./commands/doctor.ts'),
  },
};
