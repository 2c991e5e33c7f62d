/**
 * The text that tells an agent when to use which tool, for the rules file of its client. It is a marked block, so that
 * it can be replaced without touching the text around it.
 */
const opening = '<!-- codecompass: begin -->';
const closing = '<!-- codecompass: end -->';

/** The rules. They are short, because an agent reads them in every conversation. */
export const instructions = `## Code search: CodeCompass

This repository is indexed and can be queried over MCP. Prefer that to reading whole files.

| to learn | call |
|---|---|
| where something happens, from words, an error or a stack trace | \`search_code(query)\` |
| where a name is defined | \`locate_symbol(name)\` |
| what a file contains, before reading it | \`get_file_outline(path)\` |
| enough code to answer a question, within a budget | \`get_code_context(query, max_tokens, strategy)\` |
| who calls it, what it calls, what a change would break | \`get_call_graph(symbol_name, path, direction, depth)\` |
| every use of a name: calls, reads, types, imports | \`find_references(symbol_name, path)\` |
| the members of a class, or what contains a method | \`get_symbol_hierarchy(symbol_name, path, direction)\` |
| neighbouring symbols | \`find_related_symbols(symbol_name, path, scope)\` |
| how it differs between two refs | \`compare_symbol_between_commits(symbol_name, base_ref, head_ref)\` |

- Chain calls: pass \`qualified_name\` and \`path\` of a result as \`symbol_name\` and \`path\` of the next call. \`symbol_id\` stays the same when lines
  move and on other refs. The \`suggested_next_actions\` of a search are complete calls. After a search with few results, call
  \`suggest_followup_queries(previous_query, previous_results)\` instead of guessing words.
- Then read only the lines from \`line_start\` to \`line_end\`.
- An edge with \`confidence\` "static" is proven; "heuristic" is a guess by name: check it in the source.
- Check \`metadata\`: \`freshness_status\` "stale" means that files have changed since indexing; \`sync_repo()\` updates the index.
  \`result_completeness\` shows whether there is more.
- Use grep for every occurrence of an exact string, for regular expressions, for unindexed files (binary, ignored, very large), and to
  check for leftovers after a rename.`;

/** Returns the text of a rules file with the block: in place of the existing one, else at the end. */
export function withInstructions(text: string, head: string): string {
  const block = `${opening}\n${instructions}\n${closing}`;
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  if (start !== -1 && end !== -1) return text.slice(0, start) + block + text.slice(end + closing.length);
  if (text.trim() === '') return `${head}${block}\n`;
  return `${text.trimEnd()}\n\n${block}\n`;
}
