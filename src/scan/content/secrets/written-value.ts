/** A written value is one that somebody filled in: neither a placeholder, nor a reference to another place, nor encrypted. */

/** Whether a text has a match of a form, the value of which (its first group, or all of it) is a credential. */
export function holdsValue(text: string, form: RegExp, isCredential: (value: string) => boolean = isWritten): boolean {
  for (const [whole, ...groups] of text.matchAll(form)) {
    const value = groups.find((group) => group !== undefined);
    if (value === undefined ? whole !== '' : isCredential(value)) return true;
  }
  return false;
}

export function isWritten(value: string): boolean {
  return !saysPlaceholder(value) && !emptyWords.test(value);
}

export function saysPlaceholder(value: string): boolean {
  return placeholderWords.test(value);
}

const placeholderWords =
  /example|sample|placeholder|change[-_]?me|your|dummy|fake|redacted|omitted|replace|insert|x{6}|0{8}|\*{3}/i;
/** Values of programs and of tests: passwords that everybody knows, references to a variable, encrypted values. */
const emptyWords =
  /^(?:null|none|nil|undefined|true|false|required|optional|string|tests?(?:ing)?|pass(?:word)?|passwd|secrets?|tokens?|admin|root|guest|user|default|foo|bar|baz|postgres|mysql|(?:env|os|process|var|local|data|vault|ref|secret)[.:].*|ENC\[.*|\$ANSIBLE_VAULT.*|@[\w./]+)[\d,;)}]*$/i;
