/**
 * The output limit of a git command: a tree of a few kilobytes that names one folder many times over expands to more
 * entries than fit in any memory. A list of a million files has 120 MB.
 */
import { CodedError } from '../../../errors.ts';
import type { GitCommand, GitLocation } from '../git.ts';
import { isObjectId } from '../ref-names.ts';

/** Collects the output of a command up to the limit. */
export class LimitedOutput {
  /** The error once the limit has been exceeded; nothing is collected from then on. */
  error: CodedError | undefined;
  readonly #maxBytes: number;
  readonly #tooLong: () => CodedError;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(place: GitLocation, command: GitCommand, args: readonly string[]) {
    this.#maxBytes = place.maxOutputBytes ?? maxOutputBytes[command];
    this.#tooLong = () => tooMuchOutput(place, command, args.filter(isObjectId), this.#maxBytes);
  }

  add(chunk: Buffer): void {
    if (this.error !== undefined) return;
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks = [];
    this.error = this.#tooLong();
  }

  all(): Buffer {
    return Buffer.concat(this.#chunks, this.#bytes);
  }
}

export const listBytes = 128 << 20;
const answerBytes = 16 << 20;

const maxOutputBytes: Readonly<Record<GitCommand, number>> = {
  'cat-file': listBytes,
  config: answerBytes,
  'diff-tree': listBytes,
  grep: listBytes,
  'ls-files': listBytes,
  'ls-tree': listBytes,
  'rev-list': listBytes,
  'rev-parse': answerBytes,
  'symbolic-ref': answerBytes,
  version: answerBytes,
};

function tooMuchOutput(
  place: GitLocation,
  command: GitCommand,
  commits: readonly string[],
  maxBytes: number,
): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const of = commits.length === 0 ? '' : ` for ${commits.join(' and ')}`;
  const message = `\`git ${command}\` printed more than ${maxBytes} bytes${of} in ${where} and was ended.`;
  const remediation =
    commits.length === 0
      ? 'Use a repository with fewer files, or pass a ref that has fewer.'
      : 'Pass another ref. This commit has too many files, or folders that repeat without end: do not trust its origin.';
  return new CodedError('repository_unreadable', message, { remediation, data: { path: where } });
}
