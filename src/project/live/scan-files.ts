/**
 * Scans many files in a few worker threads, one row of counts per file. The workers are shared by all scans of the
 * process and end after some idle seconds.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../program-files.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import { rowLayout, type ScanPlan } from './scan-file.ts';
import type { ScanBatch, ScannedBatch } from './scan-worker.ts';

/** One core is left to the parser and the main thread. */
const workerCount = Math.min(4, Math.max(1, availableParallelism() - 1));
const batchFiles = 250;
const idleMs = 10_000;
const maxHeapMb = 64;

export interface ScanRows {
  /** One row per file, in their order. */
  readonly rows: Uint8Array;
  /** The number of files that were read; the others are unreadable or binary. */
  readonly scanned: number;
}

/** Starts the workers for a scan that is expected soon. If the system has no thread left for all, some do the work. */
export function prepareScan(): void {
  try {
    while (workers.length < workerCount) workers.push(startScanWorker());
  } catch (thrown) {
    if (workers.length === 0) throw thrown;
  }
  stayAwake();
}

export async function scanFiles(
  root: string,
  maxFileBytes: number,
  files: readonly ListedFile[],
  plan: ScanPlan,
  signal?: AbortSignal,
): Promise<ScanRows> {
  prepareScan();
  const stride = rowLayout(plan).length;
  const rows = new Uint8Array(files.length * stride);
  const scan = ++scans;
  let next = 0;
  let scanned = 0;
  const scanWith = async (worker: ScanWorker) => {
    while (next < files.length) {
      signal?.throwIfAborted();
      const start = next;
      next += batchFiles;
      const batch = batchOf(files.slice(start, next));
      const answer = await worker.scan({ ...batch, scan, root, maxFileBytes, plan });
      rows.set(answer.rows, start * stride);
      scanned += answer.scanned;
    }
  };
  running++;
  clearTimeout(idle);
  // The workers do not keep the process alive; a scan does.
  const keepAlive = setInterval(() => {}, 60_000);
  try {
    await Promise.all(workers.map(scanWith));
    return { rows, scanned };
  } finally {
    clearInterval(keepAlive);
    running--;
    stayAwake();
  }
}

/** Ends the workers, for a server that stops. */
export async function endScanWorkers(): Promise<void> {
  clearTimeout(idle);
  await Promise.all(workers.splice(0).map((worker) => worker.end()));
}

let scans = 0;
let running = 0;
let idle: NodeJS.Timeout | undefined;
const workers: ScanWorker[] = [];

function stayAwake(): void {
  clearTimeout(idle);
  if (running === 0) idle = setTimeout(() => void endScanWorkers(), idleMs).unref();
}

function batchOf(files: readonly ListedFile[]): Pick<ScanBatch, 'paths' | 'rawPaths'> {
  const rawPaths = new Map<number, Uint8Array>();
  for (const [at, { rawPath }] of files.entries()) if (rawPath !== undefined) rawPaths.set(at, rawPath);
  return { paths: files.map(({ path }) => path).join('\0'), rawPaths };
}

interface ScanWorker {
  /** Batches of several scans are answered in order. */
  scan(batch: ScanBatch): Promise<ScannedBatch>;
  end(): Promise<unknown>;
}

function startScanWorker(): ScanWorker {
  const thread = new Worker(programFile('project/live/scan-worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  thread.unref();
  const waiting: { resolve(answer: ScannedBatch): void; reject(thrown: unknown): void }[] = [];
  let failure: unknown;
  const fail = (thrown: unknown) => {
    failure ??= thrown;
    const at = workers.indexOf(worker);
    if (at !== -1) workers.splice(at, 1);
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  thread.on('message', (answer: ScannedBatch) => waiting.shift()?.resolve(answer));
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('A scan worker ended early.')));
  const worker: ScanWorker = {
    scan: (batch) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting.push({ resolve, reject });
        thread.postMessage(batch);
      }),
    end: () => thread.terminate(),
  };
  return worker;
}
