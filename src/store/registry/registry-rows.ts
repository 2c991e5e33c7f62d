/** The rows of the registry, one per workspace. */
import type { Database, Row } from '../sqlite/sqlite.ts';
import { projectIdOf } from './project-id.ts';
import type { Workspace, WorkspaceIdentity } from './registry.ts';

export function register(
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
  return { workspace: toWorkspace(rowOf(database, root) as Row), isNew: known?.identity !== identity };
}

/** Adds the workspaces that a new file lacks. */
export function restore(database: Database, rows: readonly Row[]): void {
  for (const row of rows) {
    const columns = Object.keys(row);
    database
      .prepare(
        `INSERT OR IGNORE INTO known_workspaces (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      )
      .run(...Object.values(row));
  }
}

export function rowOf(database: Database, root: string): Row | undefined {
  return database.prepare('SELECT * FROM known_workspaces WHERE root = ?').get(root);
}

export function toWorkspace(row: Row): Workspace {
  return {
    root: row.root as string,
    projectId: row.project_id as string,
    kind: row.kind as Workspace['kind'],
    registeredAt: row.registered_at as string,
    lastUsedAt: row.last_used_at as string,
    autoDiscovered: row.auto_discovered === 1,
  };
}
