/** The encoding that a comment in the first two lines of a Python file declares (PEP 263). */

/** Returns it in lower case with hyphens; undefined for UTF-8, which is the default, and for ASCII. */
export function declaredEncoding(text: string): string | undefined {
  const lines = text.slice(0, 1_000).split(/\r\n?|\n/, 2);
  for (const line of lines) {
    const written = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1];
    const name = written?.toLowerCase().replaceAll('_', '-');
    if (name !== undefined) return /^(?:utf-?8|u8|cp65001|us-ascii|ascii|646)(?:-|$)/.test(name) ? undefined : name;
    // A second line counts only below a comment or an empty line.
    if (!/^[ \t\f]*(?:#|$)/.test(line)) return undefined;
  }
  return undefined;
}
