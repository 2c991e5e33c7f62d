/** The formats of an answer that only the command line has, each with its flag. */
import type { Answer } from '../../query/shapes/answer.ts';
import type { CallGraphAnswer } from '../../query/tools/call-graph.ts';
import type { CapabilityName } from '../../query/tools/table.ts';
import type { FlagTable, TypedFlags } from '../flags.ts';
import { dot, mermaid } from './call-diagram.ts';

export interface OwnFormats<A extends Answer = Answer> {
  readonly flags: FlagTable;
  /** Returns undefined if no flag selects one of these formats. */
  print(answer: A, flags: TypedFlags): string | undefined;
}

const callDiagrams: OwnFormats<CallGraphAnswer> = {
  flags: {
    dot: { description: 'Print a Graphviz diagram' },
    mermaid: { description: 'Print a Mermaid diagram' },
  },
  print: ({ symbol, callers, callees }, flags) => {
    // A command requests one direction, so the answer has the edges of one direction only.
    const direction = callers === undefined ? 'callees' : 'callers';
    const picture = { symbol, edges: callers ?? callees ?? [], direction } as const;
    return flags.has('dot') ? dot(picture) : flags.has('mermaid') ? mermaid(picture) : undefined;
  },
};

export const ownFormats: Partial<Record<CapabilityName, OwnFormats>> = { callGraph: callDiagrams as OwnFormats };
