import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programIn } from '../../support/run-program.ts';
import { createFolder, temporaryFolder } from '../../support/test-repository.ts';

test.runIf(existsSync('/proc/self'))('reports a data directory where the system creates no folders', () => {
  for (const folder of ['/proc/x', '/proc/x/y']) {
    const codecompass = programIn(createFolder({ 'a.ts': '' }), temporaryFolder(), { CODECOMPASS_HOME: folder });
    const { exitCode, stderr } = codecompass('index');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('/proc/x');
    expect(stderr).not.toContain('internal_error');
  }
});
