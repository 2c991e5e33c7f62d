/**
 * The named files of a repository are those that its configurations make git open, found as git does: a configuration
 * is read as often as it is included, up to a depth. A file is parsed once, whatever its names are.
 */
import { readPlainText } from '../../content/read-file.ts';
import { isSettled, stampOf, statOf } from '../file-stamp.ts';
import { type ConfigPath, type NamingSetting, namingSettings, pathNamedBy } from './config-paths.ts';
import type { StorageBudget } from './storage-budget.ts';

export interface NamedFile extends ConfigPath {
  /** The configuration that names it. */
  readonly by: string;
}

export interface NamedFileOptions {
  readonly budget: StorageBudget;
  /** The folder that git runs in. */
  readonly folder: string;
  /** Where the path of a work tree may start. Without any, it is not looked for. */
  readonly gitFolders?: readonly string[];
  /** Called with a configuration that cannot be understood, but may name a file. */
  readonly onUnclear?: (config: string) => void;
}

/**
 * Yields the files that a configuration names, and those that the configurations among them name. A configuration is read
 * only after it was yielded, so that the caller can refuse it.
 */
export function* namedFiles(config: string, options: NamedFileOptions, depth = 0): Generator<NamedFile> {
  const { budget, folder, gitFolders = [], onUnclear } = options;
  const parsed = parsedConfig(config, budget);
  if (parsed === undefined) return;
  budget.spend('configPaths', parsed.settings.length, config);
  if (parsed.isUnclear || (parsed.isFolderUnclear && gitFolders.length > 0)) onUnclear?.(config);
  for (const setting of parsed.settings) {
    if (setting.isFolder) {
      for (const start of gitFolders) yield { ...pathNamedBy(setting, config, start), by: config };
      continue;
    }
    const named = pathNamedBy(setting, config, folder);
    yield { ...named, by: config };
    if (named.isConfig && named.path !== undefined && depth < maxDepth)
      yield* namedFiles(named.path, options, depth + 1);
  }
}

/** Git refuses to include more deeply. */
const maxDepth = 10;

interface ParsedConfig {
  readonly settings: readonly NamingSetting[];
  /** It cannot be understood, but may name a file. */
  readonly isUnclear: boolean;
  /** The same for a work tree. */
  readonly isFolderUnclear: boolean;
}

const parsedConfigs = new Map<string, ParsedConfig>();
const maxParsed = 100;

/** Returns what a file says; undefined if there is none. Throws if it is too large, before it is parsed. */
function parsedConfig(file: string, budget: StorageBudget): ParsedConfig | undefined {
  const found = statOf(file);
  if (found === undefined || !found.isFile()) return undefined;
  const size = Number(found.size);
  if (size > budget.limits.configBytes) throw budget.exceeded('configBytes', file);
  budget.spend('allConfigBytes', size, file);
  const stamp = stampOf(found);
  const known = parsedConfigs.get(stamp);
  if (known !== undefined) return known;
  const text = readPlainText(file, budget.limits.configBytes);
  if (text === undefined) return undefined;
  const settings = namingSettings(text);
  const parsed = {
    settings: settings ?? [],
    isUnclear: settings === undefined && /include|excludesfile|attributesfile/i.test(text),
    isFolderUnclear: settings === undefined && /worktree/i.test(text),
  };
  if (isSettled(found) && parsed.settings.length <= budget.limits.configPaths) {
    parsedConfigs.set(stamp, parsed);
    const [oldest] = parsedConfigs.keys();
    if (parsedConfigs.size > maxParsed && oldest !== undefined) parsedConfigs.delete(oldest);
  }
  return parsed;
}
