/** A call site in an answer: where it is, and the source of the call. */
import type { ReferenceFact } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';

export interface CallSiteShape {
  readonly path: string;
  readonly line: number;
  /** The source line, trimmed; a long line is shortened around the call. */
  readonly text: string;
}

const maxTextLength = 120;

export async function callSiteShapes(
  view: RefView,
  sites: readonly { readonly file: FileVersion; readonly site: Pick<ReferenceFact, 'name' | 'line'> }[],
): Promise<CallSiteShape[]> {
  const lines = new Map<number, readonly string[]>();
  const shapes: CallSiteShape[] = [];
  for (const { file, site } of sites) {
    const source = lines.get(file.id) ?? (await view.store.text(file)).split(/\r?\n/);
    lines.set(file.id, source);
    shapes.push({ path: file.path, line: site.line, text: callText(source[site.line - 1] ?? '', site.name) });
  }
  return shapes;
}

/** The line without indentation; if it is long, the part around the name. */
export function callText(line: string, name: string): string {
  const text = line.trim();
  if (text.length <= maxTextLength) return text;
  const at = Math.max(0, text.indexOf(`${name}(`), text.indexOf(name));
  const start = Math.max(0, Math.min(at - maxTextLength / 3, text.length - maxTextLength));
  const end = start + maxTextLength;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
