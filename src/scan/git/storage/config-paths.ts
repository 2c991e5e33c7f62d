/**
 * The paths that a git configuration makes git look at: included configurations, ignore rules, attributes and the work
 * tree. The configuration of a repository may name any path, such as a named pipe.
 */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

export interface ConfigPath {
  /** The setting in lower case, such as `include.path`. */
  readonly key: string;
  /** Absolute; undefined if only git can tell it, as for `~user/`. */
  readonly path: string | undefined;
  /** Whether git reads settings from it. */
  readonly isConfig: boolean;
  /** Whether it is a folder that git enters. */
  readonly isFolder: boolean;
}

/** A setting that names a file. */
export interface NamingSetting {
  readonly key: string;
  /** Not empty. */
  readonly value: string;
  readonly isConfig: boolean;
  readonly isFolder: boolean;
}

/**
 * Returns the settings that name files, and the one that names the work tree, whatever the conditions of an include are.
 * Returns undefined if the text is not a configuration.
 */
export function namingSettings(text: string): NamingSetting[] | undefined {
  return settingsIn(text)?.flatMap(({ key, value }) => {
    const isConfig = key === 'include.path' || (key.startsWith('includeif.') && key.endsWith('.path'));
    const isFolder = key === 'core.worktree';
    if ((!isConfig && !isFolder && !otherFiles.has(key)) || value === undefined || value === '') return [];
    return [{ key, value, isConfig, isFolder }];
  });
}

/**
 * Relative paths of included files start at the configuration, others at `folder`: that of the work tree at a git folder,
 * the rest where git runs.
 */
export function pathNamedBy(setting: NamingSetting, configFile: string, folder: string): ConfigPath {
  const { key, value, isConfig, isFolder } = setting;
  const path = isFolder ? absoluteAsTyped(value, folder) : absolute(value, isConfig ? dirname(configFile) : folder);
  return { key, path, isConfig, isFolder };
}

const otherFiles: ReadonlySet<string> = new Set(['core.excludesfile', 'core.attributesfile']);

function absolute(value: string, folder: string): string | undefined {
  const path = value.replace(/^:\(optional\)/, '');
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  // Neither another user's home nor the prefix of git is known here.
  return /^~|^%\(/.test(path) ? undefined : absoluteAsTyped(path, folder);
}

function absoluteAsTyped(path: string, folder: string): string | undefined {
  // A name that is not UTF-8 was not decoded, and some versions of git read a tab as a space.
  if (/[\ufffd\t]/.test(path)) return undefined;
  return isAbsolute(path) ? path : `${folder}/${path}`;
}

interface Setting {
  readonly key: string;
  readonly value: string | undefined;
}

/** Reads a configuration as git does. Each pattern matches at the place where the one before ended. */
function settingsIn(text: string): Setting[] | undefined {
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const settings: Setting[] = [];
  let section = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (take(blank) !== null && at < source.length) {
    const header = take(sectionHeader);
    if (header !== null) {
      const [, name = '', detail] = header;
      section = name.toLowerCase() + (detail === undefined ? '' : `.${detail.replace(/\\(.)/g, '$1')}`);
      continue;
    }
    const name = take(settingName)?.[1];
    if (name === undefined) return undefined;
    const hasValue = take(equals) !== null;
    const value = hasValue ? take(rawValue)?.[0] : undefined;
    if (hasValue && value === undefined) return undefined;
    settings.push({ key: `${section}.${name.toLowerCase()}`, value: value === undefined ? undefined : decode(value) });
  }
  return settings;
}

const blank = /(?:\s|[#;][^\n]*(?:\n|$))*/y;
const sectionHeader = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:\\[^\n]|[^"\\\n])*)")?\]/y;
const settingName = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(?==|\n|$)/y;
const equals = /=[ \t]*/y;
/** Up to a comment or the end of the line, which a backslash continues. */
const rawValue = /(?:"(?:\\[\s\S]|[^"\\\n])*"|\\[\s\S]|[^"\\\n#;])*/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\n': '' };

/** Removes quotes and escapes, and spaces at both ends that are not quoted. */
function decode(raw: string): string {
  let value = '';
  let spaces = '';
  let isQuoted = false;
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at] as string;
    if (!isQuoted && /[ \t\v\f\r]/.test(character)) {
      if (value !== '') spaces += character;
      continue;
    }
    value += spaces;
    spaces = '';
    if (character === '"') isQuoted = !isQuoted;
    else if (character !== '\\') value += character;
    else {
      const escaped = raw[++at] ?? '';
      value += escapes[escaped] ?? escaped;
    }
  }
  // Git reads a path up to a NUL.
  return value.split('\0')[0] ?? '';
}
