/** Reads the facts of file versions other than symbols: text, imports, references and bindings. */
import type { BindingFact, ImportFact, ReferenceFact } from '../../../model.ts';
import { decodeSource } from '../../codec/encode-facts.ts';
import { unpackBindings, unpackReferences } from '../../codec/packed-facts.ts';

import { damaged, decoded } from '../../damage.ts';
import type { FileVersion, ReferenceRecord, ReferencingVersion, RefRecord } from '../../store.ts';
import type { Reader } from './reader.ts';

export function readText(reader: Reader, version: FileVersion): string {
  const source = reader.get('SELECT source FROM sources WHERE version_id = ?', version.id)?.source;
  if (!(source instanceof Uint8Array)) throw damaged(`the text of ${version.path} is missing`);
  return decoded(`the text of ${version.path}`, () => decodeSource(source, version.byteLength));
}

export function readImports(reader: Reader, version: FileVersion): ImportFact[] {
  return reader
    .all(
      `SELECT i.*, s.name AS source, n.name AS name, a.name AS alias
       FROM imports i JOIN names s ON s.id = i.source_id
         LEFT JOIN names n ON n.id = i.name_id LEFT JOIN names a ON a.id = i.alias_id
       WHERE i.version_id = ? ORDER BY i.position`,
      version.id,
    )
    .map((row) => ({
      source: row.source as string,
      ...(row.name === null ? {} : { name: row.name as string }),
      ...(row.alias === null ? {} : { alias: row.alias as string }),
      reexport: row.reexport === 1,
      lineStart: row.line_start as number,
      lineEnd: row.line_end as number,
      within: row.within as number,
    }));
}

/** Sorted by line; packing loses the order within a line, which is then by name. */
export function readReferences(reader: Reader, version: FileVersion): ReferenceFact[] {
  return reader
    .many('n.name, hex(u.sites)', 'uses u JOIN names n ON n.id = u.name_id WHERE u.version_id = ?', version.id)
    .map(([name, packed]) => [name as string, Buffer.from(packed as string, 'hex')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, packed]) => unpackReferences(name, packed))
    .sort((a, b) => a.line - b.line);
}

/** Does not join with the ref and unpacks lazily, because some names are used in thousands of files. */
export function readVersionsReferencing(reader: Reader, name: string): ReferencingVersion[] {
  return reader
    .all('SELECT u.version_id, u.sites FROM names n JOIN uses u ON u.name_id = n.id WHERE n.name = ?', name)
    .map((row) => ({
      versionId: row.version_id as number,
      references: () => unpackReferences(name, row.sites as Uint8Array),
    }));
}

export function readReferencesNamedIn(reader: Reader, version: FileVersion, name: string): ReferenceFact[] {
  const row = reader.get(
    'SELECT u.sites FROM names n JOIN uses u ON u.name_id = n.id AND u.version_id = ? WHERE n.name = ?',
    version.id,
    name,
  );
  return row === undefined ? [] : unpackReferences(name, row.sites as Uint8Array);
}

export function readBindings(reader: Reader, version: FileVersion): BindingFact[] {
  const packed = reader.get('SELECT packed FROM bindings WHERE version_id = ?', version.id)?.packed;
  if (!(packed instanceof Uint8Array)) return [];
  return decoded(`the bindings of ${version.path}`, () => unpackBindings(packed));
}

export function readVectors(reader: Reader, version: FileVersion): Uint8Array | undefined {
  const packed = reader.get('SELECT packed FROM vectors WHERE version_id = ?', version.id)?.packed;
  return packed instanceof Uint8Array ? packed : undefined;
}

export function readReferencesTo(reader: Reader, ref: RefRecord, name: string): ReferenceRecord[] {
  return reader
    .all(
      `SELECT u.sites, v.path, v.id
       FROM names n JOIN uses u ON u.name_id = n.id
         JOIN file_versions v ON v.id = u.version_id JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
       WHERE n.name = ? ORDER BY v.path`,
      ref.id,
      name,
    )
    .flatMap((row) => {
      const place = { path: row.path as string, versionId: row.id as number };
      return unpackReferences(name, row.sites as Uint8Array).map((reference) => ({ ...reference, ...place }));
    });
}
