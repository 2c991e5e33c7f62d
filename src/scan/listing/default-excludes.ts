/**
 * Folders of dependencies and caches, with names that have no other use. They are excluded unless committed: in plain
 * folders, and among the untracked files of a work tree.
 */
export const defaultFolders: ReadonlySet<string> = new Set([
  // Python
  '__pycache__',
  '.eggs',
  '.hypothesis',
  '.ipynb_checkpoints',
  '.mypy_cache',
  '.nox',
  '.pytest_cache',
  '.ruff_cache',
  '.tox',
  '.venv',
  'venv',
  // JavaScript
  '.angular',
  '.next',
  '.nuxt',
  '.nyc_output',
  '.parcel-cache',
  '.pnpm-store',
  '.svelte-kit',
  '.turbo',
  'bower_components',
  'jspm_packages',
  'node_modules',
  // JVM languages
  '.bloop',
  '.gradle',
  '.metals',
  // Others
  '.cache',
  '.ccls-cache',
  '.dart_tool',
  '.direnv',
  '.stack-work',
  '.terraform',
  'elm-stuff',
]);

/** The same folders as ignore patterns. */
export const defaultPatterns: readonly string[] = [...defaultFolders].map((name) => `${name}/`);

/** Returns the ancestors of a path with one of these names, outermost first, each with a trailing slash. */
export function defaultFoldersOn(path: string): string[] {
  const found: string[] = [];
  for (let start = 0, end = path.indexOf('/'); end !== -1; start = end + 1, end = path.indexOf('/', start)) {
    if (defaultFolders.has(path.slice(start, end))) found.push(path.slice(0, end + 1));
  }
  return found;
}
