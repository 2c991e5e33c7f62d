/** Warns of an answer that the working tree has moved away from: files in it that changed or went since they were indexed. */
import type { RefView } from '../query/view/ref-view.ts';
import { decodeContent } from '../scan/content/content.ts';
import { readWorkingFile } from '../scan/content/read-file.ts';
import type { Repository } from '../scan/git/repository.ts';
import { printable } from '../text/printable.ts';
import type { Output } from './print/output.ts';

const maxFileBytes = 16 << 20;

export async function warnOfChanges(
  repository: Repository,
  view: RefView,
  paths: Iterable<string>,
  output: Output,
): Promise<void> {
  const changed: string[] = [];
  for (const path of new Set(paths)) {
    const version = await view.store.file(view.ref, path);
    if (version !== undefined && textNow(repository, path) !== (await view.store.text(version))) changed.push(path);
  }
  if (changed.length === 0) return;
  const files = changed.slice(0, 3).map(printable).join(', ') + (changed.length > 3 ? ', …' : '');
  output.warn(`Changed since the index was made: ${files}. Lines may be off; run \`codecompass sync\`.`);
}

function textNow(repository: Repository, path: string): string | undefined {
  const bytes = readWorkingFile(repository.root, { path }, maxFileBytes);
  if (typeof bytes === 'string') return undefined;
  const content = decodeContent(path, bytes);
  return 'text' in content ? content.text : undefined;
}
