/** `codecompass setup`: the configuration that makes a client start the server, printed or merged into the client's file. */
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'smol-toml';
import { nearestWord } from '../../config/nearest-word.ts';
import { type Surroundings, surroundings } from '../../config/paths.ts';
import { CodedError } from '../../errors.ts';
import { openRepository } from '../../scan/repository.ts';
import { diffLines, unifiedHunks } from '../../text/line-diff.ts';
import type { Call } from '../call.ts';
import { printable, printableLines } from '../printable.ts';
import { type ClientRow, clients, type StartCommand } from '../setup/clients.ts';
import { setJsonProperty } from '../setup/edit-json.ts';
import { setTomlTable } from '../setup/edit-toml.ts';

const serverName = 'codecompass';

export async function run({ flags, operands, output }: Call): Promise<number> {
  const [name = ''] = operands;
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
  if (client === undefined) throw unknownClient(name);
  const around = surroundings();
  const isShared = flags.has('project');
  const file = isShared
    ? join((await openRepository(around.currentFolder)).root, client.projectFile)
    : client.userFile(around);
  const entry = client.entry(startCommand(client, around, isShared));
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = merged(client, file, before, entry);
  const isChanged = after !== before;
  const isToWrite = flags.has('write') && isChanged;
  if (output.json) {
    if (isToWrite) write(file, after);
    output.document({ client: name, file, entry, changed: isChanged, written: isToWrite });
  } else if (!isChanged) {
    output.print(`${client.title} is set up already in ${printable(file)}.`);
  } else if (isToWrite) {
    // What is about to change is shown first, so that it stands there even if writing fails.
    output.print(printableLines(unifiedHunks(diffLines(linesOf(before), linesOf(after)), 1, 1)));
    write(file, after);
    output.note(`Wrote ${printable(file)}. ${client.after}`);
  } else {
    output.print(printableLines(alone(client, entry)));
    output.note(`Put this into ${printable(file)}, or run \`codecompass setup ${name} --write\` to have it merged.`);
  }
  return 0;
}

/** The entry as a document of its own. */
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
    throw new CodedError('invalid_input', `${file} cannot be read: ${(error as Error).message.split('\n')[0]}.`, {
      remediation: `Mend the file, then try again. This is what has to go into it:\n${alone(client, entry)}`,
      data: { file },
      cause: error,
    });
  }
}

/** By its name where that starts this very program; a file that others read as well names the package. */
function startCommand(client: ClientRow, around: Surroundings, isShared: boolean): StartCommand {
  const own = fileURLToPath(new URL('../../main.js', import.meta.url));
  const args = ['serve-mcp', ...(client.folder === undefined ? [] : ['--workspace', client.folder])];
  if (isShared || own.includes(`${join('_npx', '')}`)) return { command: 'npx', args: ['-y', serverName, ...args] };
  if (isOnPath(own, around)) return { command: serverName, args };
  return { command: process.execPath, args: [own, ...args] };
}

function isOnPath(own: string, { env }: Surroundings): boolean {
  // What npm puts on the path while it runs a program is not there when a client does.
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && basename(folder) !== '.bin');
  return folders.some((folder) => {
    try {
      return realpathSync(join(folder, serverName)) === realpathSync(own);
    } catch {
      return false;
    }
  });
}

/** Beside the file first, so that it is never half written; through a link, to what it links to. */
function write(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  mkdirSync(dirname(target), { recursive: true });
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const staging = `${target}.${process.pid}.tmp`;
  writeFileSync(staging, text, { mode });
  renameSync(staging, target);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function unknownClient(name: string): CodedError {
  const known = Object.keys(clients);
  const nearest = nearestWord(name, known);
  return new CodedError('invalid_input', `Unknown client ${name}${nearest ? `; did you mean ${nearest}?` : '.'}`, {
    remediation: `Choose one of ${known.join(', ')}.`,
  });
}
