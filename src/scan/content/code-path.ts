/** Tells by its path whether a file can define symbols. */
import { languageOf } from '../../languages/languages.ts';
import { baseName } from '../listing/names.ts';

/** A file without an extension may be a script, which only its first line shows. */
export function mayDefineSymbols(path: string): boolean {
  return languageOf(path, '') !== undefined || !baseName(path).slice(1).includes('.');
}
