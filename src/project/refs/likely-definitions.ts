/** Chooses among files that mention a name those whose text looks like a definition of it, without parsing them. */
import { definitionWords } from '../../languages/languages.ts';
import { pauseIfDue } from '../../query/view/turns.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { likelihood } from '../live/definition-lines.ts';
import { fileScanner, rowLayout, type ScanPlan } from '../live/scan-file.ts';

export interface FileContent {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the paths of the first likely definitions, at most `most`. The files are read one by one. */
export async function likelyDefinitions(
  files: AsyncIterable<FileContent>,
  names: readonly string[],
  most: number,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const plan: ScanPlan = { terms: [], names, literals: [], definitionWords: definitionWords() };
  const { length, definitions } = rowLayout(plan);
  const scan = fileScanner(plan);
  const found: string[] = [];
  for await (const { path, bytes } of files) {
    await pauseIfDue(signal);
    const decoded = decodeContent(path, bytes);
    if ('skipped' in decoded) continue;
    const row = new Uint8Array(length);
    scan(path, Buffer.from(decoded.text), row);
    if (names.some((_, at) => (row[definitions + at] as number) >= likelihood.medium)) found.push(path);
    if (found.length >= most) break;
  }
  return found;
}
