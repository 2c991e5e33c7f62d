/**
 * After a kill at any moment, the index is the old or the new one, and the next run repairs it. The program runs in its
 * own process group, which is killed as a whole. `CODECOMPASS_TEST_KILLS` sets the number of kills.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectIdOf } from '../../src/store/registry/registry.ts';
import { openStore, projectFile } from '../../src/store/sqlite/open-store.ts';
import { program } from '../support/build-output.ts';
import { randomFrom } from '../support/random.ts';
import { sampleSources } from '../support/sample-sources.ts';
import { reportSoak } from '../support/soak-report.ts';
import { contentOf, dumpStore } from '../support/store-dump.ts';
import { createRepository, type TestRepository, temporaryFolder } from '../support/test-repository.ts';

const kills = Number(process.env.CODECOMPASS_TEST_KILLS ?? 6);

test(`survives ${kills} kills at random moments`, { timeout: 60_000 + kills * 15_000 }, async () => {
  const random = randomFrom(Number(process.env.CODECOMPASS_TEST_SEED ?? 4));
  const repository = createRepository(manyFiles());
  const projectId = projectIdOf(repository.path('.git'));
  const oldHome = temporaryFolder();
  const firstMs = await index(oldHome, repository);
  const old = contentOf(projectFile(oldHome, projectId));
  repository.write(
    Object.fromEntries(
      Object.entries(manyFiles())
        .filter((_, at) => at % 2 === 0)
        .map(([path, text]) => [path, `${text}\n\n`]),
    ),
  );
  repository.remove('lib-1');
  const newHome = temporaryFolder();
  await index(newHome, repository);
  const fresh = contentOf(projectFile(newHome, projectId));
  expect(fresh).not.toEqual(old);

  const outcomes = { old: 0, fresh: 0, empty: 0 };
  for (let round = 0; round < kills; round++) {
    const startsEmpty = round % 2 === 0;
    const home = temporaryFolder();
    if (!startsEmpty) cpSync(oldHome, home, { recursive: true });
    const afterMs = Math.floor(firstMs * (0.1 + 0.9 * (random.below(1_000) / 1_000)));
    await index(home, repository, afterMs);

    const about = `killed after ${afterMs} ms, ${startsEmpty ? 'first index' : 'second index'}`;
    const file = projectFile(home, projectId);
    if (existsSync(file)) {
      const store = await openStore(home, projectId);
      expect(await store.integrityErrors(), about).toEqual([]);
      await store.close();
      const seen = contentOf(file);
      const state = seen.refs.length === 0 ? 'empty' : JSON.stringify(seen) === JSON.stringify(fresh) ? 'fresh' : 'old';
      outcomes[state]++;
      if (state === 'empty') expect(startsEmpty, about).toBe(true);
      else expect(seen, about).toEqual(state === 'fresh' ? fresh : old);
    }
    await index(home, repository);
    expect(contentOf(file), about).toEqual(fresh);
    const { leftovers } = dumpStore(file);
    expect(Object.values(leftovers).every((count) => count === 0) ? {} : leftovers, about).toEqual({});
  }
  reportSoak({
    kills,
    'found the old index': outcomes.old,
    'found the new index': outcomes.fresh,
    'found none': outcomes.empty,
  });
  // If every kill came too early or too late, the test has shown nothing.
  expect(outcomes.old + outcomes.empty, JSON.stringify(outcomes)).toBeGreaterThan(kills / 10);
});

/** Runs the program and returns its duration; with `killAfterMs`, kills it and all its children. */
function index(home: string, repository: TestRepository, killAfterMs?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [program, 'index', '--json'], {
      cwd: repository.root,
      env: { ...process.env, CODECOMPASS_HOME: home },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const timer =
      killAfterMs === undefined
        ? undefined
        : setTimeout(() => {
            try {
              process.kill(-(child.pid as number), 'SIGKILL');
            } catch {
              // It has already ended.
            }
          }, killAfterMs);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (killAfterMs === undefined && code !== 0)
        reject(new Error(`codecompass index ended with ${code ?? signal}: ${output}`));
      else resolve(performance.now() - started);
    });
  });
}

function manyFiles(): Record<string, string> {
  const files: Record<string, string> = {};
  const sources = [...sampleSources].filter(([path]) => /^(go|python|rust)\//.test(path));
  for (let copy = 0; copy < 6; copy++) {
    for (const [path, content] of sources) files[`lib-${copy}/${path}`] = `${content.toString('utf8')}\n`;
  }
  return files;
}
