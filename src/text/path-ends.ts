/**
 * The ends of a written path: what remains of it without its first folders. Many paths are compared with all of its ends
 * in one pass each, however many folders it has.
 */

/**
 * Returns a function that finds the length of the longest end of `wanted` in a path. It is the search of Knuth, Morris
 * and Pratt, from right to left: linear, and it finds all ends at once.
 */
export function sharedEndWith(wanted: string): (path: string) => number {
  const last = wanted.length - 1;
  /** At `length`: the length of the longest shorter end of `wanted` with which its last `length` characters begin. */
  const shorter = new Int32Array(wanted.length + 1);
  const extend = (text: string, at: number, length: number): number => {
    let matched = length;
    while (matched > 0 && (matched > last || wanted.charCodeAt(last - matched) !== text.charCodeAt(at))) {
      matched = shorter[matched] as number;
    }
    return wanted.charCodeAt(last - matched) === text.charCodeAt(at) ? matched + 1 : matched;
  };
  for (let length = 1; length < wanted.length; length++) {
    shorter[length + 1] = extend(wanted, last - length, shorter[length] as number);
  }
  return (path) => {
    let matched = 0;
    let longest = 0;
    for (let at = path.length - 1; at >= 0; at--) {
      matched = extend(path, at, matched);
      if (matched > longest) longest = matched;
    }
    return longest;
  };
}

/** Returns the longest end of a path that starts at a part and has at most this length; empty if there is none. */
export function partOfLength(path: string, maxLength: number): string {
  if (path.length <= maxLength) return path;
  const slash = path.indexOf('/', path.length - maxLength - 1);
  return slash === -1 ? '' : path.slice(slash + 1);
}
