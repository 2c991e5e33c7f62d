/**
 * The table of files that exist to hold credentials. A row without `holds` is a secret by its name alone and is never
 * opened; with `holds`, its content decides, because the file is often harmless. Case never matters: on some systems
 * programs read `.NPMRC` as `.npmrc`.
 */
export interface SecretFile {
  readonly what: string;
  /** Matches the name of the file without suffixes of copies, such as `.old`. */
  readonly name?: RegExp;
  /** Matches the end of the path. */
  readonly path?: RegExp;
  readonly holds?: RegExp;
}

/** `name = value` with a value that is not a variable; the spaces are limited so that matching takes linear time. */
const assigned = (names: string) =>
  String.raw`(?:${names})"?(?:[ \t]{0,16}[=:][ \t]{0,16}|[ \t]{1,16})["']?[^\s"'$=:<{]`;
const urlPassword = String.raw`:\/\/[^\s\/:@"'$]{1,200}:[^\s\/@"'$<{]{1,200}@`;

export const secretFiles: readonly SecretFile[] = [
  { what: 'environment of a service: .env, .env.local, .envrc, prod.env', name: /^\.env(rc)?([._-]|$)|\.env$/ },
  {
    what: 'environment of one stage: prod.env.local',
    name: /\.env([._-](local|dev|development|prod|production|stage|staging|test|testing|qa|uat|ci|live|preview|private|secrets?))+$/,
  },
  { what: 'environment of a framework', name: /^\.flaskenv$|^\.dev\.vars([._-]|$)/ },
  {
    what: 'environment of one stage: env.production',
    name: /^env[._-](local|prod|production|stage|staging|live|secrets?)$/,
  },
  { what: 'environment of local runs of a workflow', name: /^\.secrets?$/ },
  { what: 'private key of ssh', name: /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|^ssh_host_(rsa|dsa|ecdsa|ed25519)_key$/ },
  { what: 'key store', name: /\.(p12|pfx|jks|jceks|bcfks|bks|keystore|keychain|keychain-db)$/ },
  { what: 'password safe', name: /\.(kdb|kdbx|psafe3)$/ },
  { what: 'private key of PuTTY', name: /\.ppk$/ },
  { what: 'private key of GnuPG', name: /^secring\.(gpg|kbx|pgp)$/, path: /\/private-keys-v1\.d\/[^/]+$/ },
  { what: 'passwords of ftp, curl and git', name: /^[._]netrc$/ },
  {
    what: 'passwords of a client',
    name: /^\.(git-credentials|pgpass|my\.cnf|mylogin\.cnf|htpasswd|pypirc|dockercfg|s3cfg|boto|smbcredentials|databrickscfg)$|^pgpass\.conf$/,
  },
  { what: 'passwords of git', path: /\/\.config\/git\/credentials$/ },
  { what: 'tokens of package registries', path: /\/\.(cargo|gem)\/credentials(\.toml)?$/ },
  { what: 'keys of AWS', path: /\/\.aws\/(credentials|(sso|cli)\/cache\/[^/]+)$/ },
  {
    what: 'keys of Google Cloud',
    name: /^application_default_credentials\.json$/,
    path: /\/gcloud\/((credentials|access_tokens)\.db$|legacy_credentials\/)/,
  },
  {
    what: 'tokens of Azure',
    path: /\/\.azure\/(accesstokens|msal_token_cache|service_principal_entries)\.\w+$/,
  },
  { what: 'keys of Kubernetes', name: /^\.?kubeconfig(\.(ya?ml|json))?$|\.kubeconfig$/, path: /\/\.kube\/config$/ },
  { what: 'tokens of Docker and Podman', path: /\/(\.docker\/config|containers\/auth)\.json$/ },
  { what: 'tokens of the GitHub and GitLab clients', path: /\/\.config\/(gh\/hosts\.yml|hub|glab-cli\/config\.yml)$/ },
  { what: 'tokens of Terraform', name: /^(\.terraformrc|terraform\.rc|credentials\.tfrc\.json)$/ },
  { what: 'state of Terraform, which contains every password it manages', name: /\.tfstate(\.backup)?$/ },
  { what: 'passwords of Maven', path: /\/\.m2\/settings(-security)?\.xml$/ },
  {
    what: 'key of Rails credentials',
    name: /^master\.key$/,
    path: /\/config\/(credentials\/[^/]+\.key|secrets\.yml\.key)$/,
  },
  { what: 'token or password of Vault', name: /^\.vault-token$|^\.vault[-_]pass(word)?(\.txt)?$/ },
  { what: 'tokens of other clients', path: /\/(\.kaggle\/kaggle\.json|huggingface\/token|rclone\/rclone\.conf)$/ },

  {
    what: 'keys of AWS',
    name: /^credentials$/,
    path: /\/\.aws\/config$/,
    holds: /\baws_(?:secret_access_key|session_token)[ \t]{0,16}=[ \t]{0,16}[^\s$<{]/i,
  },
  {
    what: 'passwords among the variables of Terraform',
    name: /\.tfvars(\.json)?$/,
    holds:
      /(?:password|passwd|secret|token|api_?key|access_?key|private_?key)\w{0,40}"?[ \t]{0,40}[=:][ \t]{0,40}"[^"\s$<]{6}/i,
  },
  {
    what: 'tokens of JavaScript registries',
    name: /^\.(npmrc|yarnrc(\.yml)?)$|^bunfig\.toml$/,
    holds: new RegExp(`${assigned('_authToken|_auth|_password|npmAuthToken|npmAuthIdent')}|${urlPassword}`, 'i'),
  },
  {
    what: 'password in the address of a Python registry',
    name: /^pip\.(conf|ini)$|^\.condarc$/,
    holds: new RegExp(urlPassword),
  },
  {
    what: 'passwords of NuGet',
    name: /^nuget\.config$/,
    holds: /(?:ClearText)?Password"\s{0,16}value="[^"%\s]|<apikeys>\s{0,200}<add/i,
  },
  {
    what: 'passwords of Maven',
    name: /^settings(-security)?\.xml$/,
    holds: /<(password|passphrase|master)>\s{0,200}[^\s<$]/i,
  },
  {
    what: 'tokens of Composer, Docker and other clients',
    name: /^auth\.json$/,
    holds:
      /"(?:http-basic|bearer|(?:github|gitlab|bitbucket)-oauth|gitlab-token|forgejo-token|auths)"\s{0,200}:\s{0,200}\{\s{0,200}"|"(?:access_?token|refresh_?token|id_?token|api_?key|\w{0,40}_API_KEY|key)"\s{0,200}:\s{0,200}"[^"\s]{16}/i,
  },
  {
    what: 'secret of an OAuth client',
    name: /^(client_secrets?.*|credentials)\.json$/,
    holds: /"(?:client_secret|refresh_token)"\s{0,200}:\s{0,200}"[^"\s]{12}/,
  },
  {
    what: 'private JSON web key',
    name: /\.jwks?(\.json)?$|^jwks?\.json$/,
    holds: /"[dk]"\s{0,200}:\s{0,200}"[\w-]{40}/,
  },
  {
    what: 'key of a service account',
    name: /\.json[5c]?$/,
    holds: /"private_key"\s{0,200}:\s{0,200}"(?:\\[nr]|\s){0,20}-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/,
  },
  {
    what: 'private key beside a certificate',
    name: /\.(pem|key|crt|cer|cert|p8|pk8|der|asc|gpg|priv|private|ovpn)$/,
    holds: /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/,
  },
];

/** An environment without secrets, kept in the repository to document its variables. Its content is checked as well. */
export const environmentExample =
  /^\.env(rc)?[._-](.*[._-])?(examples?|samples?|template|tmpl|tpl|dist|defaults?)$|^(.*[._-])?(example|sample|template)\.env$/i;

/** Suffixes that editors and people give to copies: a copy holds what the original holds. */
export const copySuffix = /(\.(old|orig|bak|backup|save|saved|copy|prev|disabled|swp|\d{1,2})|~){1,4}$/i;

/** Names of documentation, templates, public keys and source code, which a suffix does not make a copy of a secret. */
export const notACopy =
  /[._-](examples?|samples?|template|tmpl|tpl|dist|defaults?|schema|baseline)([._-]|$)|\.(pub|md|mdx|rst|adoc|html?|css|scss|[cm]?[jt]sx?|vue|svelte|py|pyi|rb|go|rs|java|kt|kts|scala|cs|fs|vb|c|cc|cpp|cxx|h|hh|hpp|m|mm|swift|php|pl|pm|lua|sh|bash|zsh|fish|ps1|r|jl|ex|exs|erl|hs|ml|clj|dart|sql|proto|nix|tf|j2|erb|in|enc|gpg|age|asc|sops)$/i;
