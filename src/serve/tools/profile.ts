/** Which tools a client sees: all, those that a coding agent needs, or the named ones. */
import { nearestWord } from '../../config/nearest-word.ts';
import { CodedError } from '../../errors.ts';
import { toolList, tools } from './tools.ts';

/** An agent that reads and changes code needs these; the others are for people and for programs. */
const agentTools = [
  'search_code',
  'get_code_context',
  'read_source',
  'search_text',
  'get_file_outline',
  'get_call_graph',
  'find_references',
  'find_implementations',
  'trace_path',
];

export type Profile = ReadonlySet<string>;

/** Parameters that an agent hardly needs. They are accepted, but the list of the profile `agent` does not show them. */
const rareParameters: ReadonlySet<string> = new Set([
  'format',
  'freshness_policy',
  'detail_level',
  'compact',
  'ranking_explain_level',
  'strategy',
  'kind',
  'through',
  'language',
  'case',
  'around',
  'max_depth',
]);

/** Tools that a client should load at once even if it defers others. */
const entryTools: ReadonlySet<string> = new Set(['search_code', 'get_code_context', 'read_source']);
/** Characters of an answer that a client should not cut: about 40,000 tokens. */
const longAnswer = 160_000;

const lists = new WeakMap<readonly string[], ReturnType<typeof listFor>>();

/** Returns the result of `tools/list` for a profile. Built on first use, because a flood of requests asks for nothing else. */
export function listedTools(words: readonly string[]) {
  const known = lists.get(words) ?? listFor(words);
  lists.set(words, known);
  return known;
}

function listFor(words: readonly string[]) {
  const shown = profileOf(words);
  const isForAgent = words.includes('agent');
  return toolList()
    .filter(({ name }) => shown.has(name))
    .map((tool) => ({ ...(isForAgent ? withoutRare(tool) : tool), ...metaOf(tool.name) }));
}

type ListedTool = ReturnType<typeof toolList>[number];

function withoutRare(tool: ListedTool): ListedTool {
  const properties = Object.entries(tool.inputSchema.properties as object).filter(
    ([name]) => !rareParameters.has(name),
  );
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) } };
}

function metaOf(name: string) {
  if (!entryTools.has(name)) return {};
  return { _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': longAnswer } };
}

const profiles = new WeakMap<readonly string[], Profile>();

/** Throws if a word is neither a profile nor a tool. */
export function profileOf(words: readonly string[]): Profile {
  const known = profiles.get(words) ?? readProfile(words);
  profiles.set(words, known);
  return known;
}

function readProfile(words: readonly string[]): Profile {
  const names = words
    .flatMap(itemsOf)
    .map((word) => word.trim())
    .flatMap((word) => {
      if (word === 'all') return tools.map(({ name }) => name);
      if (word === 'agent') return agentTools;
      if (tools.some(({ name }) => name === word)) return [word];
      throw unknownTool(word);
    });
  return new Set(names);
}

function itemsOf(words: string): string[] {
  return words.split(',').filter((word) => word.trim() !== '');
}

function unknownTool(word: string): CodedError {
  const known = ['all', 'agent', ...tools.map(({ name }) => name)];
  const near = nearestWord(word, known);
  return new CodedError('invalid_input', `"${word}" is neither a tool nor a profile.`, {
    remediation: near === undefined ? `Choose among ${known.join(', ')}.` : `Did you mean ${near}?`,
  });
}
