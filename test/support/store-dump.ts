/**
 * Dumps the content of an index, row by row, in an order and with names that do not depend on its history: two indexes
 * of the same files must have the same dump. Rows that no ref reaches are counted as leftovers.
 */
import { inflateRawSync } from 'node:zlib';
import { openDatabase, type Row } from '../../src/store/sqlite/sqlite.ts';

export interface StoreDump {
  readonly refs: unknown[];
  readonly files: Record<string, unknown>;
  /** Per table, the rows that belong to no file version of any ref. */
  readonly leftovers: Record<string, number>;
}

export function dumpStore(file: string): StoreDump {
  const database = openDatabase(file);
  const all = (sql: string) => database.prepare(sql).all();
  try {
    database.exec(`
      CREATE VIRTUAL TABLE temp.chunk_terms USING fts5vocab(main, chunk_words, instance);
      CREATE VIRTUAL TABLE temp.symbol_terms USING fts5vocab(main, symbol_words, instance);
      CREATE VIRTUAL TABLE temp.path_terms USING fts5vocab(main, path_words, instance);`);
    const versions = all('SELECT *, lower(hex(hash)) AS blob FROM file_versions');
    const keyOf = new Map(versions.map((row) => [row.id, `${row.path} ${row.blob}`]));
    const chunkTerms = termsBy(all('SELECT doc, term, col FROM chunk_terms'));
    const symbolTerms = termsBy(all('SELECT doc, term, col FROM symbol_terms'));
    const pathTerms = termsBy(all('SELECT doc, term, col FROM path_terms'));
    const chunks = groupBy(all('SELECT * FROM chunks ORDER BY line_start'), 'version_id');
    const symbols = groupBy(
      all(`SELECT s.*, n.name, p.name AS scope FROM symbols s JOIN names n ON n.id = s.name_id
           JOIN names p ON p.id = s.scope_id ORDER BY s.id`),
      'version_id',
    );
    const imports = groupBy(
      all(`SELECT i.*, s.name AS source, n.name AS name, a.name AS alias FROM imports i JOIN names s ON s.id = i.source_id
           LEFT JOIN names n ON n.id = i.name_id LEFT JOIN names a ON a.id = i.alias_id ORDER BY i.position`),
      'version_id',
    );
    const uses = groupBy(
      all(
        `SELECT u.version_id, n.name, hex(u.sites) AS sites FROM uses u JOIN names n ON n.id = u.name_id ORDER BY n.name`,
      ),
      'version_id',
    );
    const bindings = new Map(
      all('SELECT version_id, hex(packed) AS packed FROM bindings').map((row) => [row.version_id, row.packed]),
    );
    const sources = new Map(all('SELECT * FROM sources').map((row) => [row.version_id, row.source as Uint8Array]));
    const files: Record<string, unknown> = {};
    for (const row of versions) {
      const source = sources.get(row.id as number);
      files[keyOf.get(row.id) as string] = {
        ...without(row, ['id', 'hash', 'epoch', 'first_symbol', 'first_chunk']),
        text: source && inflateRawSync(source).toString('utf8'),
        pathTerms: pathTerms.get(row.id),
        symbols: symbols.get(row.id)?.map((symbol) => ({
          ...without(symbol, ['id', 'version_id', 'name_id', 'scope_id']),
          terms: symbolTerms.get(symbol.id),
        })),
        imports: imports.get(row.id)?.map((each) => without(each, ['version_id', 'source_id', 'name_id', 'alias_id'])),
        uses: uses.get(row.id)?.map((use) => without(use, ['version_id'])),
        bindings: bindings.get(row.id as number),
        chunks: chunks.get(row.id)?.map((chunk) => ({
          ...without(chunk, ['id', 'version_id']),
          terms: chunkTerms.get(chunk.id),
        })),
      };
    }
    const refs = all('SELECT * FROM refs ORDER BY name').map((ref) => ({
      ...without(ref, ['id', 'root', 'published_at', 'job_id']),
      files: all(`SELECT version_id FROM ref_files WHERE ref_id = ${ref.id}`)
        .map((row) => keyOf.get(row.version_id))
        .sort(),
      skips: all(`SELECT path, reason FROM ref_skips WHERE ref_id = ${ref.id} ORDER BY path`).map((row) => ({
        ...row,
      })),
    }));
    return { refs, files, leftovers: leftoversOf(all) };
  } finally {
    database.close();
  }
}

/** Returns the content of the refs, without the leftovers of an interrupted job. */
export function contentOf(file: string) {
  const { refs, files } = dumpStore(file);
  const reached = new Set(refs.flatMap((ref) => (ref as { files: string[] }).files));
  return {
    refs,
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([key]) => reached.has(key))
        .sort(),
    ),
  };
}

/** Returns one ref with the content of its files, and the leftovers. */
export function refDump(file: string, name: string) {
  const dump = dumpStore(file);
  const ref = dump.refs.find((each) => (each as { name: string }).name === name) as { files: string[] };
  return { ref, files: ref.files.map((key) => dump.files[key]), leftovers: dump.leftovers };
}

function leftoversOf(all: (sql: string) => Row[]): Record<string, number> {
  const reached = 'SELECT version_id FROM ref_files';
  const counts: Record<string, string> = {
    file_versions: `SELECT count(*) AS n FROM file_versions WHERE id NOT IN (${reached})`,
    sources: `SELECT count(*) AS n FROM sources WHERE version_id NOT IN (${reached})`,
    symbols: `SELECT count(*) AS n FROM symbols WHERE version_id NOT IN (${reached})`,
    imports: `SELECT count(*) AS n FROM imports WHERE version_id NOT IN (${reached})`,
    uses: `SELECT count(*) AS n FROM uses WHERE version_id NOT IN (${reached})`,
    bindings: `SELECT count(*) AS n FROM bindings WHERE version_id NOT IN (${reached})`,
    chunks: `SELECT count(*) AS n FROM chunks WHERE version_id NOT IN (${reached})`,
    chunk_words: 'SELECT count(DISTINCT doc) AS n FROM chunk_terms WHERE doc NOT IN (SELECT id FROM chunks)',
    symbol_words: 'SELECT count(DISTINCT doc) AS n FROM symbol_terms WHERE doc NOT IN (SELECT id FROM symbols)',
    path_words: `SELECT count(DISTINCT doc) AS n FROM path_terms WHERE doc NOT IN (${reached})`,
    jobs: `SELECT count(*) AS n FROM jobs WHERE status = 'running'`,
    lease: 'SELECT count(*) AS n FROM lease',
  };
  return Object.fromEntries(Object.entries(counts).map(([table, sql]) => [table, Number(all(sql)[0]?.n)]));
}

function termsBy(rows: Row[]): Map<unknown, string[]> {
  const terms = new Map<unknown, string[]>();
  for (const row of rows) {
    const term = `${row.col ?? ''}:${row.term}`;
    const known = terms.get(row.doc);
    if (known === undefined) terms.set(row.doc, [term]);
    else known.push(term);
  }
  for (const list of terms.values()) list.sort();
  return terms;
}

function groupBy(rows: Row[], column: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group === undefined) groups.set(row[column], [row]);
    else group.push(row);
  }
  return groups;
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}
