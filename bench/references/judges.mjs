/** The judges by language. Each says what the names of drawn symbols mean at each place; `tally.mjs` defines the form. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const judges = {
  typescript: (request) => viaNode('judge-typescript.mjs', request),
  javascript: (request) => viaNode('judge-typescript.mjs', request),
  python: (request) => viaNode('judge-python.mjs', request),
  rust: (request) => viaNode('judge-rust.mjs', request),
  go: judgeGo,
};

const here = import.meta.dirname;

function viaNode(script, request) {
  return run(process.execPath, ['--max-old-space-size=4000', join(here, script)], request);
}

function judgeGo(request) {
  const folder = mkdtempSync(join(tmpdir(), 'references-judge-'));
  try {
    writeFileSync(join(folder, 'main.go'), readFileSync(join(here, 'judge-go.go.txt')));
    const program = join(folder, 'judge');
    const { status, stderr } = spawnSync('go', ['build', '-o', program, join(folder, 'main.go')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`go build failed: ${stderr}`);
    return run(program, [], request);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lines are `{ file }`, `{ isSilent }` (a place that is not mentioned is unknown) or `{ place, targets, isTrait? }`. */
function run(program, args, request) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input: JSON.stringify(request),
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (error || status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.slice(-2000)}`);
  if (stderr !== '') process.stderr.write(stderr.slice(-2000));
  const judgement = { files: new Set(), places: new Map(), traits: new Set(), isSilent: false };
  for (const line of stdout.split('\n').filter((each) => each.startsWith('{'))) {
    const { file, isSilent, place, targets, isTrait } = JSON.parse(line);
    if (file !== undefined) judgement.files.add(file);
    if (isTrait) judgement.traits.add(place);
    if (isSilent) judgement.isSilent = true;
    if (place !== undefined) judgement.places.set(place, merged(judgement.places.get(place), targets));
  }
  return judgement;
}

/** A package may be judged twice, with its tests and without. */
function merged(known, targets) {
  return Array.isArray(known) && Array.isArray(targets) ? [...new Set([...known, ...targets])] : targets;
}
