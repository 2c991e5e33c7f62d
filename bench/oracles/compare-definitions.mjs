/**
 * Compares an oracle's definitions of a file with the symbols of the index. A definition is found if a symbol has the
 * same name and an equivalent kind, and starts between the definition's first line and the line of its name. Each
 * symbol is used once.
 */
export function compareDefinitions(definitions, symbols, kinds) {
  const free = new Map();
  for (const symbol of symbols) free.set(symbol.name, [...(free.get(symbol.name) ?? []), symbol]);
  const compared = { found: [], missing: [] };
  for (const definition of definitions) {
    const allowed = kinds[definition.kind];
    if (allowed === undefined) continue;
    const namesakes = free.get(definition.name) ?? [];
    const match = namesakes.findIndex(
      ({ kind, lineStart }) => allowed.includes(kind) && lineStart >= definition.start && lineStart <= definition.line,
    );
    if (match !== -1) {
      namesakes.splice(match, 1);
      compared.found.push(definition);
    } else compared.missing.push({ ...definition, nearest: nearestOf(namesakes, definition) });
  }
  return { ...compared, extra: [...free.values()].flat() };
}

/** Returns the known difference that explains a missing definition, or undefined if none does. */
export function explain(definition, { text = '', symbols = [], imports = [] }, differences) {
  const { line } = definition;
  const there = {
    text,
    imports: imports.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd),
    around: symbols.filter(({ lineStart, lineEnd }) => lineStart < line && line <= lineEnd),
    starting: symbols.filter(({ lineStart }) => lineStart === line),
  };
  return differences.find(({ when }) => when(definition, there))?.why;
}

/** Finds another symbol of that name on these lines, which is often the whole difference. */
function nearestOf(namesakes, { start, line }) {
  return namesakes.find(({ lineStart, lineEnd }) => lineStart <= line && lineEnd >= start);
}
