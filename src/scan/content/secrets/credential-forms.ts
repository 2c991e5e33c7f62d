/**
 * The table of credentials whose form gives them away: tokens of services with a prefix of their own, and private keys.
 * A value that only shows the form, as documentation does, is not a credential.
 */
import { saysPlaceholder } from './written-value.ts';

/** Whether a text has a credential of any form. For files that may hold one. */
export function holdsCredential(text: string): boolean {
  return holdsToken(text) || looseForms.some((form) => hasMatch(text, form));
}

/** Whether a text has a credential that nothing else looks like. For any file of data. */
export function holdsToken(text: string): boolean {
  return anyPrefix.test(text) && tokenForms.some((form) => hasMatch(text, form));
}

function hasMatch(text: string, form: RegExp): boolean {
  for (const [found] of text.matchAll(form)) if (!isPlaceholder(found)) return true;
  return false;
}

/** A prefix that nothing else has, and what follows it. */
const tokens: readonly (readonly [prefix: string, rest: string])[] = [
  // AWS, Google, Azure, Alibaba, DigitalOcean
  ['A(?:KIA|SIA|BIA|CCA)', '[A-Z0-9]{16}(?![A-Z0-9])'],
  ['AIza', String.raw`[\w-]{35}`],
  ['GOCSPX-', String.raw`[\w-]{28}`],
  ['ya29\\.', String.raw`[\w-]{40,}`],
  ['(?:Account|SharedAccess)Key=', '[A-Za-z0-9+/]{43,88}='],
  ['LTAI', '[A-Za-z0-9]{16,24}(?![A-Za-z0-9])'],
  ['do[opr]_v1_', '[0-9a-f]{64}'],
  // GitHub, GitLab, Atlassian, npm, PyPI, RubyGems, NuGet, Docker, JFrog, Clojars
  ['gh[opsur]_', '[A-Za-z0-9]{36,}'],
  ['github_pat_', String.raw`\w{50,}`],
  ['gl(?:pat|dt|rt|ptt|oas|cbt|ft|soat|agent)-', String.raw`[\w-]{20,}`],
  ['AT(?:ATT3|CTT3|BB)', String.raw`[\w=-]{24,}`],
  ['npm_', '[A-Za-z0-9]{36}'],
  ['pypi-AgE', String.raw`[\w-]{50,}`],
  ['rubygems_', '[0-9a-f]{48}'],
  ['oy2', '[a-z0-9]{43}(?![a-z0-9])'],
  ['dckr_(?:pat|oat)_', String.raw`[\w-]{27,}`],
  ['AKCp', '[A-Za-z0-9]{69,}'],
  ['CLOJARS_', '[0-9a-f]{60}'],
  // Slack, Discord, SendGrid, Brevo
  ['xox[abeoprs]-', '[A-Za-z0-9-]{20,}'],
  ['xapp-', String.raw`\d-[A-Za-z0-9-]{40,}`],
  ['hooks\\.slack\\.com/services/', String.raw`T\w{6,}/B\w{6,}/\w{20,}`],
  ['discord(?:app)?\\.com/api/webhooks/', String.raw`\d{15,20}/[\w-]{60,}`],
  ['SG\\.', String.raw`[\w-]{22}\.[\w-]{43}`],
  ['xkeysib-', '[0-9a-f]{64}'],
  // Stripe, Shopify, Square
  ['(?:[rs]k_live|whsec)_', '[A-Za-z0-9]{16,}'],
  ['shp(?:at|ca|pa|ss)_', '[0-9a-fA-F]{32}'],
  ['sq0(?:atp|csp)-', String.raw`[\w-]{22,}`],
  // OpenAI, Anthropic, Hugging Face, Groq, xAI, Perplexity, Replicate
  ['sk-(?:ant|proj|or|svcacct)-', String.raw`[\w-]{32,}`],
  ['hf_', '[A-Za-z]{34}'],
  ['gsk_', '[A-Za-z0-9]{52}'],
  ['xai-', '[A-Za-z0-9]{60,}'],
  ['pplx-', '[A-Za-z0-9]{48}'],
  ['r8_', '[A-Za-z0-9]{37}'],
  // Vault, Pulumi, Doppler, 1Password, Supabase, PlanetScale, Tailscale, Fly, Docker Swarm, k3s
  ['hv[sbr]\\.', String.raw`[\w-]{24,}`],
  ['pul-', '[0-9a-f]{40}'],
  ['dp\\.(?:pt|st|ct|sa|scim|audit)\\.', String.raw`[\w.-]{40,}`],
  ['ops_eyJ', String.raw`[\w-]{100,}`],
  ['sb[ps]_', '[0-9a-f]{40}'],
  ['pscale_(?:tkn|oauth|pw)_', String.raw`[\w.-]{30,}`],
  ['tskey-', '(?:auth|api|client|scim|webhook)-[A-Za-z0-9-]{16,}'],
  ['fm[12][ar]?_', String.raw`[\w+/=-]{60,}`],
  ['SWMTKN-1-', '[a-z0-9]{40,}-[a-z0-9]{20,}'],
  ['K10', '[0-9a-f]{64}::[a-z]{1,20}:[0-9a-f]{16,}'],
  // Sentry, Grafana, New Relic, Databricks, Postman, Linear, Figma, HubSpot, Notion, Sonar
  ['sntry[su]_', String.raw`[\w+/=-]{40,}`],
  ['gl(?:c|sa)_', '[A-Za-z0-9+/=]{32,}'],
  ['NRA[KA]-', '[A-Z0-9]{27}(?![A-Z0-9])'],
  ['dapi', '[0-9a-f]{32}'],
  ['PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'],
  ['lin_(?:api|oauth)_', '[A-Za-z0-9]{40}'],
  ['fig[dou]_', String.raw`[\w-]{40,}`],
  ['pat-(?:na|eu|ap)', String.raw`\d-[0-9a-f-]{36}`],
  ['ntn_', '[A-Za-z0-9]{40,}'],
  ['sq[pua]_', '[0-9a-f]{40}'],
  // JSON web tokens, keys of chains, of NATS and of age
  ['eyJ', String.raw`[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}`],
  ['[xyztuv]prv', '[1-9A-HJ-NP-Za-km-z]{100,}'],
  ['S[OAUNCX](?=[A-Z2-7]{8})', '[A-Z2-7]{56}(?![A-Z0-9])'],
  ['AGE-SECRET-KEY-', '(?:PQ-)?1[A-Z0-9]{58}'],
];

/** Forms that a search finds slowly, or that names and hashes have as well. */
const loose = [
  'SK[0-9a-f]{32}(?![0-9a-f])',
  'key-[0-9a-f]{32}(?![0-9a-f])',
  String.raw`sk-(?:[a-z]+\d*-){0,4}[A-Za-z0-9_-]{32,}`,
  String.raw`\d{8,10}:AA[\w-]{33}`,
  String.raw`[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,}`,
  String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}`,
  String.raw`[0-9a-f]{32}-us\d{1,2}(?![\w-])`,
  '[0-9a-f]{36}NRAL',
  '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY',
];

// No letter precedes them, so that a search tries each place only once.
const asForm = (source: string) => new RegExp(`(?<![\\w-])${source}`, 'g');
const tokenForms = tokens.map(([prefix, rest]) => asForm(prefix + rest));
const looseForms = loose.map(asForm);
/** One search for all prefixes dismisses most texts. */
const anyPrefix = new RegExp(String.raw`\b(?:${tokens.map(([prefix]) => prefix).join('|')})`);

/** Whether a value only shows the form of a credential: it says so, or repeats a few characters. */
function isPlaceholder(value: string): boolean {
  if (value.startsWith('-----')) return false;
  return saysPlaceholder(value) || new Set(value.slice(4)).size < 8;
}
