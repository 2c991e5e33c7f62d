/**
 * The table of files that exist to hold credentials. They are secrets by name alone and never opened. Files that often
 * are harmless are in the table beside it (checked-files.ts), where their content decides.
 */
import { codeName } from './data-file.ts';

export interface SecretFile {
  readonly what: string;
  /** Matches the name of the file without suffixes of copies, such as `.old`. Case never matters. */
  readonly name?: RegExp;
  /** Matches the end of the path. */
  readonly path?: RegExp;
}

export const secretFiles: readonly SecretFile[] = [
  { what: 'environment of a service: .env, .env.local, .envrc, prod.env', name: /^\.env(rc)?([._-]|$)|\.env$/ },
  {
    what: 'environment of one stage: prod.env.local',
    name: /\.env([._-](local|dev|development|prod|production|stage|staging|test|testing|qa|uat|ci|live|preview|private|secrets?))+$/,
  },
  { what: 'environment of a framework', name: /^\.flaskenv$|^\.dev\.vars([._-]|$)/ },
  {
    what: 'environments of the services of one stage: .envs/.production/.django',
    path: /\/\.envs\/([^/]+\/)?\.?(?!readme)[\w-]+$/,
  },
  {
    what: 'environment of one stage: env.production',
    name: /^env[._-](local|prod|production|stage|staging|live|secrets?)$/,
  },
  { what: 'environment of local runs of a workflow', name: /^\.secrets?$/ },
  {
    what: 'one password, token or key',
    name: /^\.([\w-]{1,40}[-_.])?(tokens?|passwords?|passwd|passphrase|pat|mnemonic|((api|access|auth|secret|private)[-_]?)keys?)$|^(admin\.password|initialadminpassword|initial_root_password|encrypted_data_bag_secret|rndc\.key)$/,
  },
  { what: 'private key of ssh', name: /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$|^ssh_host_(rsa|dsa|ecdsa|ed25519)_key$/ },
  { what: 'private key of ssh in its first version', path: /\/\.ssh\/identity$/ },
  { what: 'key store', name: /\.(p12|pkcs12|pfx|jks|jceks|bcfks|bks|uber|keystore|keychain|keychain-db)$/ },
  {
    what: 'wallet, or key of a chain',
    name: /^(cwallet\.sso|wallet\.dat|(priv_validator|node)_key\.json|hsm_secret|utc--\d{4}-[\w.:-]+)$|\.(macaroon|skey)$/,
    path: /\/(\.electrum\/([^/]+\/)?wallets|\.(ethereum|foundry)\/([^/]+\/)?keystores?|\.brownie\/accounts|\.tezos-client\/secret_keys?|\.octez-client\/secret_keys?)(\/[^/]+)?$|\/\.bitcoin\/([^/]+\/)?\.cookie$/,
  },
  {
    what: 'private key of a name server, a signature or a message broker',
    name: /^k.+\.\+\d{3}\+\d{5}\.private$|^minisign\.key$|\.(nk|auth_private|signing\.key|decrypt\.private\.php|keytab)$/,
    path: /\/\.(minisign|signify)\/[^/]+\.(key|sec)$/,
  },
  { what: 'seeds of one-time passwords', name: /^\.google_authenticator$/ },
  { what: 'password safe', name: /\.(kdb|kdbx|psafe3|1pif|opvault|agilekeychain)$|^key[34]\.db$/ },
  { what: 'private key of PuTTY', name: /\.ppk$/ },
  { what: 'private key of GnuPG', name: /^secring\.(gpg|kbx|pgp)$/, path: /\/private-keys-v1\.d\/[^/]+$/ },
  {
    what: 'identity of a node in a network',
    name: /^(tailscaled\.state|identity\.secret|hs_ed25519_secret_key)$/,
    path: /\/(\.vnc\/passwd|\.cloudflared\/cert\.pem|\.ipfs\/(config|keystore\/[^/]+))$/,
  },
  { what: 'passwords of ftp, curl, git and Emacs', name: /^[._]netrc$|^\.authinfo2?$/ },
  {
    what: 'passwords of a client',
    name: /^\.(git-credentials|pgpass|my\.cnf|mylogin\.cnf|pypirc|dockercfg|s3cfg|boto|smbcredentials|databricks\.?cfg|erlang\.cookie|xauthority|sentryclirc|msmtprc|fetchmailrc|ftppass|ftpconfig|gitcookies|hgcookies|edgerc|ossutilconfig|obsutilconfig|bcecmdrc|pause|cdsapirc|esmtprc|pine-passfile|cvspass|mysql_history|psql_history|rediscli_history|civo\.json|appcfg_oauth2_tokens|credentials_rsaparams)$|^pgpass\.conf$|^rclone\.conf$/,
  },
  {
    what: 'passwords of tunnels, dial-up and transfers between machines',
    name: /^((chap|pap|srp)-secrets|(ipsec|rsync|rsyncd|vpn)\.secrets|\.?passwd-s3fs|passwd\.client)$/,
    path: /\/(\.?davfs2\/secrets|racoon\/psk\.txt|\.s3ql\/authinfo2|\.?weechat\/sec\.conf)$/,
  },
  {
    what: 'password of a backup',
    name: /^\.?(restic|borg|kopia|duplicity)[._-]?(pass|passwd|password|passphrase)([._-]?file)?(\.txt)?$/,
    path: /\/\.?borg\/keys\/[^/]+$/,
  },
  {
    what: 'passwords of Subversion',
    path: /\/\.?subversion\/auth\/svn\.(simple|ssl\.client-passphrase)\/[^/]+$/,
  },
  { what: 'passwords of a web server', name: /(^|\.)ht(passwd|digest)$/ },
  { what: 'passwords of git', path: /\/\.config\/git\/credentials$/ },
  {
    what: 'tokens of package registries',
    name: /^pub-(credentials|tokens)\.json$/,
    path: /\/\.(cargo|gem)\/credentials(\.toml)?$|\/pypoetry\/auth\.toml$|\/\.luarocks\/upload_config\.lua$|\/\.julia\/servers\/[^/]+\/auth\.toml$/,
  },
  { what: 'keys of AWS', path: /\/\.aws\/(credentials|(sso|cli)\/cache\/[^/]+)$/ },
  {
    what: 'keys of Google Cloud',
    name: /^application_default_credentials\.json$/,
    path: /\/gcloud\/((credentials|access_tokens)\.db$|legacy_credentials\/)/,
  },
  {
    what: 'tokens of Azure',
    name: /\.publishsettings$/,
    path: /\/\.azure\/[^/]*(token|credential|secret|service_principal)[^/]*\.(json|bin|xml|cache)$/,
  },
  { what: 'user secrets of .NET', path: /\/usersecrets\/[^/]+\/secrets\.json$/ },
  { what: 'keys of Talos', name: /^\.?talosconfig(\.ya?ml)?$/, path: /\/\.talos\/config$/ },
  {
    what: 'users and tokens of Home Assistant, GitLab and Jenkins',
    name: /^(gitlab-secrets\.json|hudson\.util\.secret)$/,
    path: /\/\.storage\/(auth|auth_provider\.\w+|core\.config_entries|application_credentials|cloud)$/,
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
  {
    what: 'token or password of Vault',
    name: /^\.vault-token$|^\.?(ansible[._-]?)?vault[._-]?(pass|pw|passwd|password|passphrase)([._-]?file)?(\.txt)?$/,
  },
  { what: 'tokens of coding agents', name: /^\.credentials\.json$|^oauth_creds\.json$/ },
  { what: 'tokens of GitHub Copilot', path: /\/github-copilot\/(hosts|apps)\.json$/ },
  {
    what: 'tokens of platforms, each in its own folder',
    path: /\/(\.fly\/config\.yml|\.?netlify\/config\.json|\.vercel\/auth\.json|\.cf\/config\.json|\.bluemix\/config\.json|\.pulumi\/credentials\.json|\.?argocd\/config|\.config\/stripe\/config\.toml|\.config\/hcloud\/cli\.toml|\.config\/linode-cli|\.config\/doctl\/config\.yaml|\.?op\/config|\.streamlit\/secrets\.toml)$/,
  },
  {
    what: 'keys of clouds, each in the folder of its client',
    path: /\/(\.aliyun\/config\.json|\.config\/scw\/config\.yaml|\.tccli\/[^/]+\.credential|\.config\/exoscale\/exoscale\.toml|\.oci\/sessions\/[^/]+\/token|\.config\/yandex-cloud\/config\.yaml|\.config\/openstack\/secure\.yaml|\.config\/upctl\.yaml|\.?vultr-cli\.yaml|\.?ovh\.conf)$/,
  },
  {
    what: 'tokens of platforms of deployment and tests',
    path: /\/(\.?wrangler\/config\/[^/]+\.toml|\.railway\/config\.json|\.travis\/config\.yml|\.supabase\/access-token|\.influxdbv2\/configs|\.jfrog\/jfrog-cli\.conf(\.v\d{1,2})?|\.twilio-cli\/config\.json|com\.vercel\.cli\/auth\.json|\.now\/auth\.json|\.nhost\/auth\.json|\.?fastly\/config\.toml|\.puppetlabs\/token|\.ansible\/galaxy_token|\.vagrant\.d\/data\/vagrant_login_token|\.databricks\/token-cache\.json|\.newrelic\/credentials\.json|\.expo\/state\.json|\.config\/heroku\/credentials\.json)$/,
  },
  {
    what: 'passwords of a desktop, of a password manager and of a client of databases',
    name: /^credentials-config\.json$/,
    path: /\/bitwarden cli\/data\.json$|\/\.local\/share\/keyrings\/[^/]+$/,
  },
  { what: 'keys of language models', path: /\/io\.datasette\.llm\/keys\.json$/ },
  { what: 'keys of object storage', path: /\/\.mc(li)?\/config\.json$/ },
  {
    what: 'passwords of Snowflake',
    path: /\/\.snowsql\/config$|\/(\.snowflake|\.config\/snowflake)\/(config|connections)\.toml$/,
  },
  {
    what: 'tokens of other clients',
    path: /\/(\.kaggle\/kaggle\.json|huggingface\/(token|stored_tokens)|rclone\/rclone\.conf)$/,
  },
];

/** An environment without secrets, kept in the repository to document its variables. Its content is checked as well. */
export const environmentExample =
  /^\.env(rc)?[._-](.*[._-])?(examples?|samples?|template|tmpl|tpl|dist|defaults?)$|^(.*[._-])?(example|sample|template)\.env$/i;

/** Suffixes that editors and people give to copies: a copy holds what the original holds. */
export const copySuffix = /(\.(old|orig|bak|backup|save|saved|copy|prev|disabled|swp|\d{1,2})|~){1,4}$/i;

/** Names of documentation, templates, public keys, encrypted files and source code, which no suffix makes a copy of a secret. */
export const notACopy = new RegExp(
  String.raw`[._-](scanning|examples?|samples?|template|tmpl|tpl|dist|defaults?|schema|baseline)([._-]|$)|\.(pub|in|enc|gpg|age|asc|sops)$|${codeName.source}`,
  'i',
);
