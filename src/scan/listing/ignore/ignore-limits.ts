/** Limits on ignore rules, far above what a real ignore file needs. What is over one is reported, never dropped silently. */
export const ignoreLimits = {
  /** Of one ignore file. A larger one does not apply. */
  fileBytes: 4 << 20,
  /** Of one pattern. A longer one does not apply. */
  patternBytes: 4_096,
  /** Of the ignore files that apply to one folder. The file that exceeds it does not apply. */
  rules: 200_000,
  /** The same for the lengths of patterns that cannot be looked up by a name, a path or a suffix. */
  globBytes: 256 << 10,
  /** Of all ignore files in a commit, each content counted once. Those after it do not apply. */
  commitBytes: 16 << 20,
  /** To decide about one path and the folders above it. A path that takes more is undecided, and not indexed. */
  steps: 1 << 20,
  /** The same for all paths of a listing: so many, and so many more for each path. */
  listingSteps: 1 << 26,
  listingStepsPerPath: 1 << 14,
} as const;

/** Receives a sentence about an ignore file, or a path, over a limit. */
export type ReportLimit = (warning: string) => void;

/** What one listing may still spend on ignore rules, and what could not be decided or applied. */
export interface IgnoreWork {
  readonly report: ReportLimit;
  readonly warnings: readonly string[];
  /** The paths that took too many steps; folders have a trailing slash. */
  readonly undecided: Set<string>;
  /** The steps that are left for the listing. */
  left: number;
}

/** Of many warnings, the first ones are kept, each once. */
export function ignoreWork(): IgnoreWork {
  const warnings: string[] = [];
  const report = (warning: string) => {
    if (warnings.length < maxWarnings && !warnings.includes(warning)) warnings.push(warning);
  };
  return { report, warnings, undecided: new Set(), left: ignoreLimits.listingSteps };
}

const maxWarnings = 10;
