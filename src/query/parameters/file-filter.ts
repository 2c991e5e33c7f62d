/**
 * Which files a list covers: the `language`, `path` or `within`, and `tests` parameters together. What a filter leaves
 * out is not missing, but an empty answer says that there was a filter.
 */
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { languageFilter } from './language-filter.ts';
import { type PathFilter, pathFilter } from './path-filter.ts';

export interface FileFilter {
  admits(file: FilteredFile): boolean;
  /** Absent if any language is meant. */
  readonly language?: string;
  /** Whether files are left out for their path, or because they are tests or are not. */
  readonly isByPlace: boolean;
  readonly warnings: readonly string[];
}

export type FilteredFile = Pick<FileVersion, 'path' | 'language' | 'labels'>;

export interface FileFilterRequest {
  readonly language?: string | undefined;
  readonly tests?: TestsChoice | undefined;
  readonly path?: readonly string[] | undefined;
  readonly within?: readonly string[] | undefined;
}

/** `last` leaves out nothing; results in tests only follow the others. */
export type TestsChoice = 'last' | 'exclude' | 'only';

export const everyFile: FileFilter = { admits: () => true, isByPlace: false, warnings: [] };

export async function fileFilter(view: RefView, request: FileFilterRequest): Promise<FileFilter> {
  const { language, warnings } = await languageFilter(view, request.language);
  const { isByPlace, admits } = placeFilter(request);
  return {
    admits: (file) => (language === undefined || file.language === language) && admits(file.path, isTestFile(file)),
    ...(language === undefined ? {} : { language }),
    isByPlace,
    warnings,
  };
}

export interface PlaceFilter {
  readonly isByPlace: boolean;
  admits(path: string, isTest: boolean): boolean;
}

/** The part of the filter that needs no index. */
export function placeFilter({ path, within, tests = 'last' }: FileFilterRequest): PlaceFilter {
  const patterns = path ?? within;
  const isWithin = remembered(pathFilter(patterns, path === undefined ? 'within' : 'path'));
  return {
    isByPlace: patterns !== undefined || tests !== 'last',
    admits: (of, isTest) =>
      (tests === 'last' || isTest === (tests === 'only')) && (patterns === undefined || isWithin(of)),
  };
}

/** A search asks several times about each file, and globs cost steps. */
function remembered(isWithin: PathFilter): PathFilter {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? isWithin(path);
    known.set(path, found);
    return found;
  };
}

export function isTestFile({ labels }: Pick<FileVersion, 'labels'>): boolean {
  return labels.includes('test');
}
