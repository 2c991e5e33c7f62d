/** Tells by its path whether a file can define symbols. */
import { languageOf } from '../../languages/languages.ts';
import { textKinds } from '../../languages/text-kinds.ts';
import { baseName } from '../listing/names.ts';

/** A file without an extension may be a script, which only its first line shows. */
export function mayDefineSymbols(path: string): boolean {
  return languageOf(path, '') !== undefined || !baseName(path).slice(1).includes('.');
}

/** Endings of common files that define no symbols. */
export const textEndings: readonly string[] = Object.keys(textKinds).filter(
  (ending) => !mayDefineSymbols(`a${ending}`),
);
