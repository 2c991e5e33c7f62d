/**
 * The table of capabilities, in the order of `tools/list`. The key is the name of the embedding method and of the
 * renderer; the row defines everything else. A new capability is a file in this folder and a line here.
 */
import type { RequestOf } from '../parameters/parameters.ts';
import { callGraphCapability } from './call-graph.ts';
import type { Capability } from './capability.ts';
import { codeContextCapability } from './code-context.ts';
import { compareSymbolCapability } from './compare-symbol.ts';
import { fileOutlineCapability } from './file-outline.ts';
import { findImplementationsCapability } from './find-implementations.ts';
import { findReferencesCapability } from './find-references.ts';
import { followupQueriesCapability } from './followup-queries.ts';
import { locateSymbolCapability } from './locate-symbol.ts';
import { readSourceCapability } from './read-source.ts';
import { relatedSymbolsCapability } from './related-symbols.ts';
import { searchCodeCapability } from './search-code.ts';
import { searchTextCapability } from './search-text.ts';
import { symbolHierarchyCapability } from './symbol-hierarchy.ts';
import { tracePathCapability } from './trace-path.ts';

export const capabilities = {
  search: searchCodeCapability,
  locate: locateSymbolCapability,
  outline: fileOutlineCapability,
  context: codeContextCapability,
  source: readSourceCapability,
  hierarchy: symbolHierarchyCapability,
  related: relatedSymbolsCapability,
  callGraph: callGraphCapability,
  references: findReferencesCapability,
  grep: searchTextCapability,
  implementations: findImplementationsCapability,
  trace: tracePathCapability,
  followups: followupQueriesCapability,
  compare: compareSymbolCapability,
} satisfies Readonly<Record<string, Capability>>;

export type Capabilities = typeof capabilities;
export type CapabilityName = keyof Capabilities;

export type RequestTo<Name extends CapabilityName> = RequestOf<Capabilities[Name]['parameters']>;
export type AnswerOf<Name extends CapabilityName> = Awaited<ReturnType<Capabilities[Name]['answer']>>;

/** The capabilities that have a command and therefore need a renderer. */
export type CommandCapability = {
  [Name in CapabilityName]: Capabilities[Name]['commands'] extends undefined ? never : Name;
}[CapabilityName];

/** Every row with its name, widened to `Capability`. */
export const capabilityRows = Object.entries(capabilities) as readonly (readonly [CapabilityName, Capability])[];
