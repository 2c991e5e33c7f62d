/** The test suite for every implementation of the store. `sqlite/sqlite-store.test.ts` runs it for SQLite. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fileFacts,
  filesHolding,
  found,
  progress,
  publication,
  publish,
  richFacts,
  start,
  symbol,
} from '../../test/support/store-samples.ts';
import type { SkippedFile } from '../model.ts';
import { encodeFacts, encodeSkipped } from './codec/encode-facts.ts';
import type { FileVersion, RefRecord, Store, WantedSymbols } from './store.ts';

export interface StoreUnderTest {
  /** Opens the same index on every call. */
  open(): Promise<Store>;
  dispose(): Promise<void>;
}

export function storeSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let underTest: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      underTest = await create();
      store = await underTest.open();
    });
    afterEach(async () => {
      await store.close();
      await underTest.dispose();
    });

    test('returns facts as they were written', async () => {
      const facts = fileFacts('src/auth.ts', 'a1', richFacts);
      const ref = await publish(store, 'main', [facts]);
      const version = await store.file(ref, 'src/auth.ts');
      expect(version && (await store.facts(version))).toEqual(facts);
    });

    test('returns a file only on its own ref', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('onlyMain')] })]);
      await publish(store, 'other', [fileFacts('a.ts', 'a2', { symbols: [symbol('onlyOther')] })]);
      expect(await found(store, 'main', 'onlyMain')).toEqual(['a.ts:1']);
      expect(await found(store, 'main', 'onlyOther')).toEqual([]);
      expect(await found(store, 'other', 'onlyOther')).toEqual(['a.ts:1']);
      expect(await found(store, 'other', 'onlyMain')).toEqual([]);
    });

    test('finds references and words only on their own ref', async () => {
      const uses = {
        references: [{ name: 'save', kind: 'call' as const, line: 3, within: -1, receiver: 'db', args: 2 }],
      };
      const main = await publish(store, 'main', [fileFacts('a.ts', 'a1', uses, 'db.save(quickBrownFox)\n')]);
      const other = await publish(store, 'other', [fileFacts('a.ts', 'a2', {}, 'nothing\n')]);
      expect(await store.referencesTo(main, 'save')).toMatchObject([{ ...uses.references[0], path: 'a.ts' }]);
      expect(await store.referencesTo(other, 'save')).toEqual([]);
      expect(await filesHolding(store, main, 'quick')).toEqual(['a.ts']);
      expect(await filesHolding(store, main, 'quickbrownfox')).toEqual(['a.ts']);
      expect(await filesHolding(store, other, 'quick')).toEqual([]);
    });

    test('knows the last chunk of any ref', async () => {
      expect(await store.lastChunk()).toBe(0);
      await publish(store, 'main', [fileFacts('a.ts', 'a1', {}, 'alpha\n')]);
      await publish(store, 'other', [fileFacts('b.ts', 'b1', {}, 'beta\n'.repeat(120))]);
      const files = [...(await store.files((await store.ref('other')) as RefRecord))];
      expect(await store.lastChunk()).toBe(Math.max(...files.map((file) => file.firstChunk + file.chunkCount - 1)));
    });

    test('does not interpret search words as query syntax', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1', {}, 'alpha\n')]);
      for (const word of ['alpha" OR "x', '*', 'NEAR(alpha', '', '"', 'words : alpha', 'ALPHA']) {
        expect(await store.holders('text', [word], 10)).toEqual([]);
        expect(await store.holdersOfPrefix('text', word, 10)).toEqual([]);
        expect(await store.holdersOfAll('text', ['alpha', word], 10)).toEqual([]);
        expect(await store.wordCounts('text', [word])).toEqual([]);
      }
    });

    test('finds words by prefix, with the count of each', async () => {
      const symbols = [symbol('saveUser'), symbol('saver'), symbol('load')];
      const ref = await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols })]);
      expect(await store.wordCounts('name', ['save', 'saver', 'nothing'])).toEqual([
        { word: 'save', count: 1 },
        { word: 'saver', count: 1 },
      ]);
      const ids = await store.holdersOfPrefix('name', 'save', 10);
      expect((await store.symbolsById(ref, ids)).map(({ name }) => name)).toEqual(['saveUser', 'saver']);
      expect(await store.holders('path', ['a'], 10)).toHaveLength(1);
      const holding = (pieces: string[], min: number, max: number) =>
        store.namesHolding(pieces, min, max, async () => {});
      expect((await holding(['eus', 'oa'], 3, 8)).toSorted()).toEqual(['load', 'saveUser']);
      expect(await holding(['oa'], 5, 8)).toEqual([]);
      expect(await holding([], 1, 8)).toEqual([]);
      const file = (await store.file(ref, 'a.ts')) as FileVersion;
      expect((await store.spans(file, ['fn'])).map(({ name }) => name)).toEqual(['saveUser', 'saver', 'load']);
    });

    test('pauses often while it reads many names, and reads none for a piece longer than the names asked for', async () => {
      const symbols = Array.from({ length: 9_000 }, (_, at) => symbol(`find_Me${at}`));
      await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols })]);
      let pauses = 0;
      const holding = (piece: string, min: number, max: number) =>
        store.namesHolding([piece], min, max, async () => {
          pauses++;
        });
      expect(await holding('findme8999', 1, 300)).toEqual(['find_Me8999']);
      expect(pauses).toBeGreaterThanOrEqual(4);
      pauses = 0;
      for (const piece of ['\u0001'.repeat(4_096), 'x'.repeat(20_000), '😀'.repeat(301)]) {
        expect(await holding(piece, 1, 300)).toEqual([]);
      }
      expect(pauses).toBe(0);
      // Code points count, as they do for the names.
      expect(await holding('😀'.repeat(300), 1, 300)).toEqual([]);
      expect(pauses).toBeGreaterThan(0);
    });

    test('reads all words in parts to find those that contain a piece', async () => {
      const words = Array.from({ length: 12_000 }, (_, at) => `w${at.toString(36)}q`);
      const text = words.map((word, at) => (at % 10 === 9 ? `${word}\n` : `${word} `)).join('');
      await publish(store, 'main', [fileFacts('a.txt', 'a1', {}, text)]);
      let pauses = 0;
      const holding = (piece: string, limit = 100) =>
        store.wordsHolding('text', piece, limit, async () => {
          pauses++;
        });
      expect(await holding('w1z')).toEqual(words.filter((word) => word.includes('w1z')).sort());
      expect(pauses).toBeGreaterThan(1);
      expect(await holding('zzzz')).toEqual([]);
      expect(await holding('q', 3)).toBeUndefined();
    });

    test('returns the symbols with a name, of some kinds and up to a limit', async () => {
      const kinds = ['fn', 'class', 'fn', 'const'] as const;
      const files = kinds.map((kind, at) => fileFacts(`${at}.ts`, `h${at}`, { symbols: [{ ...symbol('one'), kind }] }));
      const main = await publish(store, 'main', files);
      await publish(store, 'other', [fileFacts('z.ts', 'z', { symbols: [symbol('one')] })]);
      const paths = async (wanted?: WantedSymbols) =>
        (await store.symbolsNamed(main, 'one', wanted)).map(({ path }) => path);
      expect(await paths()).toEqual(['0.ts', '1.ts', '2.ts', '3.ts']);
      expect(await paths({ kinds: new Set(['fn']) })).toEqual(['0.ts', '2.ts']);
      expect(await paths({ kinds: new Set(['fn']), limit: 1 })).toHaveLength(1);
      expect(await paths({ kinds: new Set() })).toEqual([]);
      expect(await paths({ limit: 3 })).toHaveLength(3);
    });

    test('returns the versions that declare a name, each once', async () => {
      const files = [
        fileFacts('a.ts', 'a1', { symbols: [symbol('one'), symbol('one')] }),
        fileFacts('b.ts', 'b1', { symbols: [symbol('two')] }),
      ];
      const main = await publish(store, 'main', files);
      const a = (await store.files(main)).find(({ path }) => path === 'a.ts');
      expect(await store.versionsDeclaring('one')).toEqual([a?.id]);
      expect(await store.versionsDeclaring('none')).toEqual([]);
    });

    test('returns symbols by id only on their own ref', async () => {
      const main = await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('one')] })]);
      const other = await publish(store, 'other', [fileFacts('a.ts', 'a2', { symbols: [symbol('two')] })]);
      const [one] = await store.symbolsNamed(main, 'one');
      const ids = [one?.id as number];
      expect(await store.symbolsById(main, ids)).toEqual([one]);
      expect(await store.symbolsById(other, ids)).toEqual([]);
    });

    test('finds symbols by stable id on their own ref, and ids that several files share', async () => {
      const [first, second] = ['00000000000000a1', 'ffffffffffffffff'];
      const one = { ...symbol('one'), stableId: first };
      const two = { ...symbol('two'), stableId: second };
      const main = await publish(store, 'main', [
        fileFacts('a.ts', 'a1', { symbols: [one, two] }),
        fileFacts('b.ts', 'b1', { symbols: [one] }),
      ]);
      const other = await publish(store, 'other', [fileFacts('a.ts', 'a2', { symbols: [one] })]);
      const found = await store.symbolsWithStableId(main, [first, second, '0123456789abcdef']);
      expect(found.map(({ path, name, stableId }) => [path, name, stableId])).toEqual([
        ['a.ts', 'one', first],
        ['a.ts', 'two', second],
        ['b.ts', 'one', first],
      ]);
      expect(await store.sharedStableIds(main, [first, second])).toEqual([first]);
      expect(await store.symbolsWithStableId(other, [second])).toEqual([]);
      expect(await store.sharedStableIds(other, [first, second])).toEqual([]);
    });

    test('keeps a snapshot unchanged while a ref is published and pruned', async () => {
      const before = await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('old')] }, 'old\n')]);
      const [snapshot, second] = [await store.snapshot(), await store.snapshot()];
      expect(await snapshot.ref('main')).toEqual(before);
      const after = fileFacts('a.ts', 'a2', { symbols: [symbol('new')] });
      await publish(store, 'main', [after]);
      const writer = await store.beginJob(start('main'));
      await writer.publish(await publication(writer, 'main', [after]));
      await writer.prune();
      await writer.release();
      const version = (await snapshot.file(before, 'a.ts')) as FileVersion;
      expect(await snapshot.text(version)).toBe('old\n');
      expect(await snapshot.symbolsNamed(before, 'old')).toHaveLength(1);
      expect(await found(store, 'main', 'old')).toEqual([]);
      await Promise.all([snapshot.close(), second.close(), second.close()]);
      const next = await store.snapshot();
      expect(await next.symbolsNamed(before, 'old')).toEqual([]);
      await next.close();
    });

    test('shows nothing of an unpublished job', async () => {
      const writer = await store.beginJob(start('main'));
      await writer.write([encodeFacts(fileFacts('a.ts', 'a1', { symbols: [symbol('early')] }))], [], '/r');
      expect(await store.ref('main')).toBeUndefined();
      expect(await store.refs()).toEqual([]);
      await writer.release();
    });

    test('swaps the set of a ref and counts the changes', async () => {
      const [a, b, c] = [fileFacts('a.ts', 'a1'), fileFacts('b.ts', 'b1'), fileFacts('c.ts', 'c2')];
      await publish(store, 'main', [a, b]);
      const writer = await store.beginJob(start('main'));
      await writer.write([encodeFacts(c)], [], '/r');
      await writer.prepareToPublish();
      const { ref, changedFiles } = await writer.publish(await publication(writer, 'main', [a, c]));
      await writer.release();
      expect(changedFiles).toBe(2);
      expect(ref.jobId).toBe(writer.job.id);
      expect(ref.fileCount).toBe(2);
      expect((await store.files(ref)).map((file) => file.path)).toEqual(['a.ts', 'c.ts']);
    });

    test('shows a reader either the whole old set or the whole new one', async () => {
      const reader = await underTest.open();
      await publish(store, 'main', [fileFacts('a.ts', 'a1')]);
      const before = (await reader.ref('main')) as RefRecord;
      expect(await reader.files(before)).toHaveLength(1);
      await publish(store, 'main', [fileFacts('a.ts', 'a2'), fileFacts('b.ts', 'b1')]);
      const after = (await reader.ref('main')) as RefRecord;
      expect(after.jobId).not.toBe(before.jobId);
      expect(await reader.files(after)).toHaveLength(2);
      await reader.close();
    });

    test('prunes only the versions that no ref contains', async () => {
      const shared = fileFacts('shared.ts', 'c1', { symbols: [symbol('kept')] }, 'keptword\n');
      await publish(store, 'main', [shared, fileFacts('a.ts', 'a1', { symbols: [symbol('gone')] }, 'goneword\n')]);
      await publish(store, 'other', [shared]);
      const writer = await store.beginJob(start('main'));
      await writer.publish(await publication(writer, 'main', [shared]));
      expect(await writer.prune()).toBe(1);
      expect(await writer.versionIds([shared, { path: 'a.ts', hash: 'a1' }])).toEqual([expect.any(Number), undefined]);
      await writer.release();
      const main = (await store.ref('main')) as RefRecord;
      expect(await found(store, 'main', 'kept')).toEqual(['shared.ts:1']);
      expect(await found(store, 'main', 'gone')).toEqual([]);
      expect(await filesHolding(store, main, 'keptword')).toEqual(['shared.ts']);
      expect(await store.holders('text', ['goneword'], 5)).toEqual([]);
      expect(await store.integrityErrors()).toEqual([]);
    });

    test('drops refs with their exclusive versions, and nothing while a job runs', async () => {
      const shared = fileFacts('shared.ts', 'c1', { symbols: [symbol('kept')] }, 'keptword\n');
      await publish(store, 'main', [shared]);
      await publish(store, 'old', [shared, fileFacts('a.ts', 'a1', { symbols: [symbol('gone')] }, 'goneword\n')]);
      expect(await store.heldOnlyBy(['old'])).toMatchObject({ versions: 1 });
      expect(await store.heldOnlyBy(['old', 'main'])).toMatchObject({ versions: 2 });
      const old = await store.ref('old');
      expect([...(await store.ownBytes())]).toEqual([[old?.id, (await store.heldOnlyBy(['old'])).sourceBytes]]);
      const writer = await store.beginJob(start('main'));
      await expect(store.dropRefs(['old'])).rejects.toMatchObject({ code: 'index_in_progress' });
      await expect(store.compact()).rejects.toMatchObject({ code: 'index_in_progress' });
      await writer.release();
      expect(await store.dropRefs(['old', 'never'])).toBe(1);
      await store.compact();
      expect((await store.refs()).map(({ name }) => name)).toEqual(['main']);
      expect((await store.jobs(10)).map(({ ref }) => ref)).toEqual(['main', 'main']);
      expect(await found(store, 'main', 'kept')).toEqual(['shared.ts:1']);
      expect(await store.holders('text', ['goneword'], 5)).toEqual([]);
      expect(await store.holders('text', ['keptword'], 5)).toHaveLength(1);
      expect(await store.integrityErrors()).toEqual([]);
      // The lease was released.
      await publish(store, 'old', [shared]);
    });

    test('keeps the reason of each skipped file, whether it was read or not', async () => {
      const writer = await store.beginJob(start('main'));
      const binary = { path: 'logo.png', hash: '0b', byteLength: 9, skipped: 'binary' as const };
      const [id = 0] = await writer.write([encodeSkipped(binary)], [], '/r');
      await writer.prepareToPublish();
      const { ref } = await writer.publish({
        ...(await publication(writer, 'main', [])),
        versions: [{ path: 'logo.png', id }],
        skipped: [{ path: '.env', reason: 'secret' }],
      });
      await writer.release();
      const expected: SkippedFile[] = [
        { path: '.env', reason: 'secret' },
        { path: 'logo.png', reason: 'binary' },
      ];
      expect(await store.skippedFiles(ref)).toEqual(expected);
      expect(await store.files(ref)).toEqual([]);
      expect((await store.statistics(ref)).skipped).toEqual({ binary: 1, secret: 1 });
    });

    test('reports which versions are already stored', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1')]);
      const writer = await store.beginJob(start('other'));
      expect(await writer.hasVersions()).toBe(true);
      const strangers = [
        { path: 'a.ts', hash: 'a2' },
        { path: 'b.ts', hash: 'a1' },
      ];
      const known = [expect.any(Number), undefined, undefined];
      expect(await writer.versionIds([{ path: 'a.ts', hash: 'a1' }, ...strangers])).toEqual(known);
      // Many keys take another code path.
      const many = Array.from({ length: 6_000 }, (_, at) => ({ path: `${at}.ts`, hash: 'a1' }));
      const found = await writer.versionIds([{ path: 'a.ts', hash: 'a1' }, ...strangers, ...many]);
      expect([found.slice(0, 3), new Set(found.slice(3))]).toEqual([known, new Set([undefined])]);
      await writer.release();
    });

    test('keeps a version that is written again', async () => {
      const a = fileFacts('a.ts', 'a1', { symbols: [symbol('kept')] }, 'keptword\n');
      await publish(store, 'main', [a]);
      const writer = await store.beginJob(start('main'));
      const [known] = await writer.versionIds([a]);
      const b = fileFacts('b.ts', 'b1', { symbols: [symbol('new')] });
      const [first, second] = await writer.write([encodeFacts(a), encodeFacts(b)], [], '/r');
      expect([first, second]).toEqual([known, expect.any(Number)]);
      await writer.prepareToPublish();
      const { ref } = await writer.publish(await publication(writer, 'main', [a, b]));
      await writer.release();
      expect(await found(store, 'main', 'kept')).toEqual(['a.ts:1']);
      expect(await found(store, 'main', 'new')).toEqual(['b.ts:1']);
      expect(await filesHolding(store, ref, 'keptword')).toEqual(['a.ts']);
      expect(await store.integrityErrors()).toEqual([]);
    });

    test('rewrites every version for a forced job and serves the old ones until publication', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols: [symbol('old')] })]);
      const writer = await store.beginJob({ ...start('main'), force: true });
      expect(await writer.hasVersions()).toBe(false);
      expect(await writer.versionIds([{ path: 'a.ts', hash: 'a1' }])).toEqual([undefined]);
      const rewritten = fileFacts('a.ts', 'a1', { symbols: [symbol('anew')] });
      const [id = 0] = await writer.write([encodeFacts(rewritten)], [], '/r');
      expect(await found(store, 'main', 'old')).toEqual(['a.ts:1']);
      await writer.prepareToPublish();
      await writer.publish({ ...(await publication(writer, 'main', [])), versions: [{ path: 'a.ts', id }] });
      expect(await found(store, 'main', 'old')).toEqual([]);
      expect(await found(store, 'main', 'anew')).toEqual(['a.ts:1']);
      expect(await writer.prune()).toBe(1);
      await writer.release();
    });

    test('stores stats per work tree and drops those of removed files', async () => {
      const stat = { path: 'a.ts', hash: 'a1', size: 3, mtimeUs: 1_700_000_000_000_001, ctimeUs: 5, inode: 7 };
      const a = fileFacts('a.ts', 'a1');
      const writer = await store.beginJob(start('main'));
      const [versionId] = await writer.write([encodeFacts(a)], [stat], '/r');
      await writer.write([], [{ ...stat, hash: 'a2' }], '/elsewhere');
      await writer.prepareToPublish();
      await writer.publish(await publication(writer, 'main', [a]));
      const { path, hash, ...rest } = stat;
      expect(await writer.fileStats('/r')).toEqual(new Map([[path, { ...rest, versionId }]]));
      // The content that the file had then is not stored.
      expect(await writer.fileStats('/elsewhere')).toEqual(new Map([[path, rest]]));
      expect(await writer.fileStats('/nowhere')).toEqual(new Map());
      expect(await store.rememberedFiles('/r', ['a.ts', 'b.ts'])).toEqual(new Map([[path, { ...rest, hash }]]));
      expect(await store.rememberedFiles('/r', ['b.ts'])).toEqual(new Map());
      await writer.publish(await publication(writer, 'main', []));
      expect(await writer.fileStats('/r')).toEqual(new Map());
      await writer.release();
    });

    test('allows one writing job at a time and names it in the error', async () => {
      const second = await underTest.open();
      const writer = await store.beginJob(start('main'));
      await expect(second.beginJob(start('main'))).rejects.toMatchObject({ code: 'index_in_progress' });
      expect((await second.activeJob())?.id).toBe(writer.job.id);
      await writer.release();
      const sync = await store.beginJob({ ...start('main'), operation: 'sync' });
      const refused = (operation: 'index' | 'sync', ref: string) =>
        second.beginJob({ ...start(ref), operation }).catch((thrown) => thrown);
      const data = { ref: 'main', job_id: sync.job.id };
      expect(await refused('index', 'main')).toMatchObject({ code: 'index_in_progress', data });
      expect(await refused('sync', 'main')).toMatchObject({ code: 'sync_in_progress', data });
      expect(await refused('sync', 'other')).toMatchObject({ code: 'index_in_progress', data });
      await sync.release();
      expect(await second.activeJob()).toBeUndefined();
      await second.close();
    });

    test('keeps a history of jobs, newest first', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1')]);
      const writer = await store.beginJob({ ...start('main'), operation: 'sync' });
      await writer.progress({ ...progress, filesScanned: 12 });
      await writer.abandon('failed', { code: 'disk_full', message: 'No space.' });
      await writer.release();
      expect(await store.jobs(5)).toMatchObject([
        {
          operation: 'sync',
          mode: 'incremental',
          status: 'failed',
          errorCode: 'disk_full',
          progress: { filesScanned: 12 },
        },
        { operation: 'index', mode: 'full', status: 'published', changedFiles: 1, progress: { percentage: 100 } },
      ]);
      expect(await store.job(writer.job.id)).toMatchObject({ operation: 'sync', status: 'failed' });
      expect(await store.job('unknown')).toBeUndefined();
    });

    test('dates a job by its listing, and reports a listing that another job has outdated', async () => {
      const listedAtMs = Date.now() - 60_000;
      const first = await store.beginJob({ ...start('main'), listedAtMs });
      expect([first.isListingOutdated, Date.parse(first.job.createdAt)]).toEqual([false, listedAtMs]);
      await first.abandon('failed', { code: 'disk_full', message: 'No space.' });
      await first.release();
      // The first job began before this listing, but ended after it.
      const second = await store.beginJob({ ...start('main'), listedAtMs: listedAtMs + 1_000 });
      expect(second.isListingOutdated).toBe(true);
      expect(Date.parse(second.job.createdAt)).toBeGreaterThan(listedAtMs + 1_000);
      await second.release();
      const afterAll = await store.beginJob(start('main'));
      expect(afterAll.isListingOutdated).toBe(false);
      await afterAll.release();
      const future = await store.beginJob({ ...start('main'), listedAtMs: Date.now() + 60_000 });
      expect(future.isListingOutdated).toBe(true);
      expect(Date.parse(future.job.createdAt)).toBeLessThanOrEqual(Date.now());
      await future.release();
    });

    test('reports no interrupted jobs if all jobs ended normally', async () => {
      await publish(store, 'main', [fileFacts('a.ts', 'a1')]);
      expect(await store.interruptedJobs()).toEqual([]);
    });

    test('stores names with any characters', async () => {
      const path = 'dir with "quotes"/new\nline/ünï\\x.ts';
      const ref = await publish(store, 'feat/ünï code', [fileFacts(path, 'a1', { symbols: [symbol('größe')] })]);
      expect((await store.files(ref))[0]?.path).toBe(path);
      expect(await found(store, 'feat/ünï code', 'größe')).toEqual([`${path}:1`]);
    });

    test('rejects the publication of a version that was never written', async () => {
      const writer = await store.beginJob(start('main'));
      const versions = [{ path: 'a.ts', id: 7 }];
      const never = { ...(await publication(writer, 'main', [])), versions };
      await expect(writer.publish(never)).rejects.toThrow('never written');
      expect(await store.ref('main')).toBeUndefined();
      await writer.release();
    });
  });
}
