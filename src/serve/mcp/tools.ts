/**
 * The MCP tools: one per capability, and those of the service itself. The tool list, parameter validation and
 * `docs/tools.md` are derived from these rows.
 */
import { schemaOf } from '../../query/parameters/parameters.ts';
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

function listing({ name, title, description, parameters, annotations }: ToolRow) {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(parameters) as { type: 'object'; [field: string]: unknown },
    annotations,
  };
}
