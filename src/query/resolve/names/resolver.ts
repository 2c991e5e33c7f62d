/**
 * The resolver connects the steps of call resolution, which are mutually recursive: a name refers to a value, a value
 * has a type, a type has members, and members contain names. Each step is a module that calls the others through the
 * resolver, as do the rules of the languages.
 */

import type { Resolver } from '../../../languages/call-rules.ts';
import type { CodePosition, Entity, SourceFile, Type } from '../../../languages/entity.ts';
import type { ImportFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { evaluate, memberEntity, originEntity } from './evaluate.ts';
import { importEntity, lookUp } from './look-up.ts';
import { basesOf, membersOf, ownTypeAt } from './members.ts';
import { importedBy } from './resolve-imports.ts';
import { sourceOf } from './source-file.ts';
import { pathEntity, typeSymbols } from './type-symbols.ts';

/** A class, so that an instance costs one field instead of a closure per method. */
export class ViewResolver implements Resolver {
  readonly view: RefView;

  constructor(view: RefView) {
    this.view = view;
  }

  sourceOf(symbol: SymbolRecord): Promise<SourceFile> {
    return sourceOf(this.view, symbol);
  }

  lookUp(place: CodePosition, name: string, depth: number): Promise<Entity | undefined> {
    return lookUp(this, place, name, depth);
  }

  pathEntity(place: CodePosition, path: string, depth: number): Promise<Entity | undefined> {
    return pathEntity(this, place, path, depth);
  }

  importEntity(file: FileVersion, fact: ImportFact): Promise<Entity | undefined> {
    return importEntity(this, file, fact);
  }

  importedBy(file: FileVersion): Promise<readonly FileVersion[]> {
    return importedBy(this.view, file);
  }

  originEntity(place: CodePosition, origin: string, depth: number): Promise<Entity | undefined> {
    return originEntity(this, place, origin, depth);
  }

  evaluate(place: CodePosition, chain: string, depth: number): Promise<Entity | undefined> {
    return evaluate(this, place, chain, depth);
  }

  memberEntity(entity: Entity, name: string, depth: number): Promise<Entity | undefined> {
    return memberEntity(this, entity, name, depth);
  }

  membersOf(type: SymbolRecord, name: string, depth: number): Promise<readonly SymbolRecord[]> {
    return membersOf(this, type, name, depth);
  }

  basesOf(type: SymbolRecord): Promise<readonly SymbolRecord[]> {
    return basesOf(this, type);
  }

  ownTypeAt(place: CodePosition): Promise<SymbolRecord | undefined> {
    return ownTypeAt(this, place);
  }

  typeSymbols(type: Type, depth: number): Promise<readonly SymbolRecord[] | 'outside' | 'opaque' | undefined> {
    return typeSymbols(this, type, depth);
  }
}
