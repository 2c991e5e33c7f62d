/** The id of a job: unique, and short enough to be typed. */
import { randomUUID } from 'node:crypto';

export function newJobId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 12);
}
