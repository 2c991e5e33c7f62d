/** `codecompass prune`: drops refs that are no longer needed, or whole projects whose folder is gone. */
import { existsSync } from 'node:fs';
import { nearestWord } from '../../../config/nearest-word.ts';
import { CodedError, toCodedError } from '../../../errors.ts';
import { withFolderStatus } from '../../../project/folder-status.ts';
import type { RefStatus } from '../../../project/refs/listed-refs.ts';
import { bytes, count } from '../../../render/amounts.ts';
import { table } from '../../../render/table.ts';
import { readHead } from '../../../scan/git/read-head.ts';
import { openRepository, type Repository } from '../../../scan/git/repository.ts';
import { checkedOutCommits, isCommitRef } from '../../../scan/git/storage/checked-out-commits.ts';
import type { Store } from '../../../store/store.ts';
import { printable } from '../../../text/printable.ts';
import type { TypedFlags } from '../../flags.ts';
import type { Invocation } from '../../invocation.ts';
import type { Output } from '../../print/output.ts';
import { refShape, refStatusText } from '../../print/ref-shape.ts';
import { refLine } from '../../print/summary.ts';
import { pruneProjects } from './prune-projects.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, output } = call;
  if (flags.has('projects')) return pruneProjects(call);
  return withFolderStatus(flags.value('workspace'), flags.value('config'), async ({ repository, project }) => {
    const store = project?.index.open?.store;
    const refs = project?.refs ?? [];
    const chosen = await choose(repository, refs, flags);
    const isDryRun = flags.has('dry-run');
    if (store === undefined || chosen.length === 0) {
      if (output.json) output.document({ dryRun: isDryRun, dropped: [], kept: refs.length, freedBytes: 0 });
      else output.print(nothingToDo(printable(repository.root), refs));
      return 0;
    }
    const names = chosen.map(({ ref }) => ref.name);
    const held = await store.heldOnlyBy(names);
    if (!output.json) printChosen(chosen, isDryRun, output);
    const before = await store.byteLength();
    if (!isDryRun) await drop(store, names, output);
    const freedBytes = isDryRun ? 0 : Math.max(0, before - (await store.byteLength()));
    const kept = refs.length - chosen.length;
    if (output.json) {
      const size = isDryRun ? { sourceBytes: held.sourceBytes } : {};
      const dropped = chosen.map(refShape);
      output.document({ dryRun: isDryRun, dropped, kept, versions: held.versions, ...size, freedBytes });
    } else {
      const what = `${count(held.versions, 'file version')} that no other ref uses`;
      output.print(
        isDryRun
          ? `Would delete ${what} (${bytes(held.sourceBytes)} of source). Nothing was changed.`
          : `Freed ${bytes(freedBytes)}: ${what}. ${count(kept, 'ref remains', 'refs remain')}.`,
      );
    }
    return 0;
  });
}

async function choose(repository: Repository, refs: readonly RefStatus[], flags: TypedFlags): Promise<RefStatus[]> {
  const named = flags.all('ref').map((name) => {
    const found = refs.find(
      ({ ref }) => ref.name === name || (name.length >= 7 && ref.commit === ref.name && ref.name.startsWith(name)),
    );
    if (found === undefined) throw notIndexed(name, refs);
    return found;
  });
  if (named.length > 0) return [...new Set(named)];
  const isDetachedHead = await checkedOutCommits(repository);
  if (!flags.has('all-but-current')) {
    return refs.filter(({ ref, verdict }) => verdict === 'gone' || (isCommitRef(ref) && !isDetachedHead(ref)));
  }
  const current = await Promise.all(
    refs.map(async (status) => (isCommitRef(status.ref) && isDetachedHead(status.ref)) || isCheckedOut(status)),
  );
  return refs.filter((_, at) => !current[at]);
}

function notIndexed(name: string, refs: readonly RefStatus[]): CodedError {
  const names = refs.map(({ ref }) => ref.name);
  const nearest = nearestWord(name, names);
  const remediation = names.length === 0 ? 'No ref is indexed.' : '`codecompass refs` lists the indexed refs.';
  return new CodedError('ref_not_indexed', `The ref ${name} is not indexed, so there is nothing to delete.`, {
    remediation: nearest === undefined ? remediation : `Did you mean ${nearest}? ${remediation}`,
    data: { ref: name, indexed_refs: names },
  });
}

/** Whether the ref is checked out here, or in the worktree that it was indexed from. */
async function isCheckedOut({ isCheckedOut: isHere, ref }: RefStatus): Promise<boolean> {
  if (isHere) return true;
  if (ref.source !== 'worktree' || !existsSync(ref.root)) return false;
  const repository = await openRepository(ref.root).catch(() => undefined);
  return repository !== undefined && readHead(repository)?.name === ref.name;
}

/** Drops the refs, then compacts the file. The refs stay dropped if that fails, and later jobs reuse the space. */
async function drop(store: Store, names: readonly string[], output: Output): Promise<void> {
  await store.dropRefs(names);
  try {
    await store.compact();
  } catch (thrown) {
    const { message } = toCodedError(thrown);
    output.warn(`The index could not be compacted, so later jobs reuse the space of the dropped refs: ${message}`);
  }
}

function printChosen(chosen: readonly RefStatus[], isDryRun: boolean, output: Output): void {
  output.print(isDryRun ? 'Would drop:' : 'Dropping:');
  const rows = chosen.map((status) => {
    const { ref } = status;
    return [refLine({ ...ref, ref: ref.name }), count(ref.fileCount, 'file'), refStatusText(status)];
  });
  for (const line of table(rows, { columns: output.columns })) output.print(line);
}

function nothingToDo(root: string, refs: readonly RefStatus[]): string {
  if (refs.length === 0) return `Nothing to prune: no ref of ${root} is indexed.`;
  const others = refs.filter((ref) => !ref.isCheckedOut).length;
  const more = others === 0 ? '' : ' `codecompass prune --all-but-current` drops all but the checked-out ref.';
  return `Nothing to prune: every indexed ref is a branch or tag, or checked out (${count(refs.length, 'ref')} indexed).${more}`;
}
