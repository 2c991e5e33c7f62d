/** Ignore files contain ignore patterns, one per line. They are text from outside, so their size is limited. */
import { readWorkingFile } from '../../content/read-file.ts';
import { type Name, nameInside } from '../names.ts';
import { ignoreLimits, type ReportLimit } from './ignore-limits.ts';
import { type RuleSet, ruleSet } from './rule-set.ts';

/** The ignore file of CodeCompass; its rules add to those of git. */
export const ignoreFileName = '.codecompassignore';

export const gitIgnoreFileName = '.gitignore';

/** Returns the rules of an ignore file on disk; undefined if there is none that applies. */
export function readRuleSet(
  root: string,
  folder: Name,
  fileName: string,
  report: ReportLimit,
  reading: Reading = {},
): RuleSet | undefined {
  const file = nameInside(folder, { path: fileName });
  const bytes = readWorkingFile(root, file, ignoreLimits.fileBytes);
  if (bytes === 'too_large') report(tooLarge(file.path));
  return typeof bytes === 'string' ? undefined : parseRuleSet(bytes, file.path, report, reading);
}

export interface Reading {
  readonly foldsCase?: boolean;
}

export function parseRuleSet(bytes: Buffer, path: string, report: ReportLimit, reading: Reading = {}): RuleSet {
  const set = ruleSet(bytes.toString('latin1'), reading);
  if (set.tooLong > 0) {
    const amount = set.tooLong === 1 ? '1 pattern is' : `${set.tooLong} patterns are`;
    report(`${path}: ${amount} not applied, because of a length over ${ignoreLimits.patternBytes} bytes.`);
  }
  return set;
}

export function tooLarge(path: string): string {
  return `${path} is not applied, because it is over ${ignoreLimits.fileBytes >> 20} MB.`;
}
