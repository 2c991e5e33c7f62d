/**
 * `codecompass setup`: prints the configuration with which a client starts the server, or the rules that tell its agent
 * when to use it, or merges them into the client's file.
 */
import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { stringify } from 'smol-toml';
import { nearestWord } from '../../../config/nearest-word.ts';
import { currentEnvironment, type Environment } from '../../../config/paths.ts';
import { CodedError } from '../../../errors.ts';
import { programFile } from '../../../program-files.ts';
import { paintedDiff } from '../../../render/painted-diff.ts';
import { openRepository } from '../../../scan/git/repository.ts';
import { diffLines, unifiedHunks } from '../../../text/line-diff.ts';
import { printable, printableLines } from '../../../text/printable.ts';
import type { TypedFlags } from '../../flags.ts';
import { type Invocation, optionsOf } from '../../invocation.ts';
import { type CarriedSettings, carriedSettings, namesOf, nothingCarried } from '../../setup/carried-settings.ts';
import { assertInProject, clientText, withLineEndsOf, writeClientFile } from '../../setup/client-file.ts';
import { type ClientRow, clients, type StartCommand } from '../../setup/clients.ts';
import { type HookGroup, withHook, withoutHook } from '../../setup/edit-hooks.ts';
import { setJsonProperty } from '../../setup/edit-json.ts';
import { setTomlTable } from '../../setup/edit-toml.ts';
import { hooksFile, reminderEvent, reminderHook } from '../../setup/hooks.ts';
import { instructions, withInstructions } from '../../setup/instructions.ts';
import { rulesFileOf } from '../../setup/rules-files.ts';

const serverName = 'codecompass';

export async function run(call: Invocation): Promise<number> {
  const { flags, operands, output } = call;
  const [name = ''] = operands;
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
  if (client === undefined) throw unknownClient(name);
  const around = currentEnvironment();
  if (flags.has('undo') && !flags.has('hooks')) throw onlyHooks();
  const change = flags.has('hooks')
    ? await hooksChange(name, flags, around, await settingsFor(call, around))
    : flags.has('instructions')
      ? await rulesChange(client, around)
      : await serverChange(client, around, flags.has('project'), await settingsFor(call, around));
  const { file, before, after, shown } = change;
  const isChanged = after !== before;
  const isToWrite = flags.has('write') && isChanged;
  if (output.json) {
    if (isToWrite) write(change);
    output.document({ client: name, file, ...change.added, changed: isChanged, written: isToWrite });
  } else if (!isChanged) {
    output.print(
      flags.has('undo')
        ? `${printable(file)} has no hook of CodeCompass.`
        : `${client.title} is already set up in ${printable(file)}.`,
    );
  } else if (isToWrite) {
    // The change is printed first, so that it is shown even if writing fails.
    output.print(paintedDiff(unifiedHunks(diffLines(linesOf(before), linesOf(after)).lines, 1, 1), output));
    write(change);
    output.note(`Wrote ${printable(file)}. ${change.next}`);
  } else {
    output.print(printableLines(shown));
    const typed = ['codecompass setup', name, ...change.flags, '--write'].join(' ');
    const what = flags.has('undo') ? `Remove this from ${printable(file)}` : `Add this to ${printable(file)}`;
    output.note(`${what}, or run \`${typed}\` to ${flags.has('undo') ? 'do so' : 'merge it'}.`);
  }
  return 0;
}

/** A change to a client's file. */
interface Change {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The added part alone, as text. */
  readonly shown: string;
  /** The added part as JSON. */
  readonly added: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
  readonly next: string;
  /** Whether the file belongs to the project, so that other people read it too. */
  readonly isShared: boolean;
}

/** Returns the settings for the entry. Throws if one of them is invalid, because the server could not start. */
async function settingsFor(call: Invocation, around: Environment): Promise<CarriedSettings> {
  const { flags, output } = call;
  await optionsOf(call);
  const carried = carriedSettings(around, flags.value('config'));
  const names = namesOf(carried);
  if (!flags.has('project') || names.length === 0) return carried;
  // They name folders of this machine, and other people read the file.
  output.warn(`The shared file does not contain your own settings (${names.join(', ')}); each user has to set them.`);
  return nothingCarried;
}

async function serverChange(
  client: ClientRow,
  around: Environment,
  isShared: boolean,
  carried: CarriedSettings,
): Promise<Change> {
  const entry = client.entry(startCommand(client, around, isShared, carried));
  const shown = alone(client, entry);
  const root = isShared ? await projectRoot(around) : undefined;
  const file = root === undefined ? client.userFile(around) : join(root, client.projectFile);
  if (root !== undefined) assertInProject(file, root, shown);
  const before = clientText(file, shown);
  return {
    file,
    before,
    after: withLineEndsOf(before, merged(client, file, before, entry)),
    shown,
    added: { entry },
    flags: isShared ? ['--project'] : [],
    next: client.after,
    isShared,
  };
}

async function hooksChange(
  name: string,
  flags: TypedFlags,
  around: Environment,
  carried: CarriedSettings,
): Promise<Change> {
  if (name !== 'claude-code') throw onlyClaudeCode(name);
  const [isShared, isUndone] = [flags.has('project'), flags.has('undo')];
  const root = isShared ? await projectRoot(around) : undefined;
  const file = hooksFile(around, root);
  const group = reminderHook(programCommand(around, isShared, carried));
  const entry = { hooks: { [reminderEvent]: [group] } };
  const shown = JSON.stringify(entry, undefined, 2);
  if (root !== undefined) assertInProject(file, root, shown);
  const before = clientText(file, shown);
  try {
    const after = isUndone ? undone(before, group) : withHook(before, reminderEvent, group);
    return {
      file,
      before,
      after: withLineEndsOf(before, after),
      shown,
      added: { entry },
      flags: ['--hooks', ...(isUndone ? ['--undo'] : []), ...(isShared ? ['--project'] : [])],
      next: 'Claude Code reads its hooks when it starts; `/hooks` shows them.',
      isShared,
    };
  } catch (error) {
    throw unreadable(file, shown, error);
  }
}

/** Nothing is left of a file that contains only what was added. */
function undone(before: string, group: HookGroup): string {
  return before === withHook('', reminderEvent, group) ? '' : withoutHook(before, reminderEvent);
}

function onlyHooks(): CodedError {
  return new CodedError('invalid_input', '--undo needs --hooks.', {
    remediation: 'To remove the server, delete its entry from the file that `codecompass setup CLIENT` names.',
  });
}

function onlyClaudeCode(name: string): CodedError {
  return new CodedError('invalid_input', `CodeCompass has no hook for ${name}.`, {
    remediation: 'Use --hooks with claude-code, or --instructions, which every client reads.',
  });
}

function unreadable(file: string, toAdd: string, error: unknown): CodedError {
  return new CodedError('invalid_input', `${file} cannot be read: ${(error as Error).message.split('\n')[0]}.`, {
    remediation: `Fix the file and try again, or add this to it:\n${toAdd}`,
    data: { file },
    cause: error,
  });
}

async function rulesChange(client: ClientRow, around: Environment): Promise<Change> {
  const root = await projectRoot(around);
  const { file, head } = rulesFileOf(client, root, around);
  assertInProject(file, root, instructions);
  const before = clientText(file, instructions);
  return {
    file,
    before,
    after: withLineEndsOf(before, withInstructions(before, head)),
    shown: instructions,
    added: { instructions },
    flags: ['--instructions'],
    next: `${client.title} reads it in its next conversation in this project.`,
    isShared: true,
  };
}

async function projectRoot({ currentFolder }: Environment): Promise<string> {
  return (await openRepository(currentFolder)).root;
}

/** Returns a document that contains only the entry. */
function alone({ format, section }: ClientRow, entry: Record<string, unknown>): string {
  const document = { [section]: { [serverName]: entry } };
  return format === 'toml' ? stringify(document).trimEnd() : JSON.stringify(document, undefined, 2);
}

function merged(client: ClientRow, file: string, before: string, entry: Record<string, unknown>): string {
  try {
    return client.format === 'toml'
      ? setTomlTable(before, client.section, serverName, entry)
      : setJsonProperty(before, client.section, serverName, entry);
  } catch (error) {
    throw unreadable(file, alone(client, entry), error);
  }
}

/**
 * How a client starts the server. Uses the name of the program if it resolves to this program on the PATH, or if other people read the file, who may
 * have it installed elsewhere. Never uses `npx`, because a registry may have another program under that name.
 */
function startCommand(
  client: ClientRow,
  around: Environment,
  isShared: boolean,
  { env, args: settings }: CarriedSettings,
): StartCommand {
  const folder = client.folder === undefined ? [] : ['--workspace', client.folder];
  // Clients show answers to a model.
  const args = ['serve-mcp', '--format', 'text', ...folder, ...settings];
  const start = programCommand(around, isShared, { env, args: [] });
  return { ...start, args: [...start.args, ...args] };
}

function programCommand(around: Environment, isShared: boolean, { env }: CarriedSettings): StartCommand {
  const own = programFile('main.js');
  if (isShared || isOnPath(own, around)) return { command: serverName, args: [], env };
  return { command: process.execPath, args: [own], env };
}

function isOnPath(own: string, { env }: Environment): boolean {
  // npm adds `.bin` folders to the PATH while it runs a program; a client does not.
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && basename(folder) !== '.bin');
  return folders.some((folder) => {
    try {
      return realpathSync(join(folder, serverName)) === realpathSync(own);
    } catch {
      return false;
    }
  });
}

function write({ file, after, isShared }: Change): void {
  if (after === '' && !lstatSync(file).isSymbolicLink()) rmSync(file);
  else writeClientFile(file, after, isShared ? 0o644 : 0o600);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function unknownClient(name: string): CodedError {
  const known = Object.keys(clients);
  const nearest = nearestWord(name, known);
  return new CodedError('invalid_input', `Unknown client ${name}${nearest ? `; did you mean ${nearest}?` : '.'}`, {
    remediation: `Choose one of ${known.join(', ')}.`,
  });
}
