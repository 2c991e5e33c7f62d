/** A member of a module by name: an exported symbol, wherever it is declared, or in some languages a submodule. */
import { type Entity, named } from '../../../languages/entity.ts';
import { callRulesOf, languageNamed } from '../../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';

export async function moduleMember(
  view: RefView,
  files: readonly FileVersion[],
  name: string,
): Promise<Entity | undefined> {
  const cache = await view.derived(offersCache);
  const key = `${files.map(({ id }) => id).join(' ')} ${name}`;
  return (cache.get(key) ?? cache.set(key, { entity: await findMember(view, files, name) })).entity;
}

async function findMember(view: RefView, files: readonly FileVersion[], name: string): Promise<Entity | undefined> {
  const symbols = new Map<number, SymbolRecord>();
  const modules = new Map<number, FileVersion>();
  for (const file of files) {
    const rules = languageNamed(file.language)?.imports;
    const { isOffered, mayNameModules } = callRulesOf(file.language).names;
    const offered = await rules?.offeredBy(view, file, name);
    for (const symbol of offered?.symbols ?? []) {
      if (isOffered === undefined || isOffered(symbol)) symbols.set(symbol.id, symbol);
    }
    if (!mayNameModules || symbols.size > 0) continue;
    const inner = offered?.files.length ? offered.files : await rules?.filesOf(view, file, `.${name}`);
    for (const module of inner ?? []) if (module.id !== file.id) modules.set(module.id, module);
  }
  if (symbols.size > 0) return named([...symbols.values()]);
  return modules.size > 0 ? { is: 'module', files: [...modules.values()] } : undefined;
}

function offersCache(): LruCache<string, { readonly entity: Entity | undefined }> {
  return new LruCache(16_384);
}
