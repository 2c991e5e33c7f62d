/** Reads ignore files from git objects. Each content is read once: a small commit can have it in a million folders. */
import { ObjectReader } from '../../git/object-reader.ts';
import type { Repository } from '../../git/repository.ts';
import { type Name, parentOf } from '../names.ts';
import { parseRuleSet, type Reading, tooLarge } from './ignore-files.ts';
import { ignoreLimits, type ReportLimit } from './ignore-limits.ts';
import type { IgnoreFile } from './nested-rules.ts';
import type { RuleSet } from './rule-set.ts';

export async function readObjectRules(
  repository: Repository,
  files: readonly { readonly name: Name; readonly hash: string }[],
  report: ReportLimit,
  reading: Reading = {},
): Promise<IgnoreFile[]> {
  if (files.length === 0) return [];
  const sets = new Map<string, RuleSet>();
  const reader = new ObjectReader(repository);
  try {
    const sizes = await reader.sizes(files.map(({ hash }) => hash));
    let left: number = ignoreLimits.commitBytes;
    for (const { name, hash } of files) {
      const size = sizes.get(hash) ?? 0;
      if (sets.has(hash)) continue;
      if (size > ignoreLimits.fileBytes) report(tooLarge(name.path));
      else if (size > left) report(`${name.path} is not applied, because the ignore files together are too large.`);
      else {
        left -= size;
        const bytes = await reader.read(hash);
        if (bytes !== undefined) sets.set(hash, parseRuleSet(bytes, name.path, report, reading));
      }
    }
  } finally {
    await reader.close();
  }
  return files.map(({ name, hash }) => ({ folder: parentOf(name), read: () => sets.get(hash) }));
}
