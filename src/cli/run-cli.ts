/** One run of the program: read what was typed, run the command, and turn what it throws into a message. */
import { CodedError, errorTable, toCodedError } from '../errors.ts';
import { readyJob } from '../indexing/job/start-job.ts';
import { programVersion } from '../program-files.ts';
import { readCommandLine } from './command-line.ts';
import { commandsFor } from './commands/table.ts';
import { commandHelp, globalHelp } from './help.ts';
import { createOutput, type Output, type Stream } from './print/output.ts';
import { printProcessWarnings } from './print/process-warnings.ts';

export interface Surface {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Stream;
  readonly stderr: Stream;
  /** Aborted once nobody reads stdout any more. */
  readonly readerGone?: AbortSignal;
}

/** Resolves to the exit code. */
export async function runCli(surface: Surface): Promise<number> {
  // Read before the command line is understood, since a wrong one is answered in JSON too.
  const typed = beforeDashes(surface.argv);
  const output = createOutput({
    ...surface,
    json: typed.includes('--json'),
    verbose: typed.includes('--verbose') || typed.some((word) => /^-[a-zA-Z]*v/.test(word)),
  });
  printProcessWarnings(output.warn);
  try {
    return await runCommandLine(surface.argv, output);
  } catch (thrown) {
    const error = toCodedError(thrown);
    output.fail(error);
    return exitCodeOf(error);
  }
}

async function runCommandLine(argv: readonly string[], output: Output): Promise<number> {
  const commands = await commandsFor(argv);
  const { name, flags, operands } = readCommandLine(argv, commands);
  const row = name === undefined ? undefined : commands[name];
  if (flags.has('help')) {
    output.print(
      name !== undefined && row ? commandHelp(name, row, output.columns) : globalHelp(commands, output.columns),
    );
  } else if (flags.has('version')) {
    if (output.json) output.document({ version: programVersion() });
    else output.print(`codecompass ${programVersion()}`);
  } else if (row === undefined) {
    requireCurrentFolder();
    const { printOverview } = await import('./print/overview.ts');
    return await printOverview(flags.value('config'), output);
  } else {
    requireCurrentFolder();
    // Its process starts while the command is loaded and finds out what it is to do.
    const job = row.job && readyJob(row.job);
    try {
      const { run } = await row.load();
      return await run({ flags, operands, output, ...(job && { job }) });
    } finally {
      job?.dismiss();
    }
  }
  return 0;
}

/** Every relative path hangs on it, and it may have been removed under the shell's feet. */
function requireCurrentFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new CodedError('invalid_input', 'The current folder no longer exists.', {
      remediation: 'Change to a folder that exists and try again.',
      cause: error,
    });
  }
}

function exitCodeOf(error: CodedError): number {
  return errorTable[error.code].exitCode;
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}
