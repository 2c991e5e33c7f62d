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
  #isAssumed = false;

  constructor(view: RefView) {
    this.view = view;
  }

  assume(): void {
    this.#isAssumed = true;
  }

  /** Whether anything that was resolved rests on an assumption. */
  get isAssumed(): boolean {
    return this.#isAssumed;
  }

  /** Every step pauses: the steps of a long walk may find everything in caches, and read nothing. */
  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    return this.view.isPauseDue() ? this.view.pause().then(step) : step();
  }

  sourceOf(symbol: SymbolRecord): Promise<SourceFile> {
    return this.#inTurn(() => sourceOf(this.view, symbol));
  }

  lookUp(place: CodePosition, name: string, depth: number): Promise<Entity | undefined> {
    return this.#inTurn(() => lookUp(this, place, name, depth));
  }

  pathEntity(place: CodePosition, path: string, depth: number): Promise<Entity | undefined> {
    return this.#inTurn(() => pathEntity(this, place, path, depth));
  }

  importEntity(file: FileVersion, fact: ImportFact): Promise<Entity | undefined> {
    return this.#inTurn(() => importEntity(this, file, fact));
  }

  importedBy(file: FileVersion): Promise<readonly FileVersion[]> {
    return this.#inTurn(() => importedBy(this.view, file));
  }

  originEntity(place: CodePosition, origin: string, depth: number): Promise<Entity | undefined> {
    return this.#inTurn(() => originEntity(this, place, origin, depth));
  }

  evaluate(place: CodePosition, chain: string, depth: number): Promise<Entity | undefined> {
    return this.#inTurn(() => evaluate(this, place, chain, depth));
  }

  memberEntity(entity: Entity, name: string, depth: number): Promise<Entity | undefined> {
    return this.#inTurn(() => memberEntity(this, entity, name, depth));
  }

  membersOf(type: SymbolRecord, name: string, depth: number): Promise<readonly SymbolRecord[]> {
    return this.#inTurn(() => membersOf(this, type, name, depth));
  }

  basesOf(type: SymbolRecord): Promise<readonly SymbolRecord[]> {
    return this.#inTurn(() => basesOf(this, type));
  }

  ownTypeAt(place: CodePosition): Promise<SymbolRecord | undefined> {
    return this.#inTurn(() => ownTypeAt(this, place));
  }

  typeSymbols(type: Type, depth: number): Promise<readonly SymbolRecord[] | 'outside' | 'opaque' | undefined> {
    return this.#inTurn(() => typeSymbols(this, type, depth));
  }
}
