/** The arguments by which a suggested call names one symbol, so that the call is not ambiguous when sent as it stands. */
import { toCodedError } from '../../errors.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import { symbolIds } from '../shapes/symbol-ids.ts';
import type { RefView } from '../view/ref-view.ts';
import { symbolAt } from './find-by-handle.ts';
import { findExactlyIn } from './find-by-name.ts';
import { readHandle } from './written/symbol-handle.ts';

export interface SymbolArguments {
  readonly symbol_name: string;
  readonly path?: string;
}

/** Its name and path where they suffice, else its line, else its id, which a view without an index cannot look up. */
export async function symbolArguments(view: RefView, symbol: SymbolRecord): Promise<SymbolArguments> {
  const { name, path, lineStart } = symbol;
  if (name.trim() === name && name !== '' && readHandle(name) === undefined) {
    const named = await findExactlyIn(view, name, path);
    if (named.length > 0 && named.every((one) => identity(one) === identity(symbol))) {
      return { symbol_name: name, path };
    }
  }
  const there = await symbolAt(view, { path, line: lineStart }).catch((thrown: unknown) => {
    if (toCodedError(thrown).code === 'internal_error') throw thrown;
  });
  if (there?.id === symbol.id) return { symbol_name: `${path}:${lineStart}` };
  return { symbol_name: symbolIds(view.projectId, symbol).symbol_id };
}
