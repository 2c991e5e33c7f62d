/**
 * Members declared outside of their type: a Go method with its receiver, a C++ method by its qualified name. The index
 * nests them in the type if it precedes them in the same file; this finds the others, from the member and from the
 * type.
 */
import { declaredTypeKinds as typeKinds } from '../../../languages/entity.ts';
import { languageNamed, separatorOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { folderOf } from '../../view/folder-table.ts';
import type { RefView } from '../../view/ref-view.ts';

/** The scope of the members of a symbol. */
export function scopeInside({ language, scope, name }: SymbolRecord): string {
  return scope === '' ? name : `${scope}${separatorOf(language)}${name}`;
}

/** Returns the type of a member declared outside of it, given the symbols of the member's file. */
export async function typeAround(
  view: RefView,
  member: SymbolRecord,
  inFile: readonly SymbolRecord[],
): Promise<SymbolRecord | undefined> {
  if (!isDeclaredOutside(member, inFile)) return undefined;
  const isTypeOf = (symbol: SymbolRecord) => typeKinds.has(symbol.kind) && scopeInside(symbol) === member.scope;
  const here = inFile.find(isTypeOf);
  const isWithinReach = languageNamed(member.language)?.scopes?.isMemberInReach;
  if (here !== undefined || isWithinReach === undefined) return here;
  const name = member.scope.slice(member.scope.lastIndexOf(separatorOf(member.language)) + 1).replace(/^:/, '');
  const types = (await view.store.symbolsNamed(view.ref, name, { kinds: typeKinds })).filter(
    (symbol) => symbol.language === member.language && isTypeOf(symbol) && isWithinReach(member, symbol),
  );
  return types.length === 1 ? types[0] : nearest(member, types);
}

/**
 * Returns the members of a type declared outside of it: in its file, and in the other files that its language allows.
 */
export async function outsideMembers(
  view: RefView,
  type: SymbolRecord,
  inFile: readonly SymbolRecord[],
): Promise<SymbolRecord[]> {
  if (!typeKinds.has(type.kind)) return [];
  const scope = scopeInside(type);
  const isMember = (symbol: SymbolRecord) => symbol.scope === scope;
  const here = inFile.filter((symbol) => isMember(symbol) && isDeclaredOutside(symbol, inFile));
  const elsewhere = await languageNamed(type.language)?.scopes?.membersElsewhere?.(view, type, isMember);
  return elsewhere === undefined ? here : [...here, ...elsewhere];
}

/** Whether the scope of a member differs from that of its parent. */
function isDeclaredOutside(member: SymbolRecord, inFile: readonly SymbolRecord[]): boolean {
  const parent = inFile[member.parent];
  if (parent === undefined) return member.scope !== '';
  return member.scope !== scopeInside(parent) && !typeKinds.has(parent.kind);
}

/** Returns the type next to the member: `store.h` for `store.cc`, otherwise the only one in its folder. */
function nearest(member: SymbolRecord, types: readonly SymbolRecord[]): SymbolRecord | undefined {
  const stem = (path: string) => path.replace(/\.[^./]*$/, '');
  const beside = types.filter((type) => stem(type.path) === stem(member.path));
  const near = beside.length > 0 ? beside : types.filter((type) => folderOf(type.path) === folderOf(member.path));
  return near.length === 1 ? near[0] : undefined;
}
