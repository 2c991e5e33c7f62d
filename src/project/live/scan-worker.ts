/**
 * The entry point of a scan worker. It reads the files of a batch, scans each for the words of a query, and answers
 * with one row of counts per file. No text leaves the thread.
 */
import { parentPort } from 'node:worker_threads';
import { decodeContent } from '../../scan/content/content.ts';
import { bulkReader } from '../../scan/content/read-file.ts';
import { fileScanner, rowLayout, type ScanPlan } from './scan-file.ts';

export interface ScanBatch {
  /** Batches of one scan share what is known about identifiers and folders. */
  readonly scan: number;
  readonly root: string;
  readonly maxFileBytes: number;
  readonly plan: ScanPlan;
  /** Separated by NUL: one string is cheaper to send than many. */
  readonly paths: string;
  /** The bytes of names that are not UTF-8, by position. */
  readonly rawPaths: ReadonlyMap<number, Uint8Array>;
}

export interface ScannedBatch {
  /** One row per file. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** The number of files that were read and searched. */
  readonly scanned: number;
}

if (parentPort === null) throw new Error('A scan worker runs in a worker thread only.');
const port = parentPort;
let current: ReturnType<typeof prepare> | undefined;

port.on('message', (batch: ScanBatch) => {
  const answer = scanBatch(batch);
  port.postMessage(answer, [answer.rows.buffer]);
});

function scanBatch(batch: ScanBatch): ScannedBatch {
  if (current?.number !== batch.scan) current = prepare(batch);
  const { read, scan, stride } = current;
  const names = batch.paths.split('\0');
  const rows = new Uint8Array(names.length * stride);
  let scanned = 0;
  for (const [at, path] of names.entries()) {
    const raw = batch.rawPaths.get(at);
    const bytes = read(raw === undefined ? { path } : { path, rawPath: Buffer.from(raw) });
    const text = typeof bytes === 'string' ? undefined : asUtf8(path, bytes);
    if (text === undefined) continue;
    scanned++;
    scan(path, text, rows.subarray(at * stride, (at + 1) * stride));
  }
  return { rows, scanned };
}

function prepare({ scan: number, root, maxFileBytes, plan }: ScanBatch) {
  return {
    number,
    read: bulkReader(root, maxFileBytes),
    scan: fileScanner(plan),
    stride: rowLayout(plan).length,
  };
}

/** UTF-16 begins with one of two bytes that begin no UTF-8. Other encodings are searched as they are. */
function asUtf8(path: string, bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== 0xff && bytes[0] !== 0xfe) return bytes.includes(0) ? undefined : bytes;
  const content = decodeContent(path, bytes);
  return 'skipped' in content ? undefined : Buffer.from(content.text);
}
