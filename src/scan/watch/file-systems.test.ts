import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { whyNotWatchable } from './file-systems.ts';

describe.runIf(process.platform === 'linux')('a file system', () => {
  it('can be watched if it is local', () => {
    expect(whyNotWatchable(tmpdir())).toBeUndefined();
  });

  it('cannot be watched if it may have other writers', () => {
    expect(whyNotWatchable('/proc')).toMatch(/^\/proc is on a file system of an unknown type \(0x9fa0\).*local disk/);
  });

  it('cannot be watched if such a one is mounted below', () => {
    expect(whyNotWatchable('/')).toMatch(/^\/\w+/);
  });
});
