/**
 * The MCP tools: one per capability, and those of the service itself. The tool list, parameter validation and
 * `docs/tools.md` are derived from these rows.
 */
import { schemaOf, type TextRow } from '../../query/parameters/parameters.ts';
import { symbolsParameter } from '../../query/parameters/shared-parameters.ts';
import { capabilityRows } from '../../query/tools/table.ts';
import { renderers } from '../../render/answers/table.ts';
import type { Renderer } from '../../render/rendering.ts';
import { healthCheck } from './health.ts';
import { indexStatus } from './index-status.ts';
import { indexRepo, syncRepo } from './job-tools.ts';
import { listRefs } from './list-refs.ts';
import { queryTool, twoRefTool } from './query-tool.ts';
import type { ToolRow } from './tool.ts';

export const tools: readonly ToolRow[] = [
  ...capabilityRows.map(([name, row]) => {
    const render = renderers[name] as Renderer;
    return row.asks === 'one ref' ? queryTool(row, render) : twoRefTool(row, render);
  }),
  indexStatus,
  listRefs,
  indexRepo,
  syncRepo,
  healthCheck,
];

const byName = new Map(tools.map((row) => [row.name, row]));

export function toolNamed(name: string): ToolRow | undefined {
  return byName.get(name);
}

/** Returns the result of `tools/list`. Built on first use. */
export function toolList() {
  listed ??= tools.map(listing);
  return listed;
}

let listed: ReturnType<typeof listing>[] | undefined;

function listing(row: ToolRow) {
  const { name, title, description, annotations } = row;
  return { name, title, description, inputSchema: inputSchemaOf(row), annotations };
}

function inputSchemaOf(row: ToolRow): { type: 'object'; [field: string]: unknown } {
  return { type: 'object', ...schemaOf(listedParameters(row)) };
}

/** Returns the parameters that a client sees. Where a call may name several symbols, a single one is not required. */
export function listedParameters({ parameters, takesSeveral }: ToolRow): ToolRow['parameters'] {
  if (takesSeveral !== true) return parameters;
  const { symbol_name, ...others } = parameters;
  const { required: _, ...optional } = symbol_name as TextRow;
  return { symbol_name: optional, symbols: symbolsParameter, ...others };
}
