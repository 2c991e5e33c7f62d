/** A generated value is a token, key or password that a program made up: it is random, unlike words, names and dates. */
import { isWritten } from './written-value.ts';

export function isGenerated(value: string): boolean {
  return (
    value.length >= leastLength &&
    !reference.test(value) &&
    isWritten(value) &&
    alternates(value) &&
    !isEncodedAdvice(value)
  );
}

const leastLength = 12;

/** A path, the address of a thing, a call, the end of a line, or what a program replaces by a value. */
const reference =
  /^(?:~|\.{0,2})\/[\w.-]{1,200}\/|:\/\/|^(?:arn|urn|sha\d{1,3}|https?):|[(){}<>]|\$[A-Z_]|%\w{1,40}%|\.{3}|\\[nrt]/i;

/**
 * Whether the kinds of characters alternate. In words they do not; a capital that begins a word is no change, and
 * separators do not count, so that neither names of any style nor dates and versions alternate.
 */
function alternates(value: string): boolean {
  const plain = value.replace(separators, '');
  let changes = 0;
  for (let at = 1; at < plain.length; at++) {
    const before = kindOf(plain.charCodeAt(at - 1));
    const kind = kindOf(plain.charCodeAt(at));
    if (kind !== before && !(before === 'upper' && kind === 'lower')) changes++;
  }
  const distinct = new Set(plain).size;
  return distinct >= leastDistinct && changes >= leastChanges && changes / plain.length >= leastShare;
}

const separators = /[-_.:/+=, ]/g;
const leastDistinct = 8;
/** Random letters and digits have a change at every second or third character. */
const leastChanges = 4;
const leastShare = 0.2;

function kindOf(code: number): 'lower' | 'upper' | 'digit' | 'other' {
  // Letters of other alphabets are in words, not in generated values.
  if ((code >= 0x61 && code <= 0x7a) || code > 0x7f) return 'lower';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  return code >= 0x30 && code <= 0x39 ? 'digit' : 'other';
}

/** Whether a value is an encoded sentence that asks for another value. */
function isEncodedAdvice(value: string): boolean {
  if (!base64.test(value)) return false;
  const text = Buffer.from(value, 'base64').toString('latin1');
  return advice.test(text) && !control.test(text.trim());
}

const base64 = /^[A-Za-z0-9+/]{24,400}={0,2}$/;
const advice = /chang|replac|should|example|placeholder/i;
const control = /[^ -~]/;
