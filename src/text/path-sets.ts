/**
 * Tests of a path against many paths. They take time in proportion to the depth of the path, and none for their number: a
 * repository can have a hundred thousand folders.
 */
type PathTest = (path: string) => boolean;

export function atOrBelow(roots: Iterable<string>): PathTest {
  const known = new Set(roots);
  return (path) => known.has(path) || hasFolderIn(known, path);
}

export function below(folders: Iterable<string>): PathTest {
  const known = new Set(folders);
  return (path) => hasFolderIn(known, path);
}

/** Whether one of the paths is in the folder, at any depth. */
export function above(paths: Iterable<string>): PathTest {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return (folder) => folders.has(folder);
}

function hasFolderIn(known: ReadonlySet<string>, path: string): boolean {
  if (known.size === 0) return false;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (known.has(path.slice(0, end))) return true;
  }
  return false;
}
