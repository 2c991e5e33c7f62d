/**
 * The entry point of a scan worker. It reads the files of a batch, scans each for the words of a query, and answers
 * with one row of counts per file. No text leaves the thread.
 */
import { parentPort } from 'node:worker_threads';
import { decodeContent } from '../../scan/content/content.ts';
import { bulkReader } from '../../scan/content/read-file.ts';
import { rowLayout, type ScanPlan, textScanner } from './scan-text.ts';

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
  const { read, scan, stride, isPlain, needles } = current;
  const names = batch.paths.split('\0');
  const rows = new Uint8Array(names.length * stride);
  let scanned = 0;
  for (const [at, path] of names.entries()) {
    const raw = batch.rawPaths.get(at);
    const bytes = read(raw === undefined ? { path } : { path, rawPath: Buffer.from(raw) });
    if (typeof bytes === 'string') continue;
    if (needles !== undefined && !needles.some((needle) => bytes.includes(needle)) && !isUtf16(bytes)) {
      scanned++;
      continue;
    }
    const text = textOf(path, bytes, isPlain);
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
    scan: textScanner(plan),
    stride: rowLayout(plan).length,
    /** If there are only texts to find in their exact spelling, most files are dismissed by their bytes. */
    needles: plan.terms.length === 0 ? [...plan.names, ...plan.literals].map((text) => Buffer.from(text)) : undefined,
    isPlain: !/[^\x00-\x7f]/.test(JSON.stringify([plan.terms, plan.names, plan.literals])),
  };
}

/** ASCII words are found in the bytes as they are, which saves decoding the file. */
function textOf(path: string, bytes: Buffer, isPlain: boolean): string | undefined {
  if (isPlain && !isUtf16(bytes)) return bytes.includes(0) ? undefined : bytes.toString('latin1');
  const content = decodeContent(path, bytes);
  return 'skipped' in content ? undefined : content.text;
}

/** UTF-16 begins with one of two bytes that begin no UTF-8. */
function isUtf16(bytes: Buffer): boolean {
  return bytes[0] === 0xff || bytes[0] === 0xfe;
}
