/**
 * The text that tells an agent when to use which tool, for the rules file of its client. It is a marked block, so that
 * it can be replaced without touching the text around it.
 */
const opening = '<!-- codecompass: begin -->';
const closing = '<!-- codecompass: end -->';

/** The rules. They are short, because an agent reads them in every conversation. */
export const instructions = `## Code search: CodeCompass

This repository is indexed and can be queried over MCP. Prefer that to grep and to reading whole files.

| to learn | call |
|---|---|
| what code answers a question, an issue or an error: bodies, callers, tests | \`get_code_context(query, max_tokens)\` |
| where something happens, from words, a name, an error or a stack trace | \`search_code(query)\` |
| the source of symbols or lines, several at once | \`read_source(symbols)\` |
| what a file or a folder contains | \`get_file_outline(path)\` |
| who calls it, what it calls, what a change would break | \`get_call_graph(symbol_name, direction, depth)\` |
| every use of a name: calls, reads, types, imports | \`find_references(symbol_name)\` |
| what implements, extends or overrides it | \`find_implementations(symbol_name, direction)\` |
| how one function reaches another | \`trace_path(from, to)\` |
| every line with an exact string or a regular expression | \`search_text(pattern, regex, path)\` |
| where a name is defined | \`locate_symbol(name)\` |
| the members of a class, or what contains a method | \`get_symbol_hierarchy(symbol_name, direction)\` |
| neighbouring symbols | \`find_related_symbols(symbol_name, scope)\` |
| how it differs between two refs | \`compare_symbol_between_commits(symbol_name, base_ref, head_ref)\` |
| what to ask after a search with few results | \`suggest_followup_queries(previous_query, previous_results)\` |

- A symbol is a name, Type.method or path:line; \`path\` chooses among several of the name. Pass path:line of a result to the next call.
- Lists take \`tests\` ("exclude", "only") and folders or globs in \`path\` or \`within\`.
- What is marked as guessed, or with a ?, is not proven: check it in the source.
- A note says if the index is stale; \`sync_repo()\` updates it.
- Use grep for unindexed files (binary, ignored, very large).`;

/** Returns the text of a rules file with the block: in place of the existing one, else at the end. */
export function withInstructions(text: string, head: string): string {
  const block = `${opening}\n${instructions}\n${closing}`;
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  if (start !== -1 && end !== -1) return text.slice(0, start) + block + text.slice(end + closing.length);
  if (text.trim() === '') return `${head}${block}\n`;
  return `${text.trimEnd()}\n\n${block}\n`;
}
