/** The name of the type that a definition outside of it belongs to: the receiver in Go, the qualifier in C++. */

/** `*Store[K, V]` → `Store`, `&'a mut Thing` → `Thing`; qualifiers stay. */
export function ownerName(written: string): string {
  return (
    /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(
      withoutArguments(written.replace(/'\w+\s|\b(?:mut|const)\s/g, '')),
    )?.[0] ?? ''
  );
}

/** `auth::Store` → `Store` */
export function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/** `Map<K, V>::Entry` → `Map::Entry` */
function withoutArguments(written: string): string {
  const opened: number[] = [];
  const kept: string[] = [];
  for (const character of written) {
    const from = character === '>' ? opened.pop() : undefined;
    if (from !== undefined) kept.length = from;
    else {
      if (character === '<') opened.push(kept.length);
      kept.push(character);
    }
  }
  return kept.join('');
}
