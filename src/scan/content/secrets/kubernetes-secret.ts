/** A manifest of Kubernetes that defines a secret with its values: neither a template, nor a sealed or external secret. */
import { credentialName, holdsClientCredential } from './client-settings.ts';
import { isGenerated } from './generated-value.ts';
import { isWritten } from './written-value.ts';

export function holdsSecretOfKubernetes(text: string): boolean {
  // Nearly all files end here.
  if (!text.includes('Secret')) return false;
  return kind.test(text) && text.split(betweenDocuments).some((each) => kind.test(each) && hasValues(each));
}

const kind =
  /(?:^|[\n{,])[ \t]{0,16}(?:-[ \t]{1,4})?["']?kind["']?[ \t]{0,16}:[ \t]{0,16}["']?Secret["']?[ \t]{0,16}(?:$|[\r\n,}#])/;
const betweenDocuments = /^---(?=\s)/m;

function hasValues(document: string): boolean {
  return hasValuesInBraces(document) || hasValuesInLines(document.split('\n'));
}

function hasValuesInBraces(document: string): boolean {
  for (const [, field, block = ''] of document.matchAll(braces)) {
    for (const [, name = '', value = ''] of block.matchAll(entry)) if (isCredential(field, name, value)) return true;
  }
  return false;
}

const braces = /(?<![\w.-])(data|stringData)["']?\s{0,16}:\s{0,16}\{([^{}]*)\}/g;
const entry = /([\w.-]{1,100})["']?\s{0,16}:\s{0,16}["']?([^\s"',]{4,4000})/g;

/** The lines below `data` and `stringData` that are indented further. */
function hasValuesInLines(lines: readonly string[]): boolean {
  let field: string | undefined;
  let fieldIndent = 0;
  let name = '';
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (indent === -1) continue;
    if (field === undefined || indent <= fieldIndent) {
      field = fieldLine.exec(line)?.[1];
      fieldIndent = indent;
      continue;
    }
    const [, key, value = ''] = entryLine.exec(line) ?? [];
    // A value of several lines begins after the line of its name.
    if (key !== undefined) name = key;
    if (isCredential(field, name, key === undefined ? line.trim() : value)) return true;
  }
  return false;
}

const fieldLine = /^\s{0,40}["']?(data|stringData)["']?[ \t]{0,16}:\s{0,16}(?:#|$)/;
const entryLine =
  /^\s{0,200}["']?([\w.-]{1,100})["']?[ \t]{0,16}:[ \t]{1,16}(?:!{1,2}\w{1,20}[ \t]{1,16})?["']?([^\s"'|>#]{0,4000})/;

function isCredential(field: string | undefined, name: string, written: string): boolean {
  if (template.test(written)) return false;
  const value = field === 'data' ? decoded(written) : written;
  if (value.length < leastLength || harmless.test(value)) return false;
  if (credentialName.test(name)) return isWritten(value);
  // What is not text says nothing: a compressed release, a certificate.
  if (control.test(value)) return false;
  return (field === 'data' && isGenerated(value)) || holdsClientCredential(value);
}

/** What a template is replaced by, in several languages. */
const template = /^[<$%*&!]|\{\{|\$[({]|<%|%\(/;
/** A path, an address, a name in documentation, a frame of keys and certificates, the shapes of which are in a table. */
const harmless = /^(?:\/|\.{1,2}\/|https?:\/\/[^@]{0,1000}$|my[-_ ]|-----)/i;
const leastLength = 5;
const control = /[^\t\n\r -~]/;

function decoded(written: string): string {
  return base64.test(written) ? Buffer.from(written, 'base64').toString('latin1') : '';
}

const base64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;
