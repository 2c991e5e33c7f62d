/** Updates the transcript in the README from a real run of the built program on this repository. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transcriptCommands, withTranscript } from './docs/transcript.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'codecompass-transcript-'));
try {
  run('index');
  const lines = transcriptCommands.flatMap((command) => [
    `$ codecompass ${command.shown}`,
    ...run(...command.args),
    '',
  ]);
  const file = join(root, 'README.md');
  writeFileSync(file, withTranscript(readFileSync(file, 'utf8'), lines.slice(0, -1)));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function run(...args) {
  const env = { ...process.env, CODECOMPASS_HOME: home, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist', 'main.js'), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`codecompass ${args.join(' ')} failed:\n${stderr}`);
  // A terminal shows stderr below the result.
  return `${stdout}${stderr}`.trimEnd().split('\n');
}
