/** Suggestions that need nothing to match: fewer filters, the text as a search, a central file, what is indexed. */
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import type { Situation, Suggestion } from './suggestion.ts';

export async function orientation(situation: Situation): Promise<Suggestion[]> {
  return [
    ...unfiltered(situation),
    ...asSearch(situation),
    ...(await centralFile(situation)),
    ...whatIsIndexed(situation),
  ];
}

const filters = ['kind', 'language', 'path', 'within', 'tests'];

function unfiltered({ previous, text }: Situation): Suggestion[] {
  if (text === '' || (previous.tool !== 'search_code' && previous.tool !== 'locate_symbol')) return [];
  const used = filters.filter((name) => previous.params[name] !== undefined);
  if (used.length === 0) return [];
  return [
    {
      tool: previous.tool,
      params: previous.tool === 'search_code' ? { query: text } : { name: text },
      reason: `Without ${used.join(', ')}, which may exclude what is meant.`,
    },
  ];
}

function asSearch({ text }: Situation): Suggestion[] {
  if (text === '') return [];
  return [
    {
      tool: 'search_code',
      params: { query: text },
      reason: `A search also finds '${text}' in paths, comments and literals.`,
    },
  ];
}

/** The file with the most symbols that is neither test, generated nor vendored. */
async function centralFile({ view }: Situation): Promise<Suggestion[]> {
  const file = await view.derived(largestFile);
  if (file === undefined) return [];
  return [
    {
      tool: 'get_file_outline',
      params: { path: file.path },
      reason: `${file.path} has the most symbols on ${view.ref.name} (${file.symbolCount}); its names show how the code is called.`,
    },
  ];
}

async function largestFile(view: RefView): Promise<FileVersion | undefined> {
  let largest: FileVersion | undefined;
  for (const file of (await view.files()).files) {
    if (file.labels.length === 0 && file.symbolCount > (largest?.symbolCount ?? 0)) largest = file;
  }
  return largest;
}

function whatIsIndexed({ view }: Situation): Suggestion[] {
  return [
    {
      tool: 'index_status',
      params: {},
      reason: `Check that ${view.ref.name} is the ref that you mean and that its index is complete.`,
    },
    { tool: 'health_check', params: {}, reason: 'Check that the server serves the project that you mean.' },
  ];
}
