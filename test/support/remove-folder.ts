/** Deletes a test's folder. A program that was just ended may still delete files of its own there, so a failure is retried. */
import { rmSync } from 'node:fs';

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
