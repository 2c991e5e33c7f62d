/**
 * `r#name` and `name` are the same identifier, so the mark is masked. A keyword needs it wherever it is a name, also at
 * its declaration, so there it is a part of the name.
 */
const keywords =
  'abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let ' +
  'loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized ' +
  'use virtual where while yield';
const rawName = new RegExp(String.raw`\br#(?!(?:${keywords.replaceAll(' ', '|')})\b)(?=[\p{L}_])`, 'gu');

export function maskRust(text: string): string {
  return text.includes('r#') ? text.replace(rawName, '  ') : text;
}
