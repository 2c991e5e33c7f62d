/** A table in Markdown, as lines. What stands in a cell may hold the character that parts cells. */
export function table(head, rows) {
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

function line(cells) {
  const written = cells.map((cell) => cell.replaceAll('|', '\\|'));
  return `|${written.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
}
