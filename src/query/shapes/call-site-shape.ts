/** A call site in an answer: where it is, and the source of the call. */
import type { ReferenceFact } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import { copied } from '../../text/copied.ts';
import { LineIndex } from '../../text/line-index.ts';
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
  const sources = new Map<number, { readonly text: string; readonly lines: LineIndex }>();
  const shapes: CallSiteShape[] = [];
  for (const { file, site } of sites) {
    const { text, lines } = sources.get(file.id) ?? indexed(await view.store.text(file));
    sources.set(file.id, { text, lines });
    const line = site.line > lines.count ? '' : text.slice(lines.startOf(site.line), lines.endOf(site.line));
    shapes.push({ path: file.path, line: site.line, text: copied(callText(line, site.name)) });
  }
  return shapes;
}

function indexed(text: string) {
  return { text, lines: new LineIndex(text) };
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
