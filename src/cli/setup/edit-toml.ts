/** Sets a table `[section.name]` in TOML that people write, and leaves everything else as it is. */
import { parse, stringify } from 'smol-toml';

/** The text with the table in it. Throws what the parser throws where the text is not TOML, or would not be. */
export function setTomlTable(text: string, section: string, name: string, value: Record<string, unknown>): string {
  parse(text);
  const table = `[${section}.${name}]\n${stringify(value)}`.trimEnd();
  const lines = text.split('\n');
  const header = new RegExp(`^\\s*\\[\\s*${section}\\s*\\.\\s*"?${name}"?\\s*\\]`);
  const start = lines.findIndex((line) => header.test(line));
  const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
  const end = next === -1 ? lines.length : next;
  const changed =
    start === -1
      ? `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${table}\n`
      : [...lines.slice(0, start), table, ...(next === -1 ? [''] : ['', ...lines.slice(end)])].join('\n');
  parse(changed);
  return changed;
}
