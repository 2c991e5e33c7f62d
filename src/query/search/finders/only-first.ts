/** Says that only the first of many things in a query were looked up. */
export function onlyFirst(count: number, things: string, total: number): string {
  return `Only the first ${count} ${things} of the query were looked up; ${total - count} were not.`;
}
