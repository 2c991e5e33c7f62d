/**
 * The registry lists every registered workspace with its project. Linked worktrees of one repository are workspaces of
 * one project, so they share its index.
 */
import { sep } from 'node:path';
import { isDamage } from '../damage.ts';
import { stampOfFiles } from '../sqlite/database-files.ts';
import { releaseSharedMemory, SharedMemoryWatch } from '../sqlite/shared-memory.ts';
import type { Row, SqliteDriver } from '../sqlite/sqlite.ts';
import { cannotWrite, isBusy, retriedWhileBusy, waitInTurns } from '../sqlite/store-errors.ts';
import { healRegistryFile, type OpenRegistry, openRegistryFile, registryFile } from './registry-file.ts';
import { register, restore, rowOf, toWorkspace } from './registry-rows.ts';

export interface Workspace {
  readonly root: string;
  readonly projectId: string;
  readonly kind: 'git' | 'folder';
  readonly registeredAt: string;
  readonly lastUsedAt: string;
  /** Registered automatically by a server; it may be evicted. */
  readonly autoDiscovered: boolean;
}

export interface WorkspaceIdentity {
  readonly root: string;
  readonly identity: string;
  readonly kind: 'git' | 'folder';
  /** Only applies to a new workspace; registering it explicitly makes it permanent. */
  readonly autoDiscovered?: boolean;
}

export interface Registry {
  register(workspace: WorkspaceIdentity): Promise<{ workspace: Workspace; isNew: boolean }>;
  /** Returns the innermost workspace whose root is or contains the path. The path must be canonical. */
  find(path: string): Promise<Workspace | undefined>;
  list(): Promise<Workspace[]>;
  /** Records that the workspace is in use. */
  touch(root: string): Promise<void>;
  /** Removes a workspace; its index is kept. */
  remove(root: string): Promise<void>;
  close(): Promise<void>;
}

export { projectIdOf, storedProjects } from './project-id.ts';

/**
 * Opens the registry. A damaged one is quarantined, and its workspaces are recovered from the indexes. One that cannot be
 * written to is only read.
 */
export async function openRegistry(home: string, options: { driver?: SqliteDriver } = {}): Promise<Registry> {
  const opened = new SqliteRegistry(home, options.driver);
  await opened.list();
  return opened;
}

/** A registry that could not be written to is opened again after this time. */
const retryWritingMs = 2_000;

class SqliteRegistry implements Registry {
  readonly #home: string;
  readonly #driver: SqliteDriver | undefined;
  readonly #sharedMemory: SharedMemoryWatch;
  #open: Promise<OpenRegistry> | undefined;
  /** The workspaces as last read. A file that was deleted or replaced while it was open may lack some of them. */
  #known: readonly Row[] = [];
  #isClosed = false;

  constructor(home: string, driver: SqliteDriver | undefined) {
    this.#home = home;
    this.#driver = driver;
    this.#sharedMemory = new SharedMemoryWatch(registryFile(home));
  }

  register(workspace: WorkspaceIdentity): Promise<{ workspace: Workspace; isNew: boolean }> {
    return this.#attempt(({ database }) => {
      try {
        return register(database, workspace);
      } catch (thrown) {
        // A workspace that is registered as it should be needs no write.
        const row = cannotWrite(thrown) || isBusy(thrown) ? rowOf(database, workspace.root) : undefined;
        if (row?.identity !== workspace.identity) throw thrown;
        const known = toWorkspace(row);
        if (isBusy(thrown) && known.autoDiscovered && !workspace.autoDiscovered) throw thrown;
        return { workspace: known, isNew: false };
      }
    });
  }

  async find(path: string): Promise<Workspace | undefined> {
    const workspaces = await this.list();
    return workspaces
      .filter(({ root }) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
      .sort((a, b) => b.root.length - a.root.length)[0];
  }

  list(): Promise<Workspace[]> {
    return this.#attempt(({ database }) => {
      this.#known = database.prepare('SELECT * FROM known_workspaces ORDER BY root').all();
      return this.#known.map(toWorkspace);
    });
  }

  touch(root: string): Promise<void> {
    const now = new Date().toISOString();
    return this.#attempt(({ database }) => {
      try {
        database.exec('PRAGMA busy_timeout = 0');
        database.prepare('UPDATE known_workspaces SET last_used_at = ? WHERE root = ?').run(now, root);
      } catch (thrown) {
        // The time only decides which discovered workspace is evicted first.
        if (!cannotWrite(thrown) && !isBusy(thrown)) throw thrown;
      } finally {
        waitInTurns(database);
      }
    });
  }

  remove(root: string): Promise<void> {
    return this.#attempt(({ database }) => database.prepare('DELETE FROM known_workspaces WHERE root = ?').run(root));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const registry = await this.#open?.catch(() => undefined);
    if (registry !== undefined) await this.#sharedMemory.check();
    registry?.database.close();
  }

  #attempt<Result>(work: (registry: OpenRegistry) => Result): Promise<Result> {
    // Each attempt begins with the file: whoever holds the lock may have replaced it.
    return retriedWhileBusy(async () => {
      const registry = await this.#current();
      try {
        return work(registry);
      } catch (thrown) {
        if (!isDamage(thrown)) throw thrown;
        return work(await this.#replaced(registry));
      }
    });
  }

  /** The connection, opened again if another process has replaced the file, or if it may be written to by now. */
  async #current(): Promise<OpenRegistry> {
    const known = this.#open;
    const registry = await known?.catch(() => undefined);
    if (registry === undefined) return this.#reopened(known, undefined);
    await this.#sharedMemory.check();
    const { stamp, isReadOnly, openedAtMs } = registry;
    const isSame = stamp === stampOfFiles(registryFile(this.#home), isReadOnly);
    const isDue = isReadOnly && performance.now() - openedAtMs > retryWritingMs;
    return (isSame && !isDue) || this.#isClosed ? registry : this.#reopened(known, registry);
  }

  /** Opens what replaces a damaged registry. */
  async #replaced(damaged: OpenRegistry): Promise<OpenRegistry> {
    const known = this.#open;
    const registry = await known?.catch(() => undefined);
    return registry === undefined || registry === damaged ? this.#reopened(known, damaged) : registry;
  }

  /** Opens once for all calls that wait for it. If that fails, the next call tries again. */
  #reopened(known: Promise<OpenRegistry> | undefined, before: OpenRegistry | undefined): Promise<OpenRegistry> {
    if (this.#open !== known) return this.#open as Promise<OpenRegistry>;
    // Open until its replacement is there, it would delete the write-ahead log of that.
    before?.database.close();
    this.#open = this.#opened(before !== undefined);
    return this.#open;
  }

  async #opened(isReplaced: boolean): Promise<OpenRegistry> {
    const [home, driver] = [this.#home, this.#driver];
    if (isReplaced) await releaseSharedMemory(registryFile(home));
    const registry = await openRegistryFile(home, driver).catch((thrown) => {
      if (!isDamage(thrown)) throw thrown;
      return healRegistryFile(home, driver);
    });
    this.#sharedMemory.begin();
    if (isReplaced && !registry.isReadOnly) {
      await retriedWhileBusy(() => restore(registry.database, this.#known));
    }
    return registry;
  }
}
