/**
 * The registry lists every registered workspace with its project. Linked worktrees of one repository are workspaces of
 * one project, so they share its index.
 */
import { join, sep } from 'node:path';
import { damaged, isDamage } from '../damage.ts';
import { ensurePrivateFile, ensurePrivateFolder } from '../private-files.ts';
import { quarantine } from '../sqlite/open-store.ts';
import { type Database, openDatabase, type Row, type SqliteDriver } from '../sqlite/sqlite.ts';
import { busyWaitMs, retriedWhileBusy, storeError, withStoreErrors } from '../sqlite/store-errors.ts';
import { warn } from '../warn.ts';
import { workspacesOfIndexes } from './heal-registry.ts';
import { projectIdOf } from './project-id.ts';

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

/** Opens the registry. A damaged one is quarantined, and its workspaces are recovered from the indexes. */
export async function openRegistry(home: string, options: { driver?: SqliteDriver } = {}): Promise<Registry> {
  const file = join(home, 'registry.db');
  ensurePrivateFolder(home);
  // Two processes that create it at once fail immediately, since neither can wait for the other.
  const open = () => retriedWhileBusy(() => openSound(file, options.driver));
  const heal = async () => {
    const workspaces = await workspacesOfIndexes(home, options);
    // Another process may already have replaced it.
    try {
      return await open();
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
    }
    const quarantined = quarantine(file);
    const database = await open();
    for (const workspace of workspaces) register(database, workspace);
    warn(
      `The registry of workspaces was damaged and was rebuilt with the folders that are indexed (${workspaces.length}); ` +
        `others are registered at their next use. The damaged file was moved to ${quarantined}.`,
    );
    return database;
  };
  try {
    return new SqliteRegistry(await open(), heal);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return new SqliteRegistry(await heal(), heal);
  }
}

function openSound(file: string, driver: SqliteDriver | undefined): Database {
  ensurePrivateFile(file);
  let database: Database | undefined;
  try {
    database = withStoreErrors(openDatabase(file, driver), file);
    database.exec(`PRAGMA busy_timeout = ${busyWaitMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS known_workspaces (
  root TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  kind TEXT NOT NULL,
  registered_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  auto_discovered INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;`);
    // The registry has only a few pages, so all of them are checked.
    const [complaint] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (complaint !== 'ok') throw damaged(`${file}: ${complaint}`);
    return database;
  } catch (thrown) {
    database?.close();
    throw storeError(thrown, file);
  }
}

function register(
  database: Database,
  { root, identity, kind, autoDiscovered = false }: WorkspaceIdentity,
): { workspace: Workspace; isNew: boolean } {
  const now = new Date().toISOString();
  const known = database.prepare('SELECT identity FROM known_workspaces WHERE root = ?').get(root);
  database
    .prepare(
      `INSERT INTO known_workspaces (root, project_id, identity, kind, registered_at, last_used_at, auto_discovered)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (root) DO UPDATE SET project_id = excluded.project_id, identity = excluded.identity,
           kind = excluded.kind, last_used_at = excluded.last_used_at,
           auto_discovered = min(auto_discovered, excluded.auto_discovered)`,
    )
    .run(root, projectIdOf(identity), identity, kind, now, now, autoDiscovered ? 1 : 0);
  const row = database.prepare('SELECT * FROM known_workspaces WHERE root = ?').get(root) as Row;
  return { workspace: toWorkspace(row), isNew: known?.identity !== identity };
}

class SqliteRegistry implements Registry {
  /** Undefined if it was damaged and is closed. */
  #database: Database | undefined;
  /** Opens the database that replaces a damaged one. */
  readonly #heal: () => Promise<Database>;
  #healing: Promise<Database> | undefined;

  constructor(database: Database, heal: () => Promise<Database>) {
    this.#database = database;
    this.#heal = heal;
  }

  register(workspace: WorkspaceIdentity): Promise<{ workspace: Workspace; isNew: boolean }> {
    return this.#attempt((database) => register(database, workspace));
  }

  async find(path: string): Promise<Workspace | undefined> {
    const workspaces = await this.list();
    return workspaces
      .filter(({ root }) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
      .sort((a, b) => b.root.length - a.root.length)[0];
  }

  list(): Promise<Workspace[]> {
    return this.#attempt((database) =>
      database.prepare('SELECT * FROM known_workspaces ORDER BY root').all().map(toWorkspace),
    );
  }

  touch(root: string): Promise<void> {
    const now = new Date().toISOString();
    return this.#attempt((database) =>
      database.prepare('UPDATE known_workspaces SET last_used_at = ? WHERE root = ?').run(now, root),
    );
  }

  remove(root: string): Promise<void> {
    return this.#attempt((database) => database.prepare('DELETE FROM known_workspaces WHERE root = ?').run(root));
  }

  async close(): Promise<void> {
    this.#database?.close();
  }

  async #attempt<Result>(work: (database: Database) => Result): Promise<Result> {
    const database = this.#database ?? (await this.#healed());
    try {
      return work(database);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      return work(await this.#healed(database));
    }
  }

  /** Heals once for all calls that encounter the damage. If that fails, the next call tries again. */
  #healed(damaged?: Database): Promise<Database> {
    if (this.#healing !== undefined) return this.#healing;
    if (this.#database !== undefined && this.#database !== damaged) return Promise.resolve(this.#database);
    this.#database = undefined;
    // Open until its replacement is there, it would delete the write-ahead log of that.
    damaged?.close();
    this.#healing = this.#heal()
      .then((database) => {
        this.#database = database;
        return database;
      })
      .finally(() => {
        this.#healing = undefined;
      });
    return this.#healing;
  }
}

function toWorkspace(row: Row): Workspace {
  return {
    root: row.root as string,
    projectId: row.project_id as string,
    kind: row.kind as Workspace['kind'],
    registeredAt: row.registered_at as string,
    lastUsedAt: row.last_used_at as string,
    autoDiscovered: row.auto_discovered === 1,
  };
}
