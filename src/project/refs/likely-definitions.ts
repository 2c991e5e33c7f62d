/** Chooses among files that mention a name those whose text looks like a definition of it, without parsing them. */
import { definitionWords } from '../../languages/languages.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { readWorkingFile } from '../../scan/content/read-file.ts';
import { likelihood } from '../live/definition-lines.ts';
import { fileScanner, rowLayout, type ScanPlan } from '../live/scan-file.ts';
import type { SourceFile } from '../live/temporary-index.ts';

const maxBytes = 8 << 20;

export function likelyDefinitions(
  files: readonly SourceFile[],
  root: string,
  names: readonly string[],
): readonly string[] {
  const plan: ScanPlan = { terms: [], names, literals: [], definitionWords: definitionWords() };
  const { length, definitions } = rowLayout(plan);
  const scan = fileScanner(plan);
  return files
    .filter(({ path, rawPath, bytes }) => {
      const content =
        bytes ?? readWorkingFile(root, { path, ...(rawPath && { rawPath: Buffer.from(rawPath) }) }, maxBytes);
      const decoded = typeof content === 'string' ? undefined : decodeContent(path, content);
      if (decoded === undefined || 'skipped' in decoded) return false;
      const row = new Uint8Array(length);
      scan(path, Buffer.from(decoded.text), row);
      return names.some((_, at) => (row[definitions + at] as number) >= likelihood.medium);
    })
    .map(({ path }) => path);
}
