/**
 * A secret is a file that exists to hold a credential. It is recognized by its name, without being opened, or by its
 * first lines. Source code that happens to contain a key, such as a test, is not a secret.
 */
import { baseName } from '../listing/names.ts';

/** Names of files that always hold credentials. PEM files may hold public keys, so their content decides. */
const secretNames: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /^\.env(rc)?([._-]|$)|\.env$/, what: 'environment of a service: .env, .env.local, .envrc, prod.env' },
  { pattern: /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/, what: 'private key of ssh' },
  { pattern: /\.(p12|pfx|jks|bcfks|keystore)$/, what: 'key store' },
  { pattern: /\.(kdb|kdbx|psafe3)$/, what: 'password safe' },
  { pattern: /\.ppk$/, what: 'private key of PuTTY' },
  { pattern: /^[._]netrc$/, what: 'passwords of ftp, curl and git' },
  { pattern: /^\.(git-credentials|pgpass|my\.cnf|htpasswd|pypirc|dockercfg|s3cfg)$/, what: 'passwords of a client' },
  { pattern: /^master\.key$/, what: 'key of Rails credentials' },
  { pattern: /^\.vault-token$/, what: 'token of Vault' },
];

const secretName = new RegExp(secretNames.map(({ pattern }) => pattern.source).join('|'), 'i');
/** An environment without secrets, kept in the repository to document its variables. Its content is checked as well. */
const environmentExample =
  /^\.env(rc)?[._-](.*[._-])?(examples?|samples?|template|tmpl|tpl|dist|defaults?)$|^(.*[._-])?(example|sample|template)\.env$/i;
const secretPaths =
  /(^|\/)(\.(aws|cargo|gem)\/credentials(\.toml)?|\.docker\/config\.json|\.kube\/config|\.config\/gh\/hosts\.yml)$/;

export function secretByName(path: string): boolean {
  const name = baseName(path);
  return (secretName.test(name) && !environmentExample.test(name)) || secretPaths.test(path);
}

/** Whether a text begins with a private key, or contains a credential in a file that may hold one. */
export function secretByContent(path: string, text: string): boolean {
  const start = text.search(/[^\s\uFEFF]/);
  if (start === -1) return false;
  const first = text.slice(start, start + 100);
  if (privateKeyLine.test(first) || first.startsWith('PuTTY-User-Key-File-')) return true;
  if (environmentExample.test(baseName(path))) return holdsCredential(text);
  if (keyFile.test(path)) return privateKeyAnywhere.test(text);
  if (registryFile.test(path)) return registryToken.test(text);
  return path.endsWith('.json') && text.includes('"private_key"') && serviceAccount.test(text);
}

const privateKeyLine = /^-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/;
const privateKeyAnywhere = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----/m;
const serviceAccount = /"private_key"\s*:\s*"-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
/** Configuration of package registries, harmless unless it contains a token. */
const registryFile = /(^|\/)\.(npmrc|yarnrc(\.yml)?)$/;
const registryToken = /(_authToken|_auth|_password|npmAuthToken|npmAuthIdent)"?\s*[=: ]\s*"?[^\s"$]/;
const keyFile = /\.(pem|key|crt|cer|cert|p8|pk8|der|asc|gpg|priv|private)$/i;

/** Credentials whose form gives them away: private keys, and tokens of services with a prefix of their own. */
const credentials = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[opsur]_[A-Za-z0-9]{36,}/,
  /\bgithub_pat_\w{50,}/,
  /\bglpat-[\w-]{20,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/,
  /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  /\bAIza[\w-]{35}/,
  /\bsk-(?:[a-z]+\d*-)*[A-Za-z0-9_-]{32,}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/,
].map(({ source }) => new RegExp(source, 'g'));

function holdsCredential(text: string): boolean {
  return credentials.some((form) => [...text.matchAll(form)].some(([found]) => !isPlaceholder(found)));
}

/** Whether a value only shows the form of a credential: it says so, or repeats a few characters. */
function isPlaceholder(value: string): boolean {
  if (value.startsWith('-----')) return false;
  return /example|sample|placeholder|changeme|your|x{6}/i.test(value) || new Set(value.slice(4)).size < 8;
}
