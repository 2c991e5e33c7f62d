/**
 * No order of saves and jobs loses a write. Two real jobs and a saver run step by step in every order, on a real folder
 * with the real listing, store and freshness. After every step, an index that is judged fresh must equal the disk, and
 * a publication must not be older than the one before. Only time is simulated: steps are a fixed time apart, for the
 * program and for the file system. Workers run inside the process, and the store is in memory.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runJob } from '../../src/indexing/job/run-job.ts';
import type { ParsePool } from '../../src/indexing/workers/parse-pool.ts';
import { Freshness } from '../../src/project/freshness/freshness.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import type { Repository } from '../../src/scan/git/repository.ts';
import { openMemoryStore } from '../../src/store/sqlite/open-store.ts';
import type { JobWriter, RefRecord, Store } from '../../src/store/store.ts';
import { type Actor, explore, turn } from '../support/explore.ts';
import { usualSettings } from '../support/run-job.ts';
import { reportSoak } from '../support/soak-report.ts';
import { temporaryFolder } from '../support/test-repository.ts';

/** With this variable, every pair of saves is run too. */
const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;

/** What the wrapped modules share with the test. */
const world = vi.hoisted(() => ({ root: '', changedAtMs: new Map<string, number>(), store: undefined as unknown }));

/** A job of an actor. Its first listing ends before it asks for the lease, or begins once it holds the lease. */
interface OwnJob {
  readonly listsLate: boolean;
  readonly holdsLease: Promise<void>;
  readonly onLease: () => void;
  listing?: Promise<unknown>;
}

const ownJob = vi.hoisted(() => ({ current: undefined as AsyncLocalStorage<unknown> | undefined }));
const jobs = new AsyncLocalStorage<OwnJob>();
ownJob.current = jobs as AsyncLocalStorage<unknown>;

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const lstatSync = (path: string | Buffer, options: object) => {
    const found = fs.lstatSync(path, options) as Stats | undefined;
    if (found === undefined || !String(path).startsWith(world.root)) return found;
    // The modification time of a renamed file is old, so it is never relied on.
    return Object.assign(found, { mtimeMs: 0, ctimeMs: world.changedAtMs.get(String(path)) ?? 0 });
  };
  return { ...fs, lstatSync };
});

vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: () => turn('wait'),
}));

vi.mock('../../src/scan/listing/list-files.ts', async (original) => {
  const module = await original<typeof import('../../src/scan/listing/list-files.ts')>();
  const listFiles: typeof module.listFiles = (...args) => {
    const job = ownJob.current?.getStore() as OwnJob | undefined;
    const list = async () => {
      if (job?.listsLate) await job.holdsLease;
      await turn('list');
      return module.listFiles(...args);
    };
    const listing = list();
    if (job !== undefined) job.listing = listing;
    return listing;
  };
  return { ...module, listFiles };
});

vi.mock('../../src/store/sqlite/open-store.ts', async (original) => {
  const module = await original<typeof import('../../src/store/sqlite/open-store.ts')>();
  const openStore = async () => {
    const job = ownJob.current?.getStore() as OwnJob | undefined;
    if (job?.listsLate === false) await job.listing;
    return inTurns(world.store as Store, job);
  };
  return { ...module, openStore, dropQuarantinedIndexes: () => {} };
});

vi.mock('../../src/indexing/workers/parse-pool.ts', async (original) => {
  const module = await original<typeof import('../../src/indexing/workers/parse-pool.ts')>();
  const { runParseTask } = await import('../../src/indexing/workers/parse-task.ts');
  const { ResultPacker } = await import('../../src/indexing/workers/packed-results.ts');
  const openParsePool: typeof module.openParsePool = (_size, settings, onResults): ParsePool => ({
    workers: 1,
    prepare: () => {},
    relieve: () => {},
    close: async () => {},
    drain: async () => {},
    submit: async (tasks) => {
      await turn('read');
      const packer = new ResultPacker();
      for (const task of tasks) packer.add(await runParseTask(task, settings));
      onResults(packer.results());
    },
  });
  return { ...module, openParsePool };
});

/** The store as a job sees it, which waits for its turn before each step. */
function inTurns(store: Store, job: OwnJob | undefined): Store {
  const beginJob: Store['beginJob'] = async (start) => {
    await turn('take the lease');
    const writer = await store.beginJob(start);
    job?.onLease();
    return wrapped(writer, {
      hasVersions: () => turn('plan').then(() => writer.hasVersions()),
      publish: (publication) => turn('publish').then(() => writer.publish(publication)),
    } satisfies Partial<JobWriter>);
  };
  return wrapped(store, { beginJob, close: async () => {} } satisfies Partial<Store>);
}

function wrapped<Wrapped extends object>(real: Wrapped, own: Partial<Wrapped>): Wrapped {
  return new Proxy(real, {
    get: (target, key) => {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key);
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const firstFiles = { 'a.txt': 'a0', 'b.txt': 'b0', 'sub/c.txt': 'c0' };

/** The disk, with the states that each path has had. */
class Disk {
  readonly root = temporaryFolder();
  readonly #states = new Map<string, (string | undefined)[]>();
  #saves = 0;

  reset(): void {
    rmSync(this.root, { recursive: true, force: true });
    mkdirSync(this.root);
    world.root = this.root;
    world.changedAtMs.clear();
    this.#states.clear();
    this.#saves = 0;
    for (const [path, text] of Object.entries(firstFiles)) this.#set(path, text, 0);
  }

  /** All contents have the same length, so that only times can reveal a save. */
  save(path: string, text = `s${++this.#saves}`): void {
    this.#set(path, text, Date.now());
  }

  replace(path: string): void {
    const text = `s${++this.#saves}`;
    const temporary = `${this.root}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, join(this.root, path));
    this.#note(path, text, Date.now(), true);
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
    this.#note(path, undefined, Date.now(), true);
  }

  rename(from: string, to: string): void {
    const text = this.#states.get(from)?.at(-1);
    renameSync(join(this.root, from), join(this.root, to));
    this.#note(from, undefined, Date.now(), true);
    this.#note(to, text, Date.now(), true);
  }

  contents(): Record<string, string> {
    const present = [...this.#states].flatMap(([path, states]) => {
      const text = states.at(-1);
      return text === undefined ? [] : [[path, text] as const];
    });
    return Object.fromEntries(present);
  }

  /** Whether no path has an earlier state in `now` than in `before`. */
  isForward(before: Record<string, string>, now: Record<string, string>): boolean {
    return [...this.#states].every(([path, states]) => {
      return states.lastIndexOf(now[path]) >= states.indexOf(before[path]);
    });
  }

  #set(path: string, text: string, atMs: number): void {
    const full = join(this.root, path);
    const isNew = !existsSync(full);
    if (!existsSync(dirname(full))) {
      mkdirSync(dirname(full));
      world.changedAtMs.set(this.root, atMs);
    }
    writeFileSync(full, text);
    this.#note(path, text, atMs, isNew);
  }

  #note(path: string, text: string | undefined, atMs: number, isEntryChange: boolean): void {
    const full = join(this.root, path);
    world.changedAtMs.set(full, atMs);
    if (isEntryChange) world.changedAtMs.set(dirname(full), atMs);
    const states = this.#states.get(path) ?? [undefined];
    this.#states.set(path, [...states, text]);
  }
}

const saves: Readonly<Record<string, (disk: Disk) => void>> = {
  edit: (disk) => disk.save('a.txt'),
  undo: (disk) => disk.save('a.txt', firstFiles['a.txt']),
  create: (disk) => disk.save('new.txt'),
  'create in a new folder': (disk) => disk.save('fresh/new.txt'),
  delete: (disk) => disk.remove('sub/c.txt'),
  'rename over': (disk) => disk.replace('b.txt'),
  rename: (disk) => disk.rename('b.txt', 'sub/b.txt'),
};

const kinds = Object.keys(saves);
const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second]));
/** The second save needs a file that the first one removes. */
const impossible = ['delete, delete', 'rename, rename', 'rename, rename over'];
const possiblePairs = pairs.filter((names) => !impossible.includes(names.join(', ')));

interface Round {
  readonly saves: string;
  readonly names: readonly string[];
  readonly stepMs: number;
  readonly listsLate: boolean;
  readonly jobs: number;
}

/** Nothing is racy if steps are three seconds apart; everything is if they take a millisecond. */
const rounds = isLong
  ? [3_000, 1].flatMap((stepMs) => [
      ...kinds.flatMap((name) => [false, true].map((listsLate) => round([name], stepMs, listsLate))),
      ...possiblePairs.map((names) => round(names, stepMs, false)),
    ])
  : [
      ...['edit', 'create', 'delete', 'rename over'].map((name) => round([name], 3_000, false)),
      round(['edit'], 1, false),
      round(['create'], 3_000, true),
      round(['edit', 'undo'], 3_000, false, 1),
    ];

function round(names: readonly string[], stepMs: number, listsLate: boolean, jobs = 2): Round {
  return { saves: names.join(', '), names, stepMs, listsLate, jobs };
}

let orders = 0;
afterAll(() => reportSoak({ orders }));

describe('no order of jobs and saves loses a write', { timeout: isLong ? 3_600_000 : 300_000 }, () => {
  test.each(rounds)('$saves, $stepMs ms apart, $jobs jobs, listing late: $listsLate', async (round) => {
    orders += await checkEveryOrder(round);
  });
});

async function checkEveryOrder({ names, stepMs, listsLate, jobs: jobCount }: Round): Promise<number> {
  const disk = new Disk();
  const repository: Repository = {
    kind: 'folder',
    root: disk.root,
    identity: disk.root,
    bare: false,
    hashAlgorithm: 'sha1',
  };
  const freshnessHere = () =>
    new Freshness({
      root: disk.root,
      repository: async () => repository,
      settings: async () => ({ ...usualSettings, maxFileBytes: 1_000 }),
      watches: false,
    });
  // One store for all runs, because creating one takes longer than a run. So the time goes on from run to run.
  const store = openMemoryStore();
  const reader = new ProjectReader('p', store);
  world.store = store;
  let lasting: Freshness;
  let published: { readonly generation: number; readonly contents: Record<string, string> };

  const run = () =>
    runJob(
      { home: disk.root, root: disk.root, operation: 'sync', force: false, settings: usualSettings },
      () => {},
      new AbortController().signal,
    );
  const job = (name: string): Actor => ({
    name,
    run: () => {
      let onLease = () => {};
      const holdsLease = new Promise<void>((resolve) => {
        onLease = resolve;
      });
      return jobs.run({ listsLate, holdsLease, onLease: () => onLease() }, async () => {
        await run().catch((thrown) => {
          if (thrown.code !== 'sync_in_progress') throw thrown;
        });
      });
    },
  });
  const saver: Actor = {
    name: 'saver',
    run: async () => {
      for (const name of names) {
        await turn(name);
        saves[name]?.(disk);
      }
    },
  };
  const isFresh = async (freshness: Freshness, ref: RefRecord): Promise<boolean> => {
    const head = { name: 'live', source: 'worktree' } as const;
    const found = await freshness.ofRef({ store, reader }, ref, head, Number.POSITIVE_INFINITY);
    return found.verdict === 'fresh';
  };
  const look = async (): Promise<{ ref: RefRecord; contents: Record<string, string> }> => {
    const ref = (await store.ref('live')) as RefRecord;
    const contents: Record<string, string> = {};
    for (const file of await store.files(ref)) contents[file.path] = await store.text(file);
    return { ref, contents };
  };

  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    return await explore({
      begin: async () => {
        vi.setSystemTime(Date.now() + 10_000);
        disk.reset();
        await run();
        const { ref, contents } = await look();
        published = { generation: ref.generation, contents };
        vi.setSystemTime(Date.now() + 10_000);
        lasting = freshnessHere();
        expect(await isFresh(lasting, ref)).toBe(true);
        return [job('first'), { ...job('second'), startsAfter: 'first' }].slice(0, jobCount).concat(saver);
      },
      afterStep: async (steps) => {
        vi.setSystemTime(Date.now() + stepMs);
        const { ref, contents } = await look();
        const isSame = JSON.stringify(sorted(contents)) === JSON.stringify(sorted(disk.contents()));
        const order = steps.join(' → ');
        if ((await isFresh(lasting, ref)) && !isSame) expect.fail(`Fresh, but not the disk: ${order}`);
        if (!isSame && (await isFresh(freshnessHere(), ref))) expect.fail(`Fresh at first sight: ${order}`);
        if (ref.generation !== published.generation && !disk.isForward(published.contents, contents)) {
          expect.fail(`Published what is older than the publication before: ${order}`);
        }
        published = { generation: ref.generation, contents };
      },
      end: async (steps) => {
        vi.setSystemTime(Date.now() + 10_000);
        await run();
        const { ref, contents } = await look();
        expect(contents, steps.join(' → ')).toEqual(disk.contents());
        vi.setSystemTime(Date.now() + 10_000);
        expect(await isFresh(freshnessHere(), ref), steps.join(' → ')).toBe(true);
      },
    });
  } finally {
    vi.useRealTimers();
    await store.close();
  }
}

function sorted(contents: Record<string, string>): [string, string][] {
  return Object.entries(contents).sort(([a], [b]) => (a < b ? -1 : 1));
}
