/** The row of `codecompass serve-mcp`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlagsOf } from '../../flags.ts';

export const serveMcpCommand: CommandRow = {
  summary: 'Serve the index to AI agents over MCP (stdio or HTTP)',
  group: 'agents',
  details:
    'Serves the Model Context Protocol over stdin and stdout, or over HTTP with --transport http. Calls without a workspace ' +
    'use the first --workspace, else the project that the client has opened (MCP roots), else the project of the current ' +
    'folder. On stdio a git repository that is not known yet is registered and indexed on the first call; a home folder or ' +
    'a whole disk never is. Over HTTP the server listens on the loopback interface; any other --bind address requires a token.',
  operands: [],
  flags: {
    transport: { value: 'TRANSPORT', description: 'stdio (default) or http', completes: ['stdio', 'http'] },
    port: { value: 'PORT', description: 'HTTP port; default: 9100' },
    bind: { value: 'ADDR', description: 'HTTP address; default: 127.0.0.1' },
    token: { value: 'TOKEN', description: 'Token that HTTP clients must send; safer in CODECOMPASS_TOKEN' },
    'allowed-host': { value: 'HOST', many: true, description: 'Additional host name that HTTP clients may use' },
    workspace: {
      value: 'PATH',
      many: true,
      description: 'Register this folder; the first is the default',
      completes: 'folder',
    },
    'auto-workspace': { description: 'Register and index workspaces on the first call that names them' },
    'allowed-root': {
      value: 'PATH',
      many: true,
      description: 'Allow --auto-workspace below this folder',
      completes: 'folder',
    },
    'no-prewarm': { description: 'Do not preload the index' },
    ...settingFlagsOf('query'),
    ...settingFlagsOf('freshness'),
    ...settingFlagsOf('serve'),
  },
  examples: [
    { line: 'codecompass serve-mcp', does: 'serve this project on stdio' },
    { line: 'codecompass serve-mcp --transport http --port 9100', does: 'serve it over HTTP on this machine' },
    {
      line: 'codecompass serve-mcp --auto-workspace --allowed-root ~/code',
      does: 'serve all repositories below a folder',
    },
  ],
  json: {},
  alsoCalled: ['serve', 'mcp', 'server', 'start'],
  load: () => import('./run.ts'),
};
