/** Sets a table `[section.name]`, with its subtables, in hand-written TOML and keeps everything else. */
import { parse, stringify } from 'smol-toml';

/** Returns the text with the table. Throws the error of the parser if the text or the result is not valid TOML. */
export function setTomlTable(text: string, section: string, name: string, value: Record<string, unknown>): string {
  const known = parse(text)[section] ?? {};
  if (typeof known !== 'object' || Array.isArray(known)) throw new TypeError(`${section} is not a table`);
  const table = stringify({ [section]: { [name]: value } }).trim();
  const lines = text.split('\n');
  const kept = linesOutside(lines, section, name);
  const start = kept.indexOf(undefined);
  const changed =
    start === -1 ? `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${table}\n` : withTable(kept, start, table);
  parse(changed);
  return changed;
}

/**
 * Returns the lines, with undefined in place of those that belong to the table or its subtables. Comments directly above
 * the next table belong to that one.
 */
function linesOutside(lines: readonly string[], section: string, name: string): (string | undefined)[] {
  const own = new RegExp(`^\\s*\\[\\s*${section}\\s*\\.\\s*"?${name}"?\\s*[.\\]]`);
  const headers = lines.map((line) => (/^\s*\[/.test(line) ? (own.test(line) ? 'own' : 'other') : undefined));
  let isInside = false;
  return lines.map((line, at) => {
    if (headers[at] !== undefined) isInside = headers[at] === 'own';
    if (!isInside) return line;
    const next = lines.findIndex((below, index) => index >= at && !/^\s*#/.test(below));
    return next > at && headers[next] === 'other' ? line : undefined;
  });
}

/** Puts the table where the former one began, with an empty line before what follows. */
function withTable(kept: readonly (string | undefined)[], start: number, table: string): string {
  const isLine = (line: string | undefined): line is string => line !== undefined;
  const after = kept.slice(start).filter(isLine);
  return [...kept.slice(0, start).filter(isLine), table, '', ...after].join('\n');
}
