import { expect, test } from 'vitest';
import { fileFacts, publish, symbol } from '../../../test/support/store-samples.ts';
import { openMemoryStore } from '../../store/sqlite/open-store.ts';
import type { FileVersion } from '../../store/store.ts';
import { PausingCall } from './pausing-call.ts';
import { cachingView, ProjectReader, type RefView } from './ref-view.ts';
import { timeNow } from './turns.ts';

test('values of a dropped ref are not served for a new ref of the same name', async () => {
  const store = openMemoryStore();
  const reader = new ProjectReader('p', store);
  await publish(store, 'main', [fileFacts('old.ts', 'o1', { symbols: [symbol('old')] })]);
  expect(await reader.view('main', pathsOf)).toEqual([['old.ts'], ['old.ts']]);
  await store.dropRefs(['main']);
  await publish(store, 'main', [fileFacts('new.ts', 'n1', { symbols: [symbol('new')] })]);
  expect(await reader.view('main', pathsOf)).toEqual([['new.ts'], ['new.ts']]);
  await store.close();
});

async function pathsOf(view: RefView): Promise<string[][]> {
  return [(await view.files()).files.map(({ path }) => path), await view.derived(derivedPaths)];
}

async function derivedPaths(view: RefView): Promise<string[]> {
  return (await view.files()).files.map(({ path }) => path);
}

test('a cancelled query ends at its next read, and another one that waits for the same fact gets it', async () => {
  const store = openMemoryStore();
  const reader = new ProjectReader('p', store);
  await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('a')] })]);
  const cancelled = new AbortController();
  let reads = 0;
  const slowFact = async (view: RefView) => {
    for (let count = 0; count < 3; count++) {
      reads++;
      await view.store.refs();
      if (reads === 1) cancelled.abort('cancelled');
    }
    return 'fact';
  };
  const first = reader.view('main', (view) => view.derived(slowFact), cancelled.signal).catch((reason) => reason);
  const second = reader.view('main', (view) => view.derived(slowFact));
  expect(await Promise.all([first, second])).toEqual(['cancelled', 'fact']);
  // The first one stopped after its second attempt to read.
  expect(reads).toBe(2 + 3);
  await store.close();
});

test.each<[string, (view: RefView, file: FileVersion) => Promise<unknown>]>([
  ['everything it reads is cached', (view, file) => view.store.text(file)],
  ['it awaits only values that were derived before', (view) => view.derived(derivedPaths)],
])('a long calculation lets the event loop turn, also if %s', async (_, step) => {
  const store = openMemoryStore();
  const reader = new ProjectReader('p', store);
  await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('a')] })]);
  let isOver = false;
  const turned = new Promise<boolean>((resolve) => setImmediate(() => setImmediate(() => resolve(!isOver))));
  await reader.view('main', async (asked) => {
    const view = cachingView(asked);
    const [file] = (await view.files()).files;
    const endMs = performance.now() + 200;
    while (file !== undefined && performance.now() < endMs) await step(view, file);
  });
  isOver = true;
  expect(await turned).toBe(true);
  await store.close();
});

test('parts of a call that run at once count the time of the call once', async () => {
  const call = new PausingCall(undefined, 2_000);
  const busy = (ms: number) => {
    const end = timeNow().cpuMs + ms;
    while (timeNow().cpuMs < end);
  };
  busy(30);
  await Promise.all(Array.from({ length: 1_000 }, () => call.pause()));
  const tired = new PausingCall(undefined, 20);
  busy(30);
  await expect(tired.pause()).rejects.toMatchObject({ code: 'query_too_expensive' });
});
