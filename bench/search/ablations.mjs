/** What the search of long texts is without one of its mechanisms: changes of weights, by name. */
import { weights } from '../../build/query/ranking/weights.js';

const { longText, file } = weights;

const changes = {
  'without the score of functions': [[longText, 'own', 0]],
  'without the score of files': [[longText, 'file', 0]],
  'all sections alike': [[longText, 'sections', { title: 1, prose: 1, code: 1, heading: 1, listing: 1 }]],
  'headings and listings as prose': [[longText, 'sections', { ...longText.sections, heading: 1, listing: 1 }]],
  'without names': [
    [longText, 'nameWritten', 0],
    [longText, 'phraseWritten', 0],
    [longText, 'fileInTitle', 0],
  ],
  'without paths, frames and quotations': [
    [longText, 'pathWritten', 0],
    [longText, 'moduleWritten', 0],
    [longText, 'frame', 0],
    [longText, 'literal', 0],
  ],
  'names count as text': [[longText, 'fields', { name: 1, scope: 0, doc: 0 }]],
  'tests, documents and data as sources': [[longText, 'filePower', 0]],
  'bundles as sources': [[file, 'built', 1]],
};

/** Returns functions that run a search, by name: as it is, and with each change. */
export function variantsOf(withAblations) {
  const variants = { codecompass: (ask) => ask() };
  if (!withAblations) return variants;
  for (const [name, change] of Object.entries(changes)) {
    variants[name] = async (ask) => {
      const kept = change.map(([table, key, value]) => {
        const was = table[key];
        table[key] = value;
        return [table, key, was];
      });
      try {
        return await ask();
      } finally {
        for (const [table, key, was] of kept) table[key] = was;
      }
    };
  }
  return variants;
}
