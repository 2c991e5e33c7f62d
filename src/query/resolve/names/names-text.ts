/** The text of a file in which names are searched: spelled as compilers read them. */
import { respelled } from '../../../languages/languages.ts';
import type { FileVersion } from '../../../store/store.ts';
import type { Respelled } from '../../../text/respelled.ts';
import type { RefView } from '../../view/ref-view.ts';

export interface NamesText extends Respelled {
  readonly written: string;
}

export async function namesText(view: RefView, file: FileVersion): Promise<NamesText> {
  const written = await view.store.text(file);
  const found = respelled(file.path, file.language, written);
  return found === undefined ? asWritten(written) : { written, ...found };
}

export function asWritten(text: string): NamesText {
  return { written: text, text, writtenOffset: (offset) => offset };
}
