/** Formats a Markdown table as lines. Escapes `|` in cells. */
export function table(head, rows) {
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

function line(cells) {
  const written = cells.map((cell) => cell.replaceAll('|', '\\|'));
  return `|${written.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}
