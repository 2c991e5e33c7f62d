/** One run of the program: parses the arguments, runs the command, and prints the errors that it throws. */
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
  /** Aborted once the reader of stdout is gone. */
  readonly readerGone?: AbortSignal;
  /** Lets the program end although output is unread. */
  readonly giveUpReader?: () => void;
}

/** Resolves to the exit code. */
export async function runCli(surface: Surface): Promise<number> {
  // Read before the arguments are parsed, because usage errors are printed as JSON too.
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
    // The job's process starts while the command is loaded and prepares its request.
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

/** Every relative path depends on the current folder, which may have been deleted while the shell was in it. */
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
