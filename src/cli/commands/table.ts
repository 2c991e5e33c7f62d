/** The table of commands. A new one is a row here and a file in `commands/` that exports `run`. */

import { skipReasons } from '../../model.ts';
import type { CommandTable } from '../command-row.ts';
import { type FlagRow, type FlagTable, projectFlags, settingFlags, settingFlagsOf } from '../flags.ts';
import { clients } from '../setup/clients.ts';
import { keepingCommands } from './keeping-commands.ts';

/** What every answer of a query carries. */
const metadata = 'ref, result_completeness and what else the answer says of itself, as over MCP';
const jobJson = {
  jobId: 'id of the job',
  projectId: 'id of the project',
  root: 'root of the workspace',
  ref: 'what was indexed',
  'commit?': 'its commit',
  source: '"worktree" or "objects"',
  mode: '"full", "incremental" or "force"',
  discovered: 'files found; the sum of indexed and skipped',
  indexed: 'files that are searchable',
  skipped: 'files left out, by reason',
  parsed: 'files that were parsed now',
  changed: 'files that came, went or changed',
  symbols: 'symbols in the index of the ref',
  outcomes: 'files by how far their syntax was understood',
  languages: 'files by language',
  submodules: 'nested repositories, which are projects of their own',
  interruptedJobs: 'dead jobs whose finished work was reused',
  durationMs: 'how long it took',
  indexBytes: 'size of the index',
  sourceBytes: 'size of the indexed files',
  peakMemoryBytes: 'most memory in use',
  warnings: 'what went differently than usual, in sentences',
  registered: 'whether the folder was registered now',
} as const;
const callJson = {
  symbol: 'the symbol asked about',
  total_edges: 'edges found',
  truncated: 'whether --limit left some out',
  completeness: 'what was guessed and what could not be told',
  metadata,
} as const;

const callFlags: FlagTable = {
  path: { value: 'FILE', description: 'The file that defines it, if several have the name', completes: 'file' },
  depth: { value: 'N', description: 'Calls of calls that are followed, 1 to 5; 1 if left out' },
  limit: { value: 'N', description: 'Most edges to print; 20 if left out' },
  dot: { description: 'Print a graph for Graphviz' },
  mermaid: { description: 'Print a graph for Mermaid' },
  ...projectFlags,
};

export const commands: CommandTable = {
  init: {
    summary: 'Register this folder without indexing it',
    group: 'keep',
    details:
      'Registers the repository (or plain folder) that holds the current folder and creates the data folder. Nothing is ' +
      'written into the repository. Running it again changes nothing.',
    operands: [],
    flags: {
      path: { value: 'PATH', description: 'Register this folder instead of the current one', completes: 'folder' },
    },
    examples: [{ line: 'codecompass init', does: 'register the current repository' }],
    json: {
      root: 'root of the workspace',
      projectId: 'id of the project',
      kind: '"git" or "folder"',
      registeredAt: 'when it was registered first',
      lastUsedAt: 'when it was used last',
      autoDiscovered: 'whether a server found it by itself',
      registered: 'whether it was registered now',
      ref: 'what is checked out',
      'commit?': 'its commit',
      source: '"worktree" or "objects"',
      home: 'the data folder',
    },
    alsoCalled: ['register', 'add'],
    load: () => import('./init.ts'),
  },
  index: {
    summary: 'Index a repository, or bring its index up to date',
    group: 'keep',
    details:
      'Indexes the checked-out files with all edits, or another branch, tag or commit with --ref, without touching the ' +
      'working tree. A folder that is not registered yet is registered. Files that did not change are reused.',
    operands: [],
    flags: {
      force: { description: 'Parse every file again' },
      path: { value: 'PATH', description: 'Index this folder instead of the current one', completes: 'folder' },
      ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out', completes: 'ref' },
      ...settingFlags,
    },
    examples: [
      { line: 'codecompass index', does: 'index what is checked out here' },
      { line: 'codecompass index --ref v1.2', does: 'index a tag beside it' },
      { line: 'codecompass index --path ../api --json', does: 'index another folder, for a program' },
    ],
    json: jobJson,
    alsoCalled: ['build', 'reindex', 'scan'],
    job: 'index',
    load: () => import('./index.ts'),
  },
  sync: {
    summary: 'Take in what changed since the last index',
    group: 'keep',
    details: 'Reads only the files that may have changed. The folder must have been registered by `init` or `index`.',
    operands: [],
    flags: {
      force: { description: 'Parse every file again' },
      workspace: { value: 'PATH', description: 'Sync this folder instead of the current one', completes: 'folder' },
      ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out', completes: 'ref' },
      ...settingFlags,
    },
    examples: [
      { line: 'codecompass sync', does: 'after edits, a pull or a switch of branch' },
      { line: 'codecompass sync --workspace ../api', does: 'the same for another folder' },
    ],
    json: jobJson,
    alsoCalled: ['update', 'refresh', 'pull'],
    job: 'sync',
    load: () => import('./sync.ts'),
  },
  search: {
    summary: 'Find code: a name, a path, an error message or a question',
    group: 'find',
    details:
      'Prints the places that answer best, each as file:line. Quoted text is matched literally; a stack trace is taken apart. ' +
      'A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'QUERY', required: true, many: true }],
    flags: {
      lang: { value: 'LANG', description: 'Only this language', completes: 'language' },
      kind: { value: 'KIND', description: 'Only this kind of symbol (fn, class, method, …)', completes: 'kind' },
      limit: { value: 'N', description: 'Most places to print; 10 if left out' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass search validate_token', does: 'where a name is defined and used' },
      { line: 'codecompass search how are requests retried', does: 'a question' },
      { line: `codecompass search '"connection refused"'`, does: 'text, literally' },
      { line: 'codecompass search src/auth/jwt.rs:87', does: 'what stands at a line' },
    ],
    json: {
      query_intent: 'what the query was taken for',
      results: 'the places, best first, as search_code gives them',
      total_candidates: 'about how many there are',
      suggested_next_actions: 'calls that lead on',
      metadata,
    },
    alsoCalled: ['find', 'grep', 'query', 'locate', 'ask'],
    load: () => import('./search.ts'),
  },
  outline: {
    summary: 'Show the symbols of a file as a tree',
    group: 'find',
    details:
      'Prints each symbol and import of a file as file:line with its signature, nested as in the source. ' +
      'A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'FILE', required: true, completes: 'file' }],
    flags: {
      top: { description: 'Only what stands at the top level' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass outline src/auth/jwt.rs', does: 'what a file holds' },
      { line: 'codecompass outline src/auth/jwt.rs --top', does: 'its top level' },
    ],
    json: { file_path: 'the file', language: 'its language', symbols: 'its symbols and imports, nested', metadata },
    alsoCalled: ['symbols', 'show', 'file'],
    load: () => import('./outline.ts'),
  },
  context: {
    summary: 'Gather the code that answers a query, within a budget of tokens',
    group: 'find',
    details:
      'Prints as much of what answers the query as the budget holds: many signatures (breadth) or fewer whole bodies ' +
      '(depth). A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'QUERY', required: true, many: true }],
    flags: {
      'max-tokens': { value: 'N', description: 'Budget of tokens; 4000 if left out' },
      strategy: {
        value: 'WORD',
        description: 'breadth or depth; breadth if left out',
        completes: ['breadth', 'depth'],
      },
      lang: { value: 'LANG', description: 'Only this language', completes: 'language' },
      ...projectFlags,
    },
    examples: [
      { line: 'codecompass context how are requests retried', does: 'the signatures that matter' },
      { line: 'codecompass context retry policy --strategy depth', does: 'with their bodies' },
    ],
    json: {
      context_items: 'the places with their code',
      estimated_tokens: 'about how many tokens they take',
      truncated: 'whether more would have matched',
      metadata,
    },
    alsoCalled: ['explain', 'gather'],
    load: () => import('./context.ts'),
  },
  callers: {
    summary: 'Who calls a function, method or class',
    group: 'find',
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
    json: { callers: 'edges to the symbol', ...callJson },
    alsoCalled: ['references', 'refs-to', 'usages', 'uses', 'who-calls'],
    load: () => import('./callers.ts'),
  },
  callees: {
    summary: 'What a function, method or class calls',
    group: 'find',
    details:
      'Prints each symbol of the repository that is called, with the line of the call. What imports, scope and types do not ' +
      'prove is marked as guessed. A folder that is not indexed yet is indexed first.',
    operands: [{ name: 'NAME', required: true }],
    flags: callFlags,
    examples: [
      { line: 'codecompass callees main', does: 'what it calls' },
      { line: 'codecompass callees main --depth 2 --mermaid', does: 'a picture for a document' },
    ],
    json: { callees: 'edges from the symbol', ...callJson },
    alsoCalled: ['calls', 'graph'],
    load: () => import('./callees.ts'),
  },
  skipped: {
    summary: 'List the files that are not indexed, each with its reason',
    group: 'keep',
    details:
      `Lists what the last index of a ref left out (${Object.keys(skipReasons).join(', ')}), ` +
      'and the files whose syntax could not be understood to the end; their text is searchable all the same.',
    operands: [],
    flags: {
      ...projectFlags,
    },
    examples: [{ line: 'codecompass skipped --ref v1.2', does: 'what the index of a tag left out' }],
    json: {
      ref: 'the ref asked about',
      skipped: 'path and reason of each file left out',
      troubled: 'path and outcome of each file whose syntax was not understood to the end',
    },
    alsoCalled: ['ignored', 'missing'],
    load: () => import('./skipped.ts'),
  },
  compare: {
    summary: 'Show how a symbol changed between two indexed refs',
    group: 'find',
    details:
      'Compares signature, body and place of a symbol on two branches, tags or commits, and shows a diff. A symbol whose file ' +
      'was moved is followed. Both refs must be indexed; `codecompass index --ref REF` does that.',
    operands: [
      { name: 'NAME', required: true },
      { name: 'BASE', required: true, completes: 'ref' },
      { name: 'HEAD', required: true, completes: 'ref' },
    ],
    flags: {
      path: { value: 'PATH', description: 'File that defines the symbol, if several have the name', completes: 'file' },
      workspace: projectFlags.workspace as FlagRow,
    },
    examples: [{ line: 'codecompass compare parseFlags main feature', does: 'how a function changed on a branch' }],
    json: {
      symbol: 'the symbol',
      path: 'its file',
      symbol_stable_id: 'what it is called by, wherever it moves',
      base_version: 'where it stands on BASE, or null',
      head_version: 'where it stands on HEAD, or null',
      diff_summary: 'what changed',
      'diff?': 'the change as text',
      'overloads?': 'the same for each of its overloads',
      metadata,
    },
    alsoCalled: ['diff', 'history'],
    load: () => import('./compare.ts'),
  },
  eval: {
    summary: 'Measure search on this repository, with its own history as judge',
    group: 'more',
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
    json: {
      root: 'root of the repository',
      head: 'the commit that is checked out',
      base: 'the commit whose index was asked',
      files: 'how many files that index holds',
      seed: 'which of the commits were drawn',
      questions: 'how many were asked',
      recall: 'recall_at_1, recall_at_5, recall_at_10 and hit_at_10, of codecompass and of grep',
      tokens: 'what each way to an answer costs: way, median, mean, found',
      left_out: 'commits that are no questions, by reason',
    },
    alsoCalled: ['evaluate', 'bench', 'benchmark'],
    load: () => import('./eval.ts'),
  },
  'serve-mcp': {
    summary: 'Serve the index to AI agents over MCP (stdio or HTTP)',
    group: 'agents',
    details:
      'Speaks the Model Context Protocol on standard input and output, or over HTTP with --transport http. Calls without a ' +
      'workspace go to the first --workspace, else to the project of the current folder. Over HTTP the server listens on ' +
      'this machine alone unless --bind says otherwise, which needs a token.',
    operands: [],
    flags: {
      transport: { value: 'TRANSPORT', description: 'stdio (default) or http', completes: ['stdio', 'http'] },
      port: { value: 'PORT', description: 'HTTP port; 9100 if left out' },
      bind: { value: 'ADDR', description: 'HTTP address; 127.0.0.1 if left out' },
      token: { value: 'TOKEN', description: 'Token that HTTP clients must send; better in CODECOMPASS_TOKEN' },
      'allowed-host': { value: 'HOST', many: true, description: 'Another host name that HTTP clients may use' },
      workspace: {
        value: 'PATH',
        many: true,
        description: 'Register this folder; the first is the default',
        completes: 'folder',
      },
      'auto-workspace': { description: 'Register and index workspaces when a call names them' },
      'allowed-root': {
        value: 'PATH',
        many: true,
        description: 'Where --auto-workspace may find workspaces',
        completes: 'folder',
      },
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
    json: {},
    alsoCalled: ['serve', 'mcp', 'server', 'start'],
    load: () => import('./serve-mcp.ts'),
  },
  setup: {
    summary: 'Show or write the configuration that lets a client use the server',
    group: 'agents',
    details:
      'Prints what has to go into the configuration of claude-code, cursor, vscode, codex, gemini or zed, and where. With ' +
      '--write it is merged into that file, after the change was shown; everything else in it stays as it is. With ' +
      '--instructions it is a short text for the rules file of this project instead (CLAUDE.md, AGENTS.md, …), which tells the ' +
      'agent when to use which tool.',
    operands: [{ name: 'CLIENT', required: true, completes: Object.keys(clients) }],
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
    json: {
      client: 'the client',
      file: 'its configuration file',
      entry: 'what has to stand there',
      changed: 'whether the file lacks it',
      written: 'whether it was written',
    },
    alsoCalled: ['install', 'configure', 'connect'],
    load: () => import('./setup.ts'),
  },
  doctor: {
    summary: 'Check everything that indexing needs',
    group: 'more',
    details:
      'Checks the runtime, SQLite, the grammars, git, this folder and the data folder, and says how to mend what is wrong.',
    operands: [],
    flags: {},
    examples: [{ line: 'codecompass doctor', does: 'check this machine and this folder' }],
    json: { ok: 'whether nothing failed', checks: 'name, status, detail and remedy of each check' },
    alsoCalled: ['check', 'health', 'diagnose'],
    load: () => import('./doctor.ts'),
  },
  ...keepingCommands,
};
