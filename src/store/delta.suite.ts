/** The tests of publications that replace some paths of a base, for every implementation of the store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileFacts, found, progress, publish, start, symbol } from '../../test/support/store-samples.ts';
import type { FileFacts, SkippedFile } from '../model.ts';
import { encodeFacts } from './codec/encode-facts.ts';
import type { StoreUnderTest } from './store.suite.ts';
import type { FileVersion, RefRecord, Store, StoredVersion } from './store.ts';

const firstPage = { fromVersion: 0, skipped: 0, limit: 10 };

export function deltaSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, deltas`, () => {
    let underTest: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      underTest = await create();
      store = await underTest.open();
      await publish(store, 'main', [
        named('a.ts', 'a1', 'alpha'),
        named('lib/b.ts', 'b1', 'beta'),
        named('lib/deep/c.ts', 'c1', 'gamma'),
        named('lib2/d.ts', 'd1', 'delta'),
      ]);
    });
    afterEach(async () => {
      await store.close();
      await underTest.dispose();
    });

    test('replace a file and keep the others', async () => {
      const published = await apply(store, { within: ['a.ts'], files: [named('a.ts', 'a2', 'alpine')] });
      expect(published).toMatchObject({ hasNewSecrets: false, ref: { name: 'main', fileCount: 4 } });
      expect(await pathsOf(store, 'main')).toEqual(['a.ts', 'lib/b.ts', 'lib/deep/c.ts', 'lib2/d.ts']);
      expect(await found(store, 'main', 'alpha')).toEqual([]);
      expect(await found(store, 'main', 'alpine')).toEqual(['a.ts:1']);
      expect(published?.ref.symbolCount).toBe(4);
    });

    test('replace a folder with all that is below it, and not a folder with a longer name', async () => {
      const published = await apply(store, { within: ['lib'], files: [] });
      expect(await pathsOf(store, 'main')).toEqual(['a.ts', 'lib2/d.ts']);
      expect(published?.ref).toMatchObject({ fileCount: 2, symbolCount: 2 });
      expect(await store.summariesNamed('gamma', firstPage)).toEqual([]);
    });

    test('publish another ref from the base and leave the base as it is', async () => {
      await publish(store, 'next', [named('old.ts', 'o1', 'old')]);
      const published = await apply(store, { ref: 'next', within: ['a.ts'], files: [named('a.ts', 'a2', 'alpine')] });
      expect(published?.ref).toMatchObject({ name: 'next', fileCount: 4, symbolCount: 4 });
      expect(await found(store, 'main', 'alpha')).toEqual(['a.ts:1']);
      expect(await found(store, 'next', 'alpha')).toEqual([]);
      expect(await found(store, 'next', 'beta')).toEqual(['lib/b.ts:1']);
      expect(await store.summariesNamed('old', firstPage)).toEqual([]);
    });

    test('change nothing if the base has been published again', async () => {
      const base = await store.ref('main');
      await publish(store, 'main', [named('a.ts', 'a3', 'alder')]);
      expect(await apply(store, { within: ['a.ts'], files: [], base })).toBeUndefined();
      expect(await found(store, 'main', 'alder')).toEqual(['a.ts:1']);
      expect(await store.activeJob()).toBeUndefined();
    });

    test('change nothing if the base has been dropped and indexed again', async () => {
      const base = await store.ref('main');
      await store.dropRefs(['main']);
      await publish(store, 'main', [named('a.ts', 'a3', 'alder')]);
      expect(await apply(store, { within: ['a.ts'], files: [], base })).toBeUndefined();
      expect(await found(store, 'main', 'alder')).toEqual(['a.ts:1']);
    });

    test('never give the id of a deleted file to another one', async () => {
      const first = await apply(store, { within: ['new.ts'], files: [named('new.ts', 'n1', 'first')] });
      const known = await filesById(store, first?.ref);
      await apply(store, { within: ['new.ts'], files: [] });
      const second = await apply(store, { within: ['other.ts'], files: [named('other.ts', 'n2', 'second')] });
      const files = await store.files(second?.ref as never, { byId: (id) => known.get(id) });
      expect(files).toEqual(await store.files(second?.ref as never));
      expect(files.map(({ path }) => path)).toContain('other.ts');
    });

    test('replace skipped files and report new secrets', async () => {
      const skip = (reason: SkippedFile['reason']) =>
        apply(store, { within: ['a.ts'], files: [], skipped: [{ path: 'a.ts', reason }] });
      const ref = async () => (await store.ref('main')) as never;
      expect((await skip('too_large'))?.hasNewSecrets).toBe(false);
      expect(await store.skippedFiles(await ref())).toEqual([{ path: 'a.ts', reason: 'too_large' }]);
      expect((await skip('secret'))?.hasNewSecrets).toBe(true);
      expect((await skip('secret'))?.hasNewSecrets).toBe(false);
      expect(await store.skippedFiles(await ref())).toEqual([{ path: 'a.ts', reason: 'secret' }]);
      await apply(store, { within: ['a.ts'], files: [named('a.ts', 'a4', 'again')] });
      expect(await store.skippedFiles(await ref())).toEqual([]);
      expect(await found(store, 'main', 'again')).toEqual(['a.ts:1']);
    });
  });
}

interface Change {
  readonly ref?: string;
  readonly within: readonly string[];
  readonly files: readonly FileFacts[];
  readonly skipped?: readonly SkippedFile[];
  /** The publication that the change was found in; the current one if absent. */
  readonly base?: RefRecord | undefined;
}

/** Publishes the change on top of `main`. */
async function apply(store: Store, { ref = 'main', within, files, skipped = [], base: given }: Change) {
  const base = given ?? ((await store.ref('main')) as RefRecord);
  const writer = await store.beginJob({ ...start(ref), operation: 'sync' });
  const ids = await writer.write(
    files.map((facts) => encodeFacts(facts)),
    [],
    '/r',
  );
  const versions: StoredVersion[] = files.map(({ path }, at) => ({ path, id: ids[at] as number }));
  const place = { ref, commit: 'c0ffee', source: 'worktree', root: '/r' } as const;
  const published = await writer.publishDelta({ ...place, base, within, versions, skipped, progress });
  if (published === undefined) await writer.abandon('cancelled', { code: 'job_cancelled', message: 'Too late.' });
  else await writer.prune();
  await writer.release();
  return published;
}

function named(path: string, hash: string, name: string): FileFacts {
  return fileFacts(path, hash, { symbols: [symbol(name)] });
}

async function filesById(store: Store, ref: RefRecord | undefined): Promise<Map<number, FileVersion>> {
  return new Map((await store.files(ref as RefRecord)).map((file) => [file.id, file]));
}

async function pathsOf(store: Store, name: string): Promise<string[]> {
  const ref = await store.ref(name);
  return ref === undefined ? [] : (await store.files(ref)).map(({ path }) => path);
}
