/** Tells by its path whether a file can define symbols. */
import { languageOf } from '../../languages/languages.ts';
import { textKinds } from '../../languages/text-kinds.ts';
import { baseName } from '../listing/names.ts';

/** A file without an extension may be a script, which only its first line shows. */
export function mayDefineSymbols(path: string): boolean {
  return languageOf(path, '') !== undefined || !baseName(path).slice(1).includes('.');
}

/** Common endings besides those of the kinds of text, so that searches for definitions can leave them out. */
const dataEndings =
  '.txt .po .pot .mo .lock .sum .snap .golden .svg .png .gif .jpg .jpeg .ico .woff .woff2 .ttf .pdf .zip .gz .pem .crt'.split(
    ' ',
  );

/** Endings of common files that define no symbols. */
export const textEndings: readonly string[] = [...Object.keys(textKinds), ...dataEndings].filter(
  (ending) => !mayDefineSymbols(`a${ending}`),
);
