/**
 * Ref names. A full name such as `refs/heads/main` identifies a ref. An argument may spell it in several ways; the short
 * name is the one spelling that the index uses, so that a ref is never stored under two names.
 */

/** In order of precedence: a branch is meant before a tag of the same name. */
const namespaces = ['refs/heads/', 'refs/tags/', 'refs/remotes/'] as const;

/** Returns the full names that an argument may mean, in order of precedence; none if it cannot be a name of a ref. */
export function fullNames(wanted: string): string[] {
  if (wanted === '' || notInNames.test(wanted)) return [];
  const spelledOut = [
    ...(/^refs\/./.test(wanted) ? [wanted] : []),
    ...(namespaceOf(`refs/${wanted}`) === undefined ? [] : [`refs/${wanted}`]),
  ];
  return [...spelledOut, ...namespaces.map((namespace) => namespace + wanted)];
}

/** Returns further full names that git tries for an argument: `stash`, a remote, `FETCH_HEAD`. */
export function otherFullNames(wanted: string): string[] {
  if (wanted === '' || notInNames.test(wanted)) return [];
  const inGitFolder = /^[A-Z][A-Z_]*$/.test(wanted) ? [wanted] : [];
  return [...inGitFolder, `refs/${wanted}`, `refs/remotes/${wanted}/HEAD`];
}

/** Returns the full names that take precedence over this one when only its last part is given. */
export function strongerNames(full: string): string[] {
  const namespace = namespaceOf(full);
  if (namespace === undefined) return [];
  const rest = full.slice(namespace.length);
  return namespaces.slice(0, namespaces.indexOf(namespace)).map((stronger) => stronger + rest);
}

/** Returns the short name of a ref; `isTaken` tells whether another ref exists. */
export function shortName(full: string, isTaken: (other: string) => boolean): string {
  const namespace = namespaceOf(full);
  if (namespace === undefined) return full;
  const rest = full.slice(namespace.length);
  // A branch may be named like something else: `tags/v1`, `HEAD`, the id of a commit.
  if (readOtherwise.test(rest) || isObjectId(rest)) return full;
  return strongerNames(full).some(isTaken) ? full.slice('refs/'.length) : rest;
}

/** Whether git allows only commits here. Elsewhere a ref may point to a tag object, or even to a file. */
export function holdsOnlyCommits(full: string): boolean {
  return full.startsWith('refs/heads/');
}

export function isObjectId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Characters and sequences that git does not allow in a ref name. */
const notInNames = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|^\/|\.$/;
const readOtherwise = /^(refs|heads|tags|remotes)\/|^(HEAD|@)$/;

function namespaceOf(full: string): (typeof namespaces)[number] | undefined {
  return namespaces.find((namespace) => full.startsWith(namespace) && full.length > namespace.length);
}
