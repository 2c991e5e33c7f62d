/**
 * A file with nothing but a credential, as one program writes it for another: a password, a token, a key, a phrase of
 * words. The value is generated, and its file or folder has a name for credentials.
 */
import { isGenerated } from './generated-value.ts';
import { isWritten } from './written-value.ts';

/** Expects a path with a slash before every part. */
export function isLoneCredential(path: string, text: string): boolean {
  if (text.length > maxLength) return false;
  const lines = text.split(/[\r\n]+/, maxLines + 1).flatMap((line) => line.trim() || []);
  const written = lines.filter((line) => !comment.test(line));
  if (written.length === 0 || lines.length > maxLines) return false;
  if (written.length === 1 && namedKey.test(written[0] as string)) return true;
  const [folder = '', name = ''] = path.split('/').slice(-2);
  if (fileName.test(name) || folderName.test(folder)) return isCredential(written);
  return folderOfProgram.test(folder) && isCredential(written) && !sum.test(written.join(''));
}

function isCredential(lines: readonly string[]): boolean {
  if (isPhrase(lines.join(' '))) return true;
  // A long key has lines of one length.
  if (lines.every((line) => base64.test(line)) && isGenerated(lines.join(''))) return true;
  // A name of a user may precede the password, each in a line of its own.
  const [last = ''] = lines.slice(-1);
  const value = last.replace(label, '');
  return (
    lines.length <= 2 &&
    !otherValue.test(value) &&
    isWritten(value) &&
    (isGenerated(value.replace(brackets, '')) || seed.test(value))
  );
}

/** A phrase from which keys are derived has a multiple of three words, each of three to eight letters. */
function isPhrase(text: string): boolean {
  const words = text.split(' ');
  const isLong = words.length >= 12 && words.length <= 24 && words.length % 3 === 0;
  return isLong && new Set(words).size > 8 && words.every((word) => /^[a-z]{3,8}$/.test(word));
}

const maxLength = 4096;
const maxLines = 24;
const comment = /^(?:#|\/\/|;)/;
const base64 = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** Base32 may have too few digits to look generated. */
const seed = /^(?=[A-Z2-7]*\d)[A-Z2-7]{16,64}={0,6}$/;
/** More than one value, or a public key. */
const otherValue = /[\s"]|^(?:[[{<]|AAAA[A-Z0-9]|age1|ssh-)/;
/** Here they are no sign of code: some programs use all characters of a keyboard. */
const brackets = /[(){}<>$%]/g;
const label = /^[\w -]{1,40}(?:[:=][ \t]{0,8}|[ \t]{1,8})(?=\S{8})/;
/** A key with its name, as Nix and notes of Go write it. */
const namedKey = /^[\w.@-]{1,100}:[A-Za-z0-9+/]{86}==$|^PRIVATE\+KEY\+[\w.+/=-]{20,300}$/;

const words = [
  'pass(?:word|wd|phrase|wort|code)|passwd|secret|token|credential|mnemonic|keyfile|key[-_]file',
  '(?:api|access|auth|private|priv|secret|master|signing|session|encryption|license|account|admin|deploy|service)[-_.]?keys?',
].join('|');
const shortWords =
  'pass|pwd?|pw|psk|pat|jwt|keys?|auth|login|userpass|creds?|cookie|seed|phrase|unseal|otp|totp|2fa|wallet';
const fileName = new RegExp(`${words}|(?:^|[-_.])(?:${shortWords})(?:[-_.]|$)`, 'i');
const folderName = /(?:^|[-_.])(?:secrets?|credentials?|passwords?|tokens?|keys|private)$/i;
/** Any file of a program may be a credential, unless it is the sum of a commit or a file. */
const folderOfProgram = /^\.[^.]/;
const sum = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/;
