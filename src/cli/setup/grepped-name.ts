/** The identifier that a tool call of an agent searches for: of its search tool, or of a search in the shell. */

export interface HookCall {
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
}

/** Undefined if the call is no search, or searches for something else than one identifier. */
export function greppedName(call: unknown): string | undefined {
  if (!isObject(call) || !isObject(call.tool_input)) return undefined;
  const { pattern, command } = call.tool_input;
  if (call.tool_name === 'Grep' && typeof pattern === 'string') return identifierIn(pattern);
  if (call.tool_name !== 'Bash' || typeof command !== 'string' || command.length > maxCommand) return undefined;
  return searchedIn(command);
}

const maxCommand = 10_000;
const maxPattern = 200;
const minName = 4;
const searchPrograms: ReadonlySet<string> = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack']);
/** Flags of these programs that are followed by a value. */
const valueFlag = /^(?:-[ABCmtTgdDf]|--(?:include|exclude|exclude-dir|glob|type|type-not|context|max-count|file))$/;
const definitionWord = /^(?:def|class|func|function|fn|struct|enum|trait|interface|type|const|let|var|module)$/;

/** Of the first search in a line of the shell; quotes are understood, expansions are not. */
function searchedIn(command: string): string | undefined {
  const words = wordsOf(command);
  const at = words.findIndex((word, index) => isSearch(word, words[index - 1]));
  if (at === -1) return undefined;
  for (let next = at + 1; next < words.length; next++) {
    const word = words[next] as string;
    if (word === '-e' || word === '--regexp') return identifierIn(words[next + 1] ?? '');
    if (valueFlag.test(word)) next++;
    else if (!word.startsWith('-')) return identifierIn(word);
  }
  return undefined;
}

/** A search that filters the output of another program is not about the repository. */
function isSearch(word: string, before: string | undefined): boolean {
  return searchPrograms.has(word.slice(word.lastIndexOf('/') + 1)) && before !== '|';
}

function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of command.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)) {
    words.push(double ?? single ?? (plain as string));
  }
  return words;
}

/** `\bparse_header\(`, `def parse_header` and `parse_header` are `parse_header`. */
function identifierIn(pattern: string): string | undefined {
  if (pattern.length > maxPattern) return undefined;
  const bare = pattern.replaceAll(/\\[bs<>][*+]?|[\^$()\\]/g, ' ').trim();
  const parts = bare.split(/\s+/).filter((part) => !definitionWord.test(part));
  const [name = ''] = parts;
  const isOne = parts.length === 1 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
  return isOne && name.length >= minName ? name : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
