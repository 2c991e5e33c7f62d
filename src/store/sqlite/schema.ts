/** The schema of a project's index: its version, and the tables and indexes. */

import type { Column, ColumnsOf, ColumnType } from '../codec/columns.ts';
import { symbolColumns, symbolWords } from '../codec/symbol-columns.ts';
import { versionColumns } from '../codec/version-columns.ts';
import type { ExpectedTables } from './expected-schema.ts';
import { type Database, transaction } from './sqlite.ts';

/** Increase it whenever the stored data or its extraction changes: older indexes must be rebuilt. */
export const schemaVersion = 11;

/** Identifies our files (`CCmp`), so that a foreign database is not mistaken for a damaged index. */
export const applicationId = 0x43436d70;

/** Created before the first publication: maintaining them row by row would cost several times as much. */
const indexes = `
-- A covering index of what distinguishes symbols of one name: there may be thousands, and row lookups cost far more.
CREATE INDEX symbols_by_name ON symbols (name_id, version_id, kind, visibility, scope_id, line_start);
CREATE INDEX symbols_by_stable_id ON symbols (stable_id);
CREATE INDEX uses_by_name ON uses (name_id);
CREATE INDEX ref_files_by_version ON ref_files (version_id);
`;

/** The number of segments that FTS5 merges at once as a table grows; its own default. */
const usualMerging = 4;

export function createSchema(database: Database): void {
  transaction(database, () =>
    database.exec(`${tableDefinitions()}
${setMerging(0)}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};`),
  );
}

/** Prepares the first publication: creates the indexes and merges each full-text table, which makes queries faster. */
export function completeSchema(database: Database): void {
  if (database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'symbols_by_name'`).get() !== undefined) return;
  database.exec(indexes);
  putWordsTogether(database);
  database.exec(setMerging(usualMerging));
}

/** Merges each full-text table into one segment, without the words of deleted rows. */
export function putWordsTogether(database: Database): void {
  for (const table of wordTables) database.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
}

/** Merging is off until the first publication, which merges everything anyway. */
function setMerging(pieces: number): string {
  return wordTables.map((table) => `INSERT INTO ${table}(${table}, rank) VALUES ('automerge', ${pieces});`).join('\n');
}

/**
 * The tables of a project's index and their columns, the single source of definitions and inserts. Facts belong to a
 * file version and are written once; a ref is a set of file versions. Ids of symbols and chunks are consecutive within
 * a file version, so a version stores only their range.
 */
interface Table {
  /** Names with their SQL types, in row order. */
  readonly columns: Readonly<Record<string, string>>;
  /** The table constraint after the columns. */
  readonly constraint?: string;
  readonly isWithoutRowid?: true;
  /** Comments in the definition, by column. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** A full-text table: its columns, and the detail level of its postings. */
interface WordTable {
  readonly words: readonly string[];
  readonly detail: 'none' | 'column';
}

const integer = 'INTEGER NOT NULL';
const text = 'TEXT NOT NULL';
const blob = 'BLOB NOT NULL';
const key = 'INTEGER PRIMARY KEY';

/** The SQL types of the codec's column types. */
const sqlTypes: Readonly<Record<ColumnType, string>> = {
  key,
  integer: 'INTEGER',
  name: 'INTEGER',
  text: 'TEXT',
  bytes: 'BLOB',
};

export const tables = {
  names: { columns: { id: key, name: `${text} UNIQUE` } },
  file_versions: { ...described(versionColumns), constraint: 'UNIQUE (path, hash, epoch)' },
  sources: {
    columns: { version_id: key, source: blob },
    notes: { source: 'The text as UTF-8, deflated.' },
  },
  symbols: { columns: { id: key, version_id: integer, ...described(symbolColumns).columns } },
  imports: {
    columns: {
      version_id: integer,
      position: integer,
      source_id: integer,
      name_id: 'INTEGER',
      alias_id: 'INTEGER',
      reexport: integer,
      line_start: integer,
      line_end: integer,
      within: integer,
    },
    constraint: 'PRIMARY KEY (version_id, position)',
    isWithoutRowid: true,
  },
  /** One row per name and file version; the references are packed (codec/packed-facts.ts). */
  uses: {
    columns: { version_id: integer, name_id: integer, sites: blob },
    constraint: 'PRIMARY KEY (version_id, name_id)',
    isWithoutRowid: true,
  },
  /** The variables that calls are made on, packed (codec/packed-facts.ts); no row if there are none. */
  bindings: { columns: { version_id: key, packed: blob } },
  /** The vectors of the symbols, packed (codec/symbol-vectors.ts); no row if there are none. */
  vectors: { columns: { version_id: key, packed: blob } },
  chunks: { columns: { id: key, version_id: integer, line_start: integer, line_end: integer } },
  chunk_words: { words: ['words'], detail: 'none' },
  symbol_words: { words: Object.keys(symbolWords), detail: 'column' },
  path_words: { words: ['words'], detail: 'none' },
  refs: {
    columns: {
      id: key,
      name: `${text} UNIQUE`,
      commit_id: 'TEXT',
      source: text,
      root: text,
      published_at: text,
      job_id: text,
      rules: text,
      file_count: integer,
      symbol_count: integer,
    },
    notes: {
      rules: 'The settings by which the files were listed.',
      job_id: 'Identifies the publication: a job publishes once, and its id is never reused.',
    },
  },
  ref_files: {
    columns: { ref_id: integer, version_id: integer },
    constraint: 'PRIMARY KEY (ref_id, version_id)',
    isWithoutRowid: true,
  },
  ref_skips: {
    columns: { ref_id: integer, path: text, reason: text },
    constraint: 'PRIMARY KEY (ref_id, path)',
    isWithoutRowid: true,
  },
  /** The content of a working file when it was last read: an equal stat means the content is unchanged. */
  remembered_stats: {
    columns: {
      root: text,
      path: text,
      size: integer,
      mtime_us: integer,
      ctime_us: integer,
      inode: integer,
      hash: blob,
    },
    constraint: 'PRIMARY KEY (root, path)',
    isWithoutRowid: true,
  },
  jobs: {
    columns: {
      id: 'TEXT PRIMARY KEY',
      ref: text,
      operation: text,
      mode: text,
      status: text,
      created_at: text,
      finished_at: 'TEXT',
      duration_ms: 'INTEGER',
      progress: text,
      changed_files: 'INTEGER',
      error_code: 'TEXT',
      error_message: 'TEXT',
    },
    isWithoutRowid: true,
  },
  /** At most one row: the job that may write, with its heartbeat. */
  lease: {
    columns: {
      only_one: `${key} CHECK (only_one = 1)`,
      token: text,
      job_id: text,
      pid: integer,
      host: text,
      heartbeat_ms: integer,
    },
  },
} as const satisfies Record<string, Table | WordTable>;

export type TableName = keyof typeof tables;

export const wordTables = (Object.keys(tables) as TableName[]).filter(isWordTable);

export function isWordTable(name: TableName): boolean {
  return 'words' in tables[name];
}

/** Returns the columns in row order. */
export function columnNames(name: TableName): string[] {
  const table: Table | WordTable = tables[name];
  return 'words' in table ? ['rowid', ...table.words] : Object.keys(table.columns);
}

/** The tables that SQLite keeps for each full-text table. */
const shadowTables = ['data', 'idx', 'docsize', 'config'];

/** What an index must have: every table with its columns. */
export const expectedTables: ExpectedTables = new Map(
  (Object.keys(tables) as TableName[]).flatMap((name): [string, readonly string[]][] =>
    isWordTable(name)
      ? [[name, columnNames(name).slice(1)], ...shadowTables.map((each): [string, []] => [`${name}_${each}`, []])]
      : [[name, columnNames(name)]],
  ),
);

/** Returns the statements that create the tables. */
export function tableDefinitions(): string {
  return Object.entries<Table | WordTable>(tables)
    .map(([name, table]) => ('words' in table ? wordTableDefinition(name, table) : tableDefinition(name, table)))
    .join('\n');
}

function tableDefinition(name: string, { columns, constraint, isWithoutRowid, notes }: Table): string {
  const lines = Object.entries(columns).map(([column, type]) => {
    const note = notes?.[column];
    return `${note === undefined ? '' : `-- ${note}\n  `}${column} ${type}`;
  });
  if (constraint !== undefined) lines.push(constraint);
  return `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n)${isWithoutRowid ? ' WITHOUT ROWID' : ''};`;
}

function wordTableDefinition(name: string, { words, detail }: WordTable): string {
  return `CREATE VIRTUAL TABLE ${name} USING fts5(
  ${words.join(', ')}, content='', contentless_delete=1, detail=${detail}, tokenize="ascii tokenchars '_$'"
);`;
}

function described<Row, Source>(described: ColumnsOf<Row, Source>): Pick<Table, 'columns' | 'notes'> {
  const columns = Object.values<Column<Source, unknown>>(described);
  return {
    columns: Object.fromEntries(
      columns.map(({ column, type, optional }) => [
        column,
        type === 'key' || optional ? sqlTypes[type] : `${sqlTypes[type]} NOT NULL`,
      ]),
    ),
    notes: Object.fromEntries(columns.flatMap(({ column, note }) => (note === undefined ? [] : [[column, note]]))),
  };
}
