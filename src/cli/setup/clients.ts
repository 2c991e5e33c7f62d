/** The table of MCP clients: configuration file, format and server entry of each. */
import { join } from 'node:path';
import type { Environment } from '../../config/paths.ts';

export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
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
  /** The agent's rules file, relative to the root of a project. */
  readonly rulesFile: string;
  /** The required header of a new rules file. */
  readonly rulesHead?: string;
}

const plain = ({ command, args }: StartCommand) => ({ command, args });
const typed = ({ command, args }: StartCommand) => ({ type: 'stdio', command, args });

export const clients: Readonly<Record<string, ClientRow>> = {
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    section: 'mcpServers',
    userFile: ({ homeFolder }) => join(homeFolder, '.claude.json'),
    projectFile: '.mcp.json',
    entry: typed,
    after: 'Restart Claude Code; `/mcp` shows the server.',
    rulesFile: 'CLAUDE.md',
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
    rulesFile: join('.cursor', 'rules', 'codecompass.mdc'),
    rulesHead: '---\ndescription: When to use CodeCompass\nalwaysApply: true\n---\n\n',
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
    rulesFile: join('.github', 'copilot-instructions.md'),
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    section: 'mcp_servers',
    userFile: ({ env, homeFolder }) => join(env.CODEX_HOME || join(homeFolder, '.codex'), 'config.toml'),
    projectFile: join('.codex', 'config.toml'),
    entry: plain,
    after: 'Restart Codex; `/mcp` shows the server.',
    rulesFile: 'AGENTS.md',
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    section: 'mcpServers',
    userFile: ({ homeFolder }) => join(homeFolder, '.gemini', 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    entry: plain,
    after: 'Restart Gemini CLI; `/mcp` shows the server.',
    rulesFile: 'GEMINI.md',
  },
  zed: {
    title: 'Zed',
    format: 'json',
    section: 'context_servers',
    userFile: (around) => join(zedFolder(around), 'settings.json'),
    projectFile: join('.zed', 'settings.json'),
    entry: ({ command, args }) => ({ command, args, env: {} }),
    after: 'Zed starts the server when the file is saved.',
    rulesFile: '.rules',
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
