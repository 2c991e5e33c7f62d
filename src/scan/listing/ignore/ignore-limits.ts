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
  /** To decide about one path and the folders above it. A path that takes more counts as ignored. */
  steps: 1 << 20,
} as const;

/** Receives a sentence about an ignore file, or a path, over a limit. */
export type ReportLimit = (warning: string) => void;

/** Returns a function that collects warnings, each once, and the list. Of many, the first ones are kept. */
export function collectedWarnings(): { readonly report: ReportLimit; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const report = (warning: string) => {
    if (warnings.length < maxWarnings && !warnings.includes(warning)) warnings.push(warning);
  };
  return { report, warnings };
}

const maxWarnings = 10;
