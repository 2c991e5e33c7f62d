/**
 * No order of saves, jobs and questions loses a write. Real jobs, the small syncs of servers and a saver run step by step
 * in every order, on a real folder with the real listing, store, watches and freshness. After every step, an index that
 * is judged fresh must equal the disk, a publication must not be older than the one before, and an answer that is fresh
 * must have what was saved before its question. Only time is simulated: steps are a fixed time apart, for the
 * program and for the file system. Workers run inside the process, and the store is in memory.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Stats } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runJob } from '../../src/indexing/job/run-job.ts';
import type { ParsePool } from '../../src/indexing/workers/parse-pool.ts';
import { Freshness } from '../../src/project/freshness/freshness.ts';
import { WorktreeSync } from '../../src/project/freshness/worktree-sync.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import type { Repository } from '../../src/scan/git/repository.ts';
import { openMemoryStore } from '../../src/store/sqlite/open-store.ts';
import type { JobWriter, RefRecord, Store } from '../../src/store/store.ts';
import { type Actor, explore, turn } from '../support/explore.ts';
import { usualSettings } from '../support/run-job.ts';
import { firstFiles, SimulatedDisk } from '../support/simulated-disk.ts';
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
  const listPaths: typeof module.listPaths = async (...args) => {
    await turn('look');
    return module.listPaths(...args);
  };
  return { ...module, listFiles, listPaths };
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
    hasFailed: false,
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
      publishDelta: (publication) => turn('publish').then(() => writer.publishDelta(publication)),
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

const saves: Readonly<Record<string, (disk: SimulatedDisk) => void>> = {
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

/** A job, or a question to a server, which first syncs a small change itself. */
type Role = 'job' | 'question';

interface Round {
  readonly saves: readonly string[];
  readonly roles: readonly Role[];
  readonly stepMs: number;
  readonly listsLate: boolean;
  /** Whether servers watch the folder; otherwise they compare all names. */
  readonly watches: boolean;
}

const usual = { roles: ['job', 'job'], stepMs: 3_000, listsLate: false, watches: false } as const;
const withServer = [
  { ...usual, roles: ['question'] },
  { ...usual, roles: ['question'], watches: true },
  { ...usual, roles: ['question', 'question'] },
  { ...usual, roles: ['question', 'question'], watches: true },
] as const;
const withServerAndJob = [
  { ...usual, roles: ['job', 'question'] },
  { ...usual, roles: ['job', 'question'], watches: true },
] as const;

/** Nothing is racy if steps are three seconds apart; everything is if they take a millisecond. */
const rounds: readonly Round[] = isLong
  ? [3_000, 1].flatMap((stepMs) => [
      ...kinds.flatMap((name) => [
        { ...usual, saves: [name], stepMs },
        { ...usual, saves: [name], stepMs, listsLate: true },
        ...withServerAndJob.map((round) => ({ ...round, saves: [name], stepMs })),
      ]),
      ...possiblePairs.flatMap((names) =>
        [usual, ...withServer, ...withServerAndJob].map((round) => ({ ...round, saves: names, stepMs })),
      ),
    ])
  : [
      ...['edit', 'rename over'].map((name) => ({ ...usual, saves: [name] })),
      { ...usual, saves: ['edit'], stepMs: 1 },
      { ...usual, saves: ['create'], listsLate: true },
      { ...usual, saves: ['edit', 'undo'], roles: ['job'] },
      // A sync loses a second save if it takes itself for younger than it is.
      ...withServer.slice(0, 2).map((round) => ({ ...round, saves: ['edit', 'rename over'] })),
      ...withServer.slice(2).map((round) => ({ ...round, saves: ['create'] })),
      { ...usual, saves: ['edit', 'undo'], roles: ['question'], stepMs: 1, watches: true },
      ...withServerAndJob.map((round) => ({ ...round, saves: ['create'] })),
    ];

let orders = 0;
afterAll(() => reportSoak({ orders }));

describe('no order of jobs, questions and saves loses a write', { timeout: isLong ? 3_600_000 : 300_000 }, () => {
  test.each(rounds)('$saves, $roles, $stepMs ms, listing late: $listsLate, watching: $watches', async (round) => {
    orders += await checkEveryOrder(round);
  });
});

async function checkEveryOrder({ saves: names, roles, stepMs, listsLate, watches }: Round): Promise<number> {
  world.root = temporaryFolder();
  const disk = new SimulatedDisk(world.root, world.changedAtMs);
  const repository: Repository = {
    kind: 'folder',
    root: disk.root,
    identity: disk.root,
    bare: false,
    hashAlgorithm: 'sha1',
  };
  const settings = async () => usualSettings;
  const freshnessHere = (isWatching = false) =>
    new Freshness({ root: disk.root, repository: async () => repository, settings, watches: isWatching });
  // One store for all runs, because creating one takes longer than a run. So the time goes on from run to run.
  const store = openMemoryStore();
  const reader = new ProjectReader('p', store);
  world.store = store;
  const head = { name: 'live', source: 'worktree' } as const;
  let lasting = freshnessHere();
  let servers: WorktreeSync[] = [];
  let published: { readonly jobId: string; readonly contents: Record<string, string> };

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
  const question = (name: string, server: WorktreeSync): Actor => ({
    name,
    run: async () => {
      await turn('ask');
      const asked = disk.contents();
      const { isCurrent } = await server.sync({ store: inTurns(store, undefined), reader }, head, () => {});
      const { contents } = await look();
      if (isCurrent && !disk.isForward(asked, contents)) throw new Error('An answer lacks what was saved before.');
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
        published = { jobId: ref.jobId, contents };
        vi.setSystemTime(Date.now() + 10_000);
        lasting = freshnessHere(watches);
        expect(await isFresh(lasting, ref)).toBe(true);
        servers = roles.map(() => new WorktreeSync({ repository, settings, watches }));
        for (const server of servers) await server.compare({ store, reader }, head);
        const actors = roles.map((role, at) => {
          const name = `${role} ${at + 1}`;
          const actor = role === 'job' ? job(name) : question(name, servers[at] as WorktreeSync);
          return at > 0 && roles[at - 1] === role ? { ...actor, startsAfter: `${role} ${at}` } : actor;
        });
        return [...actors, saver];
      },
      afterStep: async (steps) => {
        vi.setSystemTime(Date.now() + stepMs);
        const { ref, contents } = await look();
        const isSame = JSON.stringify(sorted(contents)) === JSON.stringify(sorted(disk.contents()));
        const order = steps.join(' → ');
        if ((await isFresh(lasting, ref)) && !isSame) expect.fail(`Fresh, but not the disk: ${order}`);
        if (!isSame && (await isFresh(freshnessHere(), ref))) expect.fail(`Fresh at first sight: ${order}`);
        if (ref.jobId !== published.jobId && !disk.isForward(published.contents, contents)) {
          expect.fail(`Published what is older than the publication before: ${order}`);
        }
        published = { jobId: ref.jobId, contents };
      },
      end: async (steps) => {
        vi.setSystemTime(Date.now() + 10_000);
        await run();
        const { ref, contents } = await look();
        expect(contents, steps.join(' → ')).toEqual(disk.contents());
        vi.setSystemTime(Date.now() + 10_000);
        expect(await isFresh(freshnessHere(), ref), steps.join(' → ')).toBe(true);
        lasting.rest();
        for (const server of servers) server.rest();
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
