/**
 * Which project a call uses, before it runs: the root that an earlier call with the same workspace has led to, else the
 * innermost known one around the path. A path has endless spellings, and all of them mean the same project.
 */
import { dirname, resolve } from 'node:path';

const maxSpellings = 1_000;

export class KnownRoots {
  readonly #roots = new Set<string>();
  /** The root of each workspace that a call has named; an empty name is the default. */
  readonly #bySpelling = new Map<string, string>();

  /** A call that names this workspace, or none, has used the project with this root. */
  learn(root: string, workspace = ''): void {
    this.#roots.add(root);
    if (workspace === root) return;
    this.#bySpelling.delete(workspace);
    this.#bySpelling.set(workspace, root);
    const [oldest] = this.#bySpelling.keys();
    if (this.#bySpelling.size > maxSpellings && oldest !== undefined) this.#bySpelling.delete(oldest);
  }

  /** The root of the project that a call with this workspace uses, as far as it is known; else the workspace as written. */
  of(workspace: string): string {
    return this.#find(workspace) ?? workspace;
  }

  /** Whether a call with this workspace has been seen to use a project. A link may lead to one that is known. */
  has(workspace: string): boolean {
    return this.#find(workspace) !== undefined;
  }

  #find(workspace: string): string | undefined {
    const known = this.#bySpelling.get(workspace);
    if (known !== undefined || workspace === '' || workspace.length > maxLength) return known;
    for (let folder = resolve(workspace); ; folder = dirname(folder)) {
      if (this.#roots.has(folder)) return folder;
      if (folder === dirname(folder)) return undefined;
    }
  }
}

/** No path is longer. */
const maxLength = 4_096;
