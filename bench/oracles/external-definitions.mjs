/**
 * Oracles that run as external programs. Each receives the files one by one, or as a folder, and returns
 * definitions.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export function pythonDefinitions(files) {
  return overPipe('python3', [join(import.meta.dirname, 'python_definitions.py')], {}, files);
}

export function goDefinitions(files) {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'on' };
  return overPipe('go', ['run', '.'], { cwd: join(import.meta.dirname, 'go-definitions'), env }, files);
}

/** universal-ctags reads files by name, so they are written to disk first. */
export async function* ctagsDefinitions(files) {
  const folder = mkdtempSync(join(tmpdir(), 'codecompass-oracle-'));
  try {
    const byPath = new Map();
    for await (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      byPath.set(path, []);
    }
    const args = ['--output-format=json', '--fields=+nK', '--languages=Rust', '-L', '-', '-f', '-'];
    const { stdout, stderr, status } = spawnSync('ctags', args, {
      cwd: folder,
      input: [...byPath.keys()].join('\n'),
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    if (status !== 0) throw new Error(`ctags: ${stderr}`);
    for (const line of stdout.split('\n').filter((each) => each !== '')) {
      const { path, name, kind, line: at } = JSON.parse(line);
      byPath.get(path)?.push({ name, kind, start: at, line: at });
    }
    for (const [path, definitions] of byPath) yield { path, definitions };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends one line of JSON per file and reads one line back. */
async function* overPipe(command, args, options, files) {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise((_, reject) => {
    child.on('error', reject);
  });
  const feeding = feed(child.stdin, files);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([lines.next(), failed]);
    if (done) break;
    yield JSON.parse(value);
  }
  await feeding;
}

async function feed(stream, files) {
  for await (const { path, text } of files) {
    if (!stream.write(`${JSON.stringify({ path, text })}\n`))
      await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();
}
