/** The row of `codecompass serve-mcp`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlagsOf } from '../../flags.ts';

export const serveMcpCommand: CommandRow = {
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
  load: () => import('./run.ts'),
};
