/** The subject of a comparison: the symbol whose definitions are compared, as far as it can be told without an index. */
import type { RefView } from './ref-view.ts';

export interface Subject {
  /** Every file that defines the symbol contains one of these words; if there is none, any file may define it. */
  readonly identifiers: readonly string[];
  /** The file that must define it on one of the refs, if the request names one. */
  readonly path?: string;
  /** For an id or a position: the subject by name, if the ref has the symbol. */
  named?(view: RefView): Promise<Subject | undefined>;
  /** Returns the paths of the files that define it on a ref. */
  definedIn(view: RefView): Promise<readonly string[]>;
}
