/** The output of a command: results go to stdout (one document in JSON mode), everything else to stderr. */
import type { CodedError } from '../../errors.ts';
import { candidateLines } from '../../render/candidate-lines.ts';
import type { Colour } from '../../render/rendering.ts';
import { printable, printableJson, printableLines } from '../../text/printable.ts';

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
  readonly readerGone?: AbortSignal;
  /** Lets the program end although output is unread. */
  readonly giveUpReader?: () => void;
}

export interface Output {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly stderr: Stream;
  /** The width of the terminal on stdout; infinite if stdout is not a terminal. */
  readonly columns: number;
  /** Aborted once the reader of stdout is gone. */
  readonly readerGone: AbortSignal;
  /** For a server that ends: its client has had time to read. Other commands wait for their reader. */
  giveUpReader(): void;
  /** Prints a line of the result. Text from a repository must be escaped with `printable`. */
  print(line: string): void;
  /** Prints the result in JSON mode. */
  document(value: unknown): void;
  /** Prints one of many results in JSON mode, on its own line. */
  documentLine(value: unknown): void;
  /** Prints a note to stderr. */
  note(line: string): void;
  warn(sentence: string): void;
  fail(error: CodedError): void;
  /** Returns the text in a colour if stdout shows colours. */
  paint(colour: Colour, text: string): string;
}

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
    columns: stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY,
    readerGone: settings.readerGone ?? new AbortController().signal,
    giveUpReader: () => settings.giveUpReader?.(),
    print: (line) => void stdout.write(`${line}\n`),
    document: (value) => void stdout.write(`${printableJson(value)}\n`),
    documentLine: (value) => void stdout.write(`${printableJson(value, 0)}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    warn: (sentence) => void stderr.write(`${paintError('yellow', 'warning:')} ${printable(sentence)}\n`),
    fail: (error) => {
      if (json) stdout.write(`${printableJson(errorDocument(error))}\n`);
      else {
        const { message, cliRemediation, data } = error;
        stderr.write(`${paintError('red', `error[${error.code}]:`)} ${printable(message)}\n`);
        for (const candidate of candidateLines(data)) stderr.write(`  ${printable(candidate)}\n`);
        stderr.write(`→ ${printableLines(cliRemediation)}\n`);
      }
      if (verbose && error.code === 'internal_error') stderr.write(`${printableLines(stackOf(error))}\n`);
    },
    paint: painter(stdout),
  };
}

/** Returns an error in the shape of the contract, with the remedy for the command line. */
export function errorDocument(error: CodedError): unknown {
  const { code, message, cliRemediation, data } = error;
  return { error: { code, message, data: { remediation: cliRemediation, ...data } } };
}

/** `NO_COLOR` takes precedence over `FORCE_COLOR`, and both over the kind of stream. */
function showsColours(stream: Stream, env: OutputSettings['env']): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

function stackOf(error: CodedError): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  return origin.stack ?? origin.message;
}
