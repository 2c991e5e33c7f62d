/** The table of MCP clients: configuration file, format, server entry and rules files of each. */
import { join } from 'node:path';
import type { Environment } from '../../config/paths.ts';

export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ClientRow {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The key of the server table in the file. */
  readonly section: string;
  readonly userFile: (around: Environment) => string;
  /** Relative to the root of a project. */
  readonly projectFile: string;
  readonly entry: (start: StartCommand) => Record<string, unknown>;
  /** The client's variable for the opened folder. Clients without it start servers in that folder. */
  readonly folder?: string;
  readonly after: string;
  readonly rules: RulesFiles;
}

/** The files of a project that an agent reads in every conversation. Names are relative to its root. */
export interface RulesFiles {
  /** In the order of preference of the client. */
  readonly read: readonly string[];
  /** The file to create if none exists; default: the first. */
  readonly created?: string;
  /** Where the client's own settings name further files, or others instead of these. */
  readonly named?: { readonly keys: readonly string[]; readonly replace: boolean };
  /** Whether the client passes over an empty file. */
  readonly skipsEmpty?: boolean;
  /** The required header of a new file. */
  readonly head?: string;
  /** A file that the client reads only while the created one does not exist. */
  readonly imports?: string;
}

const plain = ({ command, args, env }: StartCommand) => ({
  command,
  args,
  ...(Object.keys(env).length === 0 ? {} : { env }),
});
const typed = (start: StartCommand) => ({ type: 'stdio', ...plain(start) });

const copilotFile = join('.github', 'copilot-instructions.md');

export const clients: Readonly<Record<string, ClientRow>> = {
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    section: 'mcpServers',
    userFile: ({ homeFolder }) => join(homeFolder, '.claude.json'),
    projectFile: '.mcp.json',
    entry: typed,
    after: 'Restart Claude Code; `/mcp` shows the server.',
    // With a CLAUDE.md, Claude Code no longer reads AGENTS.md, so a new one imports it.
    rules: { read: ['CLAUDE.md', join('.claude', 'CLAUDE.md')], created: 'CLAUDE.md', imports: 'AGENTS.md' },
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    section: 'mcpServers',
    userFile: ({ homeFolder }) => join(homeFolder, '.cursor', 'mcp.json'),
    projectFile: join('.cursor', 'mcp.json'),
    entry: typed,
    folder: '$' + '{workspaceFolder}',
    after: 'Cursor asks to enable the server in Settings, MCP.',
    // Cursor merges all files of this folder with AGENTS.md.
    rules: {
      read: [join('.cursor', 'rules', 'codecompass.mdc')],
      created: join('.cursor', 'rules', 'codecompass.mdc'),
      head: '---\ndescription: When to use CodeCompass\nalwaysApply: true\n---\n\n',
    },
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    section: 'servers',
    userFile: (around) => join(codeFolder(around), 'User', 'mcp.json'),
    projectFile: join('.vscode', 'mcp.json'),
    entry: typed,
    folder: '$' + '{workspaceFolder}',
    after: 'Run "MCP: List Servers" in VS Code to start it.',
    // VS Code merges both; Zed would read a new copilot-instructions.md instead of AGENTS.md.
    rules: { read: [copilotFile, 'AGENTS.md'], created: copilotFile },
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    section: 'mcp_servers',
    userFile: ({ env, homeFolder }) => join(env.CODEX_HOME || join(homeFolder, '.codex'), 'config.toml'),
    projectFile: join('.codex', 'config.toml'),
    entry: plain,
    after: 'Restart Codex; `/mcp` shows the server.',
    // Codex reads one file: the first of these that is not empty.
    rules: {
      read: ['AGENTS.override.md', 'AGENTS.md'],
      created: 'AGENTS.md',
      named: { keys: ['project_doc_fallback_filenames'], replace: false },
      skipsEmpty: true,
    },
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    section: 'mcpServers',
    userFile: ({ homeFolder }) => join(homeFolder, '.gemini', 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    entry: plain,
    after: 'Restart Gemini CLI; `/mcp` shows the server.',
    rules: { read: ['GEMINI.md'], named: { keys: ['context.fileName', 'contextFileName'], replace: true } },
  },
  zed: {
    title: 'Zed',
    format: 'json',
    section: 'context_servers',
    userFile: (around) => join(zedFolder(around), 'settings.json'),
    projectFile: join('.zed', 'settings.json'),
    entry: ({ command, args, env }) => ({ command, args, env }),
    after: 'Zed starts the server when the file is saved.',
    // Zed reads only the first that exists, in this order.
    rules: {
      read: [
        '.rules',
        '.cursorrules',
        '.windsurfrules',
        '.clinerules',
        copilotFile,
        'AGENT.md',
        'AGENTS.md',
        'CLAUDE.md',
        'GEMINI.md',
      ],
      created: 'AGENTS.md',
    },
  },
};

function codeFolder({ platform, homeFolder, env }: Environment): string {
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'Code');
  if (platform === 'win32') return join(env.APPDATA || join(homeFolder, 'AppData', 'Roaming'), 'Code');
  return join(env.XDG_CONFIG_HOME || join(homeFolder, '.config'), 'Code');
}

function zedFolder({ platform, homeFolder, env }: Environment): string {
  if (platform === 'win32') return join(env.APPDATA || join(homeFolder, 'AppData', 'Roaming'), 'Zed');
  return join((platform === 'linux' && env.XDG_CONFIG_HOME) || join(homeFolder, '.config'), 'zed');
}
