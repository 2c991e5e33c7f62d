/**
 * The memory that a file takes while it is indexed, as a multiple of its size: its bytes, its text, the words, the
 * compressed and the packed form, and the copy that is written. Measured on texts of 32 and 66 MB: 2 to 10 times.
 */
const memoryPerFileByte = 12;

/** Memory of a job apart from its workers: the runtime, the listing, the writer with its page cache. */
export const ownMemoryMb = 152;

/** Memory of a worker apart from its file. */
const workerMemoryMb = 60;
const mebibyte = 1024 * 1024;

/** The size of the largest file that a job with this memory limit can index. */
export function mostFileBytes(maxMemoryMb: number): number {
  return Math.floor(((maxMemoryMb - ownMemoryMb - workerMemoryMb) * mebibyte) / memoryPerFileByte);
}
