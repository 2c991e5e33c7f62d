/** A table with a column of passwords, as browsers, password managers and consoles of clouds export them. */
import { isGenerated } from './generated-value.ts';
import { isWritten } from './written-value.ts';

/** In a file that is named after credentials, and in a list of accounts with their addresses, any password counts. */
export function holdsPasswordColumn(text: string, isNamed: boolean): boolean {
  const header = text.slice(0, maxHeader).split(/[\r\n]/, 1)[0] ?? '';
  if (!passwordWord.test(header)) return false;
  const separator = separators.find((each) => header.includes(each));
  if (separator === undefined) return false;
  const names = cellsOf(header, separator);
  const columns = names.flatMap((name, at) => (passwordColumn.test(name) ? [at] : []));
  const anyCounts = isNamed || (names.some((name) => address.test(name)) && names.some((name) => account.test(name)));
  const isCredential = (value: string) =>
    isGenerated(value) || (anyCounts && value.length >= leastLength && !notAValue.test(value) && isWritten(value));
  if (columns.length === 0) return false;
  const rows = text.slice(header.length, maxLength).split(/[\r\n]+/, maxRows);
  return rows.some((row) => {
    const cells = cellsOf(row, separator);
    return columns.some((at) => isCredential(cells[at] ?? ''));
  });
}

const maxLength = 1 << 20;
const maxRows = 2000;
const maxHeader = 1000;
const leastLength = 4;
const separators = [',', ';', '\t', '|'];
const passwordWord = /pass|pwd|secret|token|key|otp/i;
const passwordColumn =
  /^(?:.{0,40}[ _-])?(?:pass(?:word|wd|phrase)?|pwd|pin|(?:client |access ?key ?|secret ?)?secret|(?:access|refresh|auth|api|bearer)?[ _-]?token|(?:api|secret|private|(?:secret[ _-]?)?access)[ _-]?key|secret[ _-]?access[ _-]?key|totp|otp[ _-]?(?:auth|secret|url)?|otpauth)$/i;
const address =
  /^(?:.{0,40}[ _-])?(?:url|uri|website|web site|site|host|hostname|server|domain|address|login[ _-]link)$/i;
const account = /^(?:.{0,40}[ _-])?(?:user|username|user name|login|email|e-mail|account|name|title)$/i;
/** Variables and templates, and sentences. */
const notAValue = /^[$<{%]|\s.*\s/;

/** Cells in quotes may contain separators. */
function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const char of row.slice(0, maxRow)) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}

const maxRow = 4000;
