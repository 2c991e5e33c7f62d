/** `codecompass watch`: keeps the index of a folder up to date until interrupted, and prints one line per sync. */
import { resolve } from 'node:path';
import type { CodedError } from '../../../errors.ts';
import type { JobSummary } from '../../../indexing/job/job.ts';
import { ActiveProject } from '../../../project/active-project.ts';
import { type WatchEvents, watchProject } from '../../../project/freshness/watch-project.ts';
import { IndexHandle } from '../../../project/open-index.ts';
import { findWorkspace, refuseHome, registerWorkspace } from '../../../project/register-workspace.ts';
import { count, duration } from '../../../render/amounts.ts';
import { openRepository } from '../../../scan/git/repository.ts';
import { printable, printableLines } from '../../../text/printable.ts';
import { catchInterrupt } from '../../catch-interrupt.ts';
import { type Invocation, optionsOf } from '../../invocation.ts';
import { errorDocument, type Output } from '../../print/output.ts';
import { showProgress } from '../../print/progress.ts';
import { refLine, shortRef } from '../../print/summary.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, output } = call;
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const { home: folder } = await optionsOf(call, repository.root);
  if ((await findWorkspace(folder, repository)) === undefined) refuseHome(repository);
  const { home, workspace } = await registerWorkspace(folder, repository);
  const settings = { config: flags.value('config'), settings: flags.settings() };
  const handle = new IndexHandle(home, workspace.projectId);
  const project = new ActiveProject(workspace, handle, settings);
  const events = output.json ? eventLines(output) : textLines(output);
  const interrupt = catchInterrupt(() => events.end());
  const signal = AbortSignal.any([interrupt.signal, output.readerGone]);
  try {
    events.begin(workspace.root);
    const request = async (operation: 'index' | 'sync') => {
      const { index } = await project.options();
      return { home, root: workspace.root, operation, force: false, settings: index };
    };
    await watchProject(project, { gitDir: repository.gitDir, request }, events, signal);
    events.stopped();
    return interrupt.exitCode() ?? 0;
  } finally {
    events.end();
    interrupt.release();
    await handle.close();
  }
}

interface ShownEvents extends WatchEvents {
  begin(root: string): void;
  stopped(): void;
  /** Clears the progress line. */
  end(): void;
}

/** A shorter sync shows no progress, because the line would only flicker. */
const shownAfterMs = 500;

function textLines(output: Output): ShownEvents {
  let progress: ReturnType<typeof showProgress> | undefined;
  let startedAtMs: number | undefined;
  const end = () => {
    progress?.end();
    progress = undefined;
    startedAtMs = undefined;
  };
  const print = (line: string) => {
    end();
    output.print(`${output.paint('dim', new Date().toTimeString().slice(0, 8))}  ${line}`);
  };
  return {
    end,
    begin: (root) => output.note(`Watching ${printable(root)}. Press Ctrl-C to stop.`),
    stopped: () => output.note('Stopped watching; the index is kept.'),
    onProgress: (state) => {
      startedAtMs ??= performance.now();
      if (output.stderr.isTTY !== true || performance.now() - startedAtMs < shownAfterMs) return;
      progress ??= showProgress(output.stderr);
      progress.update(state);
    },
    onSynced: (summary) => print(syncLine(summary)),
    onFresh: (ref) => print(`${shortRef(ref)} (working tree) is up to date`),
    onWaiting: ({ operation, ref }) => print(`waiting for another ${operation} job of ${shortRef(ref)} to finish`),
    onFailed: (error) => {
      end();
      output.fail(error);
    },
  };
}

function eventLines(output: Output): ShownEvents {
  const line = (event: string, rest: object) => output.documentLine({ event, at: new Date().toISOString(), ...rest });
  return {
    end: () => {},
    begin: (root) => line('watching', { root }),
    stopped: () => line('stopped', {}),
    onProgress: () => {},
    onSynced: (summary) => line('synced', summary),
    onFresh: (ref) => line('fresh', { ref }),
    onWaiting: ({ id, operation, ref }) => line('waiting', { jobId: id, operation, ref }),
    onFailed: (error: CodedError) => line('failed', errorDocument(error) as object),
  };
}

/** `main at 1a2b3c4d5e6f (working tree): 2 files changed, 1 parsed (0.4 s)` */
function syncLine(summary: JobSummary): string {
  const time = duration(summary.durationMs);
  if (summary.changed === 0) return printableLines(`${refLine(summary)} is up to date (${time})`);
  const what = `${count(summary.changed, 'file')} changed, ${count(summary.parsed, 'file')} parsed`;
  return printableLines(`${refLine(summary)}: ${what} (${time})`);
}
