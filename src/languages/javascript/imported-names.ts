/** The entries of a list of imported names: `{ a, b as c }` of a statement, `{ a, b: c }` of a declaration. */
import type { Node } from 'web-tree-sitter';
import type { ImportedName } from '../language.ts';

export function importedNames(list: Node): ImportedName[] {
  const entries = list.namedChildren.flatMap((entry) => importedName(entry) ?? []);
  if (list.type === 'object_pattern') return entries;
  // Facts of a statement list the names that keep their name first.
  return [...entries.filter(({ alias }) => alias === undefined), ...entries.filter(({ alias }) => alias !== undefined)];
}

function importedName(entry: Node): ImportedName | undefined {
  switch (entry.type) {
    case 'import_specifier':
    case 'export_specifier':
      return named(entry.childForFieldName('name'), entry.childForFieldName('alias') ?? undefined);
    case 'shorthand_property_identifier_pattern':
      return { name: entry };
    case 'object_assignment_pattern': {
      const left = entry.childForFieldName('left');
      return left?.type === 'shorthand_property_identifier_pattern' ? { name: left } : undefined;
    }
    case 'pair_pattern': {
      const [key, value] = [entry.childForFieldName('key'), entry.childForFieldName('value')];
      return key?.type === 'property_identifier' && value?.type === 'identifier' ? named(key, value) : undefined;
    }
    default:
      return undefined;
  }
}

function named(name: Node | null, alias: Node | undefined): ImportedName | undefined {
  return name === null ? undefined : { name, ...(alias && { alias }) };
}
