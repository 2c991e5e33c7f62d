/**
 * The table of credentials whose form gives them away: tokens of services with a prefix of their own, and private keys.
 * A value that only shows the form, as documentation does, is not a credential.
 */
export function holdsCredential(text: string): boolean {
  return forms.some((form) => [...text.matchAll(form)].some(([found]) => !isPlaceholder(found)));
}

/** Whether a text has a match of a form, the value of which (its first group, or all of it) is not a placeholder. */
export function holdsValue(text: string, form: RegExp, isCredential: (value: string) => boolean = isWritten): boolean {
  for (const [whole, ...groups] of text.matchAll(form)) {
    const value = groups.find((group) => group !== undefined);
    if (value === undefined ? whole !== '' : isCredential(value)) return true;
  }
  return false;
}

/** Whether a value is written out: neither a placeholder, nor a reference to another place, nor encrypted. */
export function isWritten(value: string): boolean {
  return !saysPlaceholder(value) && !emptyWords.test(value);
}

/** Each begins with a fixed prefix that no letter precedes, so that a search takes linear time. */
const forms = [
  // AWS, Google, Azure, DigitalOcean
  /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/,
  /AIza[\w-]{35}/,
  /GOCSPX-[\w-]{28}/,
  /ya29\.[\w-]{40,}/,
  /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{43,88}=/,
  /do[opr]_v1_[0-9a-f]{64}/,
  // GitHub, GitLab, npm, PyPI
  /gh[opsur]_[A-Za-z0-9]{36,}/,
  /github_pat_\w{50,}/,
  /gl(?:pat|dt|rt|ptt|oas|cbt|ft|soat|agent)-[\w-]{20,}/,
  /npm_[A-Za-z0-9]{36}/,
  /pypi-AgE[\w-]{50,}/,
  // Slack, Stripe, Twilio, SendGrid, Shopify, Mailgun, Telegram
  /xox[abeoprs]-[A-Za-z0-9-]{20,}/,
  /xapp-\d-[A-Za-z0-9-]{40,}/,
  /hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{20,}/,
  /(?:[rs]k_live|whsec)_[A-Za-z0-9]{16,}/,
  /SK[0-9a-f]{32}(?![0-9a-f])/,
  /SG\.[\w-]{22}\.[\w-]{43}/,
  /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/,
  /key-[0-9a-f]{32}(?![0-9a-f])/,
  /\d{8,10}:AA[\w-]{33}/,
  // OpenAI, Anthropic, Hugging Face, Databricks, Vault
  /sk-(?:[a-z]+\d*-){0,4}[A-Za-z0-9_-]{32,}/,
  /hf_[A-Za-z]{34}/,
  /dapi[0-9a-f]{32}/,
  /hv[sb]\.[\w-]{24,}/,
  // JSON web tokens and private keys
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/,
  /AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{58}/,
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/,
].map(({ source }) => new RegExp(`(?<![\\w-])${source}`, 'g'));

/** Whether a value only shows the form of a credential: it says so, or repeats a few characters. */
function isPlaceholder(value: string): boolean {
  if (value.startsWith('-----')) return false;
  return saysPlaceholder(value) || new Set(value.slice(4)).size < 8;
}

function saysPlaceholder(value: string): boolean {
  return placeholderWords.test(value);
}

const placeholderWords =
  /example|sample|placeholder|change[-_]?me|your|dummy|fake|redacted|omitted|replace|insert|x{6}|0{8}|\*{3}/i;
/** Values of programs and of tests: passwords that everybody knows, references to a variable, encrypted values. */
const emptyWords =
  /^(?:null|none|nil|undefined|true|false|required|optional|string|tests?(?:ing)?|pass(?:word)?|passwd|secrets?|tokens?|admin|root|guest|user|default|foo|bar|baz|postgres|mysql|(?:env|os|process|var|local|data|vault|ref|secret)[.:].*|ENC\[.*|\$ANSIBLE_VAULT.*|@[\w./]+)[\d,;)}]*$/i;
