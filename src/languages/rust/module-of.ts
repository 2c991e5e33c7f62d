/** The module of a Rust file, derived from its path alone; `#[path]` and the manifest are not considered. */

/** Folders next to `src` whose files are separate crates. */
const targetFolders = new Set(['tests', 'benches', 'examples']);
/** Folders that contain crates and are not part of their names. */
const crateFolders = new Set(['crates', 'packages', 'libs']);

/**
 * `src/auth/jwt.rs` → `auth::jwt`, `crates/my-app/src/auth/mod.rs` → `my_app::auth`, `tests/login.rs` →
 * `tests::login`. Without a folder that marks the root of the crate, the path itself is the module.
 */
export function moduleOf(path: string): string {
  const parts = path.replace(/\.rs$/, '').split('/');
  if (/^(?:mod|lib|main)$/.test(parts.at(-1) as string)) parts.pop();
  const source = parts.lastIndexOf('src');
  const target = parts.findIndex((part) => targetFolders.has(part));
  let names: string[];
  if (source !== -1) names = [...parts.slice(Math.max(0, source - 1), source), ...parts.slice(source + 1)];
  else if (target !== -1) names = parts.slice(Math.max(0, target - 1));
  else names = crateFolders.has(parts[0] as string) ? parts.slice(1) : parts;
  return names.join('::').replaceAll('-', '_');
}
