/**
 * The text that tells an agent when to use which tool, for the file in which its client keeps rules. It is a marked block,
 * so that it can be replaced without touching what people wrote around it.
 */
const opening = '<!-- codecompass: begin -->';
const closing = '<!-- codecompass: end -->';

/** The rules, as short as they can be: an agent pays for them in every conversation. */
export const instructions = `## Code search: CodeCompass

An index of this repository answers through MCP. Prefer it to reading whole files.

| to learn | call |
|---|---|
| where something happens, from words, an error or a stack trace | \`search_code(query)\` |
| where a name is defined | \`locate_symbol(name)\` |
| what a file holds, before reading it | \`get_file_outline(path)\` |
| enough code to answer a question, within a budget | \`get_code_context(query, max_tokens, strategy)\` |
| who calls it, what it calls, what a change would break | \`get_call_graph(symbol_name, path, direction, depth)\` |
| what a class holds, or what a method stands in | \`get_symbol_hierarchy(symbol_name, path, direction)\` |
| its neighbours | \`find_related_symbols(symbol_name, path, scope)\` |
| how it differs between two refs | \`compare_symbol_between_commits(symbol_name, base_ref, head_ref)\` |

- Chain calls: take \`qualified_name\` and \`path\` of a result as \`symbol_name\` and \`path\` of the next call; \`symbol_id\` stays the same when lines move
  and on other refs. \`suggested_next_actions\` of a search are calls that work as they stand. After a search that found little, call
  \`suggest_followup_queries(previous_query, previous_results)\` rather than guessing words.
- Then read only the lines from \`line_start\` to \`line_end\`.
- An edge with \`confidence\` "static" is proven; "heuristic" is a guess by name: check it in the source.
- Look at \`metadata\`: \`freshness_status\` "stale" means that files have changed since; \`sync_repo()\` takes them in. \`result_completeness\` says
  whether there is more.
- Use grep instead for every occurrence of an exact string, for regular expressions, for files that are not indexed (binary, ignored, very
  large), and after a rename to see that nothing is left.`;

/** The text of a rules file with the block in it: in place of the one that is there, else at the end. */
export function withInstructions(text: string, head: string): string {
  const block = `${opening}\n${instructions}\n${closing}`;
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  if (start !== -1 && end !== -1) return text.slice(0, start) + block + text.slice(end + closing.length);
  if (text.trim() === '') return `${head}${block}\n`;
  return `${text.trimEnd()}\n\n${block}\n`;
}
