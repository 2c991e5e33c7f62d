/** Finds the file that a path means on a ref, or says why it is not in the index and what was probably meant. */
import { CodedError } from '../../errors.ts';
import { type SkipReason, skipReasons } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { nearPaths } from './near-paths.ts';
import { normalPath } from './normal-path.ts';

const maxSuggestions = 5;

export async function findFile(view: RefView, typed: string): Promise<FileVersion> {
  const path = normalPath(typed, view.ref.root);
  const file = await view.store.file(view.ref, path);
  if (file !== undefined) return file;
  const skipped = (await view.store.skippedFiles(view.ref)).find((one) => one.path === path);
  if (skipped !== undefined) throw skippedFile(view, path, skipped.reason);
  throw await notFound(view, path === '' ? typed : path);
}

function skippedFile(view: RefView, path: string, reason: SkipReason): CodedError {
  return new CodedError(
    'file_not_found',
    `${path} is in the repository but not in the index of ${view.ref.name}: ${skipReasons[reason]?.reason}.`,
    {
      remediation: 'Read the file itself. `codecompass skipped` lists what is not indexed, each with its reason.',
      data: { path, skip_reason: reason },
    },
  );
}

async function notFound(view: RefView, path: string): Promise<CodedError> {
  const { isFolder, paths } = nearPaths(await view.files(), path, maxSuggestions);
  const message = isFolder
    ? `${path} is a folder on ${view.ref.name}, not a file.`
    : `No file ${path} is in the index of ${view.ref.name}.`;
  return new CodedError('file_not_found', message, {
    ...(paths.length === 0
      ? {}
      : { remediation: isFolder ? `Give a file in it, as ${paths.join(', ')}.` : `Did you mean ${paths.join(', ')}?` }),
    data: { path, ...(paths.length === 0 ? {} : { suggestions: paths }) },
  });
}
