/**
 * A secret is a file that exists to hold a credential. It is recognized by its name, without being opened, or by its
 * content. Source code that happens to contain a key, such as a test, is not a secret.
 */
import { baseName } from '../../listing/names.ts';
import { type CheckedFile, checkedFiles } from './checked-files.ts';
import { holdsClientCredential, holdsGeneratedSetting, isClientSettings, isOfRepository } from './client-settings.ts';
import { holdsCredential, holdsToken } from './credential-forms.ts';
import { credentialShapes } from './credential-shapes.ts';
import { holdsPasswordColumn } from './credential-table.ts';
import { isDataFile, isSettingOfRepository, isShown } from './data-file.ts';
import { isGenerated } from './generated-value.ts';
import { holdsSecretOfKubernetes } from './kubernetes-secret.ts';
import { isLoneCredential } from './lone-credential.ts';
import { copySuffix, environmentExample, notACopy, type SecretFile, secretFiles } from './secret-files.ts';
import { storeShapes } from './store-shapes.ts';
import { undisguisedPath, undisguisedText } from './undisguised.ts';
import { holdsValue, isWritten } from './written-value.ts';

export function secretByName(written: string): boolean {
  const path = undisguisedPath(written);
  const name = originalName(path);
  if (environmentExample.test(name)) return false;
  return namesAlone.test(name) || isNamedCopy(name) || pathsAlone.test(withOriginalName(path, name));
}

/** Whether the name of a secret file is followed by anything that people add to copies: `.netrc_old`, `.pgpass (1)`. */
function isNamedCopy(name: string): boolean {
  if (name.length > maxNameLength || notACopy.test(name)) return false;
  for (let at = 1; at < name.length; at++) {
    if (separators.includes(name.charAt(at)) && namesAlone.test(name.slice(0, at))) return true;
  }
  return false;
}

const separators = '._- (';
/** As long as file systems allow. */
const maxNameLength = 255;

/** Whether a text begins with a private key, or contains a credential in a file that may hold one. */
export function secretByContent(written: string, content: string): boolean {
  if (beginsWithKey(content)) return true;
  const path = undisguisedPath(written);
  const name = originalName(path);
  if (environmentExample.test(name)) return holdsCredential(undisguisedText(content));
  const original = withOriginalName(path, name);
  const rows = rowsFor(name, original);
  const isData = isDataFile(name, content);
  if (rows.length === 0 && !isData) return false;
  const text = undisguisedText(content);
  if (rows.some((row) => !(row.unlessShown && isShown(original, name)) && holdsEach(text, row))) return true;
  if (!isData) return false;
  if (hasShape(text)) return true;
  if (holdsSecretOfKubernetes(text)) return true;
  if (isClientSettings(original) && holdsClientCredential(text)) return true;
  if (tableOfCredentials.test(name) && holdsPasswordColumn(text, true)) return true;
  if (isShown(original, name)) return false;
  if (isLoneCredential(original, text) || holdsToken(text)) return true;
  if (isOfRepository(original) || isSettingOfRepository(name) || sealed.test(text)) return false;
  return holdsGeneratedSetting(text) || holdsPasswordColumn(text, false);
}

/** Values in it are encrypted, and named as before. */
const sealed = /\bkind["']?: ["']?SealedSecret\b/;
const tableOfCredentials = /(^|[-_. ])(credentials?|secrets?|passwords?|logins?)([-_. ][\w -]{0,40})?\.(csv|tsv)$/i;

function rowsFor(name: string, path: string) {
  return checked.filter((row) => row.name.test(name) || row.path?.test(path));
}

function holdsEach(text: string, row: Pick<CheckedFile, 'holds' | 'isGenerated'>): boolean {
  const isCredential = row.isGenerated ? isGenerated : isWritten;
  return row.holds.every((form) => holdsValue(text, form, isCredential));
}

const shapes = [...credentialShapes, ...storeShapes].map((shape) => ({
  ...shape,
  hint: new RegExp(shape.part?.source ?? String.raw`\b(?:${shape.word?.source})`, 'i'),
}));

/** Two searches for the words of all shapes dismiss most texts. */
const words = new RegExp(String.raw`\b(?:${shapes.flatMap(({ word }) => word?.source ?? []).join('|')})`, 'i');
const parts = new RegExp(shapes.flatMap(({ part }) => part?.source ?? []).join('|'), 'i');

function hasShape(text: string): boolean {
  if (!words.test(text) && !parts.test(text)) return false;
  return shapes.some((shape) => shape.hint.test(text) && holdsEach(text, shape));
}

const nothing = /(?!)/;

/** One expression for all rows: it runs for every listed file. */
function anyOf(rows: readonly SecretFile[], field: 'name' | 'path'): RegExp {
  return new RegExp(rows.flatMap((row) => row[field]?.source ?? []).join('|'), 'i');
}

const namesAlone = anyOf(secretFiles, 'name');
const pathsAlone = anyOf(secretFiles, 'path');
const checked = checkedFiles.map((row) => ({
  ...row,
  name: row.name ? anyOf([row], 'name') : nothing,
  path: row.path && anyOf([row], 'path'),
}));

function originalName(path: string): string {
  const name = baseName(path);
  return name.replace(copySuffix, '') || name;
}

/** The rows match whole folder names, so every path begins with a slash. */
function withOriginalName(path: string, name: string): string {
  return `/${path.slice(0, path.length - baseName(path).length)}${name}`;
}

/** Skips invisible characters: spaces, controls, marks of the encoding and direction, fillers. */
const visible = /[^\s\p{C}\p{Z}\p{M}\u115F\u1160\u3164\uFFA0\u2800]/u;
const longestOpening = 400;

function beginsWithKey(text: string): boolean {
  const start = text.search(visible);
  if (start === -1) return false;
  // Nearly all files end here.
  if (!keyCharacters.test(text.charAt(start))) return false;
  const opening = text.slice(start, start + longestOpening);
  return keyOpenings.some((form) => form.test(opening));
}

/** The first lines of key files, of which nothing else has any. */
const keyOpenings = [
  // PEM, OpenSSH and PGP; SSH2 has four hyphens.
  /^-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)? ?-{4,5}/,
  /^PuTTY-User-Key-File-/,
  /^SSH PRIVATE KEY FILE FORMAT/,
  // Comments may precede a key of age.
  /^(#[^\r\n]*[\r\n]+)*AGE-(SECRET-KEY|PLUGIN)-/,
  // GnuPG, in its text form and as an S-expression.
  /^([A-Z][\w-]{0,40}:[^\r\n]*[\r\n]+){0,8}Key:\s{0,16}\((protected-|shadowed-)?private-key/,
  /^\((\d{1,3}:)?(protected-|shadowed-)?private-key/,
  // Minisign and signify.
  /^untrusted comment:[^\r\n]{0,300}[\r\n]{1,2}(RWRTY0Iy|RWQAAEIy|RWRCS[w-z])/,
];
/** The first characters of these lines. */
const keyCharacters = /[-#(A-Zu]/;
