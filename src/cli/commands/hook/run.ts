/**
 * `codecompass hook`: a reminder for an agent that searches for the name of a known symbol. It runs after the tool call
 * and only reads the index, so it can neither block the call nor change anything; whatever goes wrong, it prints nothing.
 */
import { currentEnvironment, dataDirectory } from '../../../config/paths.ts';
import { findWorkspace } from '../../../project/register-workspace.ts';
import { readHead } from '../../../scan/git/read-head.ts';
import { openRepository } from '../../../scan/git/repository.ts';
import { openStoreToRead } from '../../../store/sqlite/open-store.ts';
import type { RefRecord, SymbolRecord } from '../../../store/store.ts';
import { printable } from '../../../text/printable.ts';
import type { Invocation } from '../../invocation.ts';
import { greppedName } from '../../setup/grepped-name.ts';
import { reminderEvent } from '../../setup/hooks.ts';

/** Longer than the call usually takes, far below the timeout of the hook. */
const deadlineMs = 1_500;
const maxBytes = 1 << 20;
const maxPlaces = 3;

export async function run({ output }: Invocation): Promise<number> {
  const reminder = await Promise.race([reminderFor(await input()), late()]).catch(() => undefined);
  const event = { hookEventName: reminderEvent, additionalContext: reminder };
  if (reminder !== undefined) output.print(JSON.stringify({ hookSpecificOutput: event }));
  return 0;
}

async function reminderFor(text: string): Promise<string | undefined> {
  const call = JSON.parse(text) as { readonly cwd?: unknown };
  const name = greppedName(call);
  if (name === undefined || typeof call.cwd !== 'string') return undefined;
  const home = dataDirectory(currentEnvironment());
  const repository = await openRepository(call.cwd);
  const workspace = await findWorkspace(home, repository);
  if (workspace === undefined) return undefined;
  const store = await openStoreToRead(home, workspace.projectId);
  try {
    const refs = await store.refs();
    const head = readHead(repository)?.name;
    const ref = refs.find((each) => each.name === head) ?? refs[0];
    const symbols = ref === undefined ? [] : await store.symbolsNamed(ref as RefRecord, name);
    return symbols.length === 0 ? undefined : words(name, symbols);
  } finally {
    await store.close();
  }
}

function words(name: string, symbols: readonly SymbolRecord[]): string {
  const places = symbols.slice(0, maxPlaces).map(({ kind, path, lineStart }) => `${kind} at ${path}:${lineStart}`);
  const more = symbols.length > maxPlaces ? ` and ${symbols.length - maxPlaces} more` : '';
  return printable(
    `CodeCompass has ${name} in its index (${places.join(', ')}${more}): read_source shows its body, find_references ` +
      'every use, get_call_graph its callers.',
  );
}

async function input(): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const ended = (async () => {
    for await (const part of process.stdin) {
      parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size > maxBytes) break;
    }
  })();
  await Promise.race([ended, late()]).catch(() => {});
  return Buffer.concat(parts).toString('utf8');
}

function late(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), deadlineMs).unref();
  });
}
