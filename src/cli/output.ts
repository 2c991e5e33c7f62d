/** Where a command prints: results to stdout, everything else to stderr, and in JSON mode one document to stdout. */
import type { CodedError } from '../errors.ts';
import { printable, printableJson, printableLines } from './printable.ts';

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface OutputSettings {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Output {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly stderr: Stream;
  /** A line of the result. Text from a repository must have passed `printable`. */
  print(line: string): void;
  /** The result in JSON mode. */
  document(value: unknown): void;
  /** A remark beside the result. */
  note(line: string): void;
  warn(sentence: string): void;
  fail(error: CodedError): void;
  /** The text in a colour, where stdout shows colours. */
  paint(colour: Colour, text: string): string;
}

export type Colour = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

const codes: Readonly<Record<Colour, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

export function createOutput(settings: OutputSettings): Output {
  const { stdout, stderr, json, verbose, env } = settings;
  const painter = (stream: Stream) => (colour: Colour, text: string) =>
    showsColours(stream, env) ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text;
  const paintError = painter(stderr);

  return {
    json,
    verbose,
    stderr,
    print: (line) => void stdout.write(`${line}\n`),
    document: (value) => void stdout.write(`${printableJson(value)}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    warn: (sentence) => void stderr.write(`${paintError('yellow', 'warning:')} ${printable(sentence)}\n`),
    fail: (error) => {
      if (json) stdout.write(`${printableJson(errorDocument(error))}\n`);
      else {
        stderr.write(`${paintError('red', `error[${error.code}]:`)} ${printable(error.message)}\n`);
        stderr.write(`→ ${printableLines(error.remediation)}\n`);
      }
      if (verbose && error.code === 'internal_error') stderr.write(`${printableLines(stackOf(error))}\n`);
    },
    paint: painter(stdout),
  };
}

/** An error in the shape of the wire. */
export function errorDocument(error: CodedError): unknown {
  const { code, message, remediation, data } = error;
  return { error: { code, message, data: { remediation, ...data } } };
}

function showsColours(stream: Stream, env: OutputSettings['env']): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

function stackOf(error: CodedError): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  return origin.stack ?? origin.message;
}
