/**
 * Unread rules tell which files decide where the imports of a language lead. If one of them was not read, an import
 * that finds nothing does not prove that its target is outside of the repository.
 */
import type { ImportFact } from '../model.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion } from '../store/store.ts';

/** A file that imports may lead through; `why` completes "it was not read: …". */
export interface Unread {
  readonly path: string;
  readonly why: string;
}

export interface UnreadRules {
  /** Names of the manifests and configurations that imports of the files below them depend on. Default: none. */
  readonly manifests?: RegExp;
  /**
   * Manifests that were read, but not all of them: a limit was reached, or they refer to an unread file. `hasSources`
   * tells the folders with files of the language in them or below them.
   */
  partlyRead?(view: RefView, hasSources: (folder: string) => boolean): Promise<readonly Unread[]>;
  /**
   * The paths, with or without an extension, that an import may refer to by its text, whether they exist or not.
   * Absent: a link to a source file counts as imported, and one to a folder if an import contains its name.
   */
  pathsOf?(view: RefView, file: FileVersion, fact: ImportFact): Promise<readonly string[]>;
  /** A module may be in any folder, so if a name belongs to very many links, an import of it counts for all of them. */
  readonly modulesAreAnywhere?: boolean;
}
