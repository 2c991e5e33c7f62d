/** Sets a table `[section.name]` in hand-written TOML and keeps everything else. */
import { parse, stringify } from 'smol-toml';

/** Returns the text with the table. Throws the error of the parser if the text or the result is not valid TOML. */
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
