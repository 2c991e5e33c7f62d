/**
 * The registry knows every workspace that was ever registered and which project it belongs to. Linked worktrees
 * of one repository are workspaces of one project, so they share its index.
 */
import { join, sep } from 'node:path';
import { blake3 } from '@noble/hashes/blake3.js';
import { ensurePrivateFile, ensurePrivateFolder } from './private-files.ts';
import { type Database, openDatabase, type Row, type SqliteDriver } from './sqlite.ts';
import { storeError, withStoreErrors } from './sqlite-errors.ts';

export interface Workspace {
  readonly root: string;
  readonly projectId: string;
  readonly kind: 'git' | 'folder';
  readonly registeredAt: string;
  readonly lastUsedAt: string;
  /** Registered by a server of its own accord; it may give way to others. */
  readonly autoDiscovered: boolean;
}

export interface WorkspaceIdentity {
  readonly root: string;
  readonly identity: string;
  readonly kind: 'git' | 'folder';
  /** Counts only where the workspace is new; whoever registers it by hand makes it permanent. */
  readonly autoDiscovered?: boolean;
}

export interface Registry {
  register(workspace: WorkspaceIdentity): Promise<{ workspace: Workspace; isNew: boolean }>;
  /** The workspace whose root is the path or holds it; the innermost, if several do. The path must be canonical. */
  find(path: string): Promise<Workspace | undefined>;
  list(): Promise<Workspace[]>;
  /** Says that the workspace is in use. */
  touch(root: string): Promise<void>;
  /** Forgets a workspace; its index stays where it is. */
  remove(root: string): Promise<void>;
  close(): Promise<void>;
}

export function projectIdOf(identity: string): string {
  return Buffer.from(blake3(new TextEncoder().encode(identity)))
    .toString('hex')
    .slice(0, 16);
}

export async function openRegistry(home: string, options: { driver?: SqliteDriver } = {}): Promise<Registry> {
  const file = join(home, 'registry.db');
  ensurePrivateFolder(home);
  ensurePrivateFile(file);
  try {
    const database = withStoreErrors(openDatabase(file, options.driver), file);
    database.exec(`PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS known_workspaces (
  root TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  kind TEXT NOT NULL,
  registered_at TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  auto_discovered INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;`);
    return new SqliteRegistry(database);
  } catch (thrown) {
    throw storeError(thrown, file);
  }
}

class SqliteRegistry implements Registry {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async register({
    root,
    identity,
    kind,
    autoDiscovered = false,
  }: WorkspaceIdentity): Promise<{ workspace: Workspace; isNew: boolean }> {
    const now = new Date().toISOString();
    const known = this.#database.prepare('SELECT identity FROM known_workspaces WHERE root = ?').get(root);
    this.#database
      .prepare(
        `INSERT INTO known_workspaces (root, project_id, identity, kind, registered_at, last_used_at, auto_discovered)
           VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (root) DO UPDATE SET project_id = excluded.project_id, identity = excluded.identity,
             kind = excluded.kind, last_used_at = excluded.last_used_at,
             auto_discovered = min(auto_discovered, excluded.auto_discovered)`,
      )
      .run(root, projectIdOf(identity), identity, kind, now, now, autoDiscovered ? 1 : 0);
    const row = this.#database.prepare('SELECT * FROM known_workspaces WHERE root = ?').get(root) as Row;
    return { workspace: toWorkspace(row), isNew: known?.identity !== identity };
  }

  async find(path: string): Promise<Workspace | undefined> {
    const workspaces = await this.list();
    return workspaces
      .filter(({ root }) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
      .sort((a, b) => b.root.length - a.root.length)[0];
  }

  async list(): Promise<Workspace[]> {
    return this.#database.prepare('SELECT * FROM known_workspaces ORDER BY root').all().map(toWorkspace);
  }

  async touch(root: string): Promise<void> {
    const now = new Date().toISOString();
    this.#database.prepare('UPDATE known_workspaces SET last_used_at = ? WHERE root = ?').run(now, root);
  }

  async remove(root: string): Promise<void> {
    this.#database.prepare('DELETE FROM known_workspaces WHERE root = ?').run(root);
  }

  async close(): Promise<void> {
    this.#database.close();
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
