/** Asks the cases of one repository: at which ranks the right files and functions are, of a search and its baselines. */
import { join } from 'node:path';
import { built } from '../quality/open-index.mjs';
import { baselinesOf } from './baselines.mjs';
import { goldOf } from './gold.mjs';

const depth = 50;

/** `variants` change the weights, by name; each is asked every case. So are the baselines. */
export async function judgeIssues({ store: { home, projectId }, cases, language, variants }) {
  const { openStore } = await import(join(built, 'store/sqlite/open-store.js'));
  const { ProjectReader } = await import(join(built, 'query/view/ref-view.js'));
  const { findHits } = await import(join(built, 'query/search/find-hits.js'));
  const store = await openStore(home, projectId);
  const reader = new ProjectReader(projectId, store);
  const documents = new Map();
  const judged = [];
  try {
    for (const { name, query, changes } of cases) {
      const row = await reader.view(name, async (view) => {
        const gold = await goldOf(view, changes);
        if (gold === undefined) return undefined;
        const ranks = {};
        let ms = 0;
        for (const [variant, around] of Object.entries(variants)) {
          const startedMs = performance.now();
          const hits = await around(() => findHits(view, query, {}, depth));
          if (ms === 0) ms = performance.now() - startedMs;
          ranks[variant] = ranksOf(hits.hits.map(placeOf), gold);
        }
        const { files, functions, counts } = await baselinesOf(view, documents);
        ranks['BM25 over files'] = ranksOf(files(query), gold);
        ranks['BM25 over functions'] = ranksOf(functions(query), gold);
        ranks['ripgrep counts'] = ranksOf(counts(query), gold);
        return { name, language, length: query.length, gold, ms, ranks };
      });
      if (row !== undefined) judged.push(row);
    }
  } finally {
    await store.close();
  }
  return judged;
}

function placeOf({ file, symbol, type }) {
  return { path: file.path, key: type === 'file' ? '' : `${file.path} ${symbol?.stableId}` };
}

/** The ranks at which all right files, and all right functions, have been seen; absent if there is nothing to find. */
function ranksOf(found, { files, functions }) {
  const distinct = (items) => [...new Set(items)];
  const lastOf = (items, wanted) =>
    wanted.length === 0 ? undefined : Math.max(...wanted.map((each) => items.indexOf(each) + 1 || 999));
  return {
    files: lastOf(distinct(found.map(({ path }) => path)), files),
    functions: lastOf(distinct(found.map(({ key }) => key)), functions),
  };
}
