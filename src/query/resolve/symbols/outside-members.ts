/**
 * Members that are written outside of their type: a Go method with its receiver, a C++ method by its qualified name. In
 * one file the index hangs them under the type if that stands before them; this finds the rest from both ends.
 */
import { declaredTypeKinds as typeKinds } from '../../../languages/entity.ts';
import { languageNamed, separatorOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { folderOf } from '../../view/folder-table.ts';
import type { RefView } from '../../view/ref-view.ts';

/** The scope of what stands in a symbol. */
export function scopeInside({ language, scope, name }: SymbolRecord): string {
  return scope === '' ? name : `${scope}${separatorOf(language)}${name}`;
}

/** The type of a member that stands outside of it, given what stands in its file. */
export async function typeAround(
  view: RefView,
  member: SymbolRecord,
  inFile: readonly SymbolRecord[],
): Promise<SymbolRecord | undefined> {
  if (!standsOutside(member, inFile)) return undefined;
  const isTypeOf = (symbol: SymbolRecord) => typeKinds.has(symbol.kind) && scopeInside(symbol) === member.scope;
  const here = inFile.find(isTypeOf);
  const isWithinReach = languageNamed(member.language)?.scopes?.isMemberInReach;
  if (here !== undefined || isWithinReach === undefined) return here;
  const name = member.scope.slice(member.scope.lastIndexOf(separatorOf(member.language)) + 1).replace(/^:/, '');
  const types = (await view.store.symbolsNamed(view.ref, name)).filter(
    (symbol) => symbol.language === member.language && isTypeOf(symbol) && isWithinReach(member, symbol),
  );
  return types.length === 1 ? types[0] : nearest(member, types);
}

/** The members of a type that stand outside of it and not below it already, in its file and as far as its language reaches. */
export async function outsideMembers(
  view: RefView,
  type: SymbolRecord,
  inFile: readonly SymbolRecord[],
): Promise<SymbolRecord[]> {
  if (!typeKinds.has(type.kind)) return [];
  const scope = scopeInside(type);
  const isMember = (symbol: SymbolRecord) => symbol.scope === scope;
  const here = inFile.filter((symbol) => isMember(symbol) && standsOutside(symbol, inFile));
  const elsewhere = await languageNamed(type.language)?.scopes?.membersElsewhere?.(view, type, isMember);
  return elsewhere === undefined ? here : [...here, ...elsewhere];
}

/** Its scope is not that of the symbol it stands in. */
function standsOutside(member: SymbolRecord, inFile: readonly SymbolRecord[]): boolean {
  const parent = inFile[member.parent];
  if (parent === undefined) return member.scope !== '';
  return member.scope !== scopeInside(parent) && !typeKinds.has(parent.kind);
}

/** The one beside the member: `store.h` for `store.cc`, else one of its folder. */
function nearest(member: SymbolRecord, types: readonly SymbolRecord[]): SymbolRecord | undefined {
  const stem = (path: string) => path.replace(/\.[^./]*$/, '');
  const beside = types.filter((type) => stem(type.path) === stem(member.path));
  const near = beside.length > 0 ? beside : types.filter((type) => folderOf(type.path) === folderOf(member.path));
  return near.length === 1 ? near[0] : undefined;
}
