/**
 * The table of files that may hold credentials and often do not: their content decides. Below
 * it are shapes of content that give a file away whatever its name, if it is data: source code and documents show them too.
 */
import type { SecretFile } from './secret-files.ts';

export interface CheckedFile extends SecretFile {
  /** The file is a secret if it has a match of each, whose first group (or whole text) is not a placeholder. */
  readonly holds: readonly RegExp[];
  /** Only a generated value counts, because words are usual there. */
  readonly isGenerated?: true;
}

/**
 * A name, `=`, `:` or space, and a value that is not a variable, of at least so many characters. Reads JSON, YAML (with
 * tags and block scalars), TOML and INI. All repetitions are limited, so that matching takes linear time.
 */
function setting(names: string, least = 1): RegExp {
  const between = String.raw`\s{0,40}[=:][ \t]{0,16}(?:!{1,2}\w{1,20}[ \t]{1,16})?(?:[|>][-+]?[ \t]{0,16}\r?\n[ \t]{1,40})?|"\s{0,40}:\s{0,40}|[ \t]{1,16}`;
  const value = String.raw`[^\s"'$<{%!&*|>=:][^\s"'<>]{${least - 1},200}`;
  return new RegExp(`(?:${names})["']?(?:${between})["']{0,3}(${value})`, 'gi');
}

/** The same without the form `name value`, for files in which names are words of prose as well. */
function assigned(names: string, least: number): RegExp {
  const value = String.raw`[^\s"'$<{%!&*|>=:#\[(][^\s"'<>(){}]{${least - 1},200}`;
  return new RegExp(
    String.raw`(?:${names})["']?(?:[ \t]{0,16}[=:][ \t]{0,16}|\s{0,40}:\s{0,40}(?="))["']{0,3}(${value})`,
    'gi',
  );
}

/** A column of this name in the first line of a table, and the value in the second one. */
function column(names: string, least: number): RegExp {
  const cell = String.raw`"?[^",;\t\r\n]{0,200}"?[,;\t]`;
  const ways = Array.from(
    { length: maxColumns },
    (_, before) =>
      String.raw`(?:${cell}){${before}}"?(?:${names})"?(?:[,;\t][^\r\n]{0,1000})?\r?\n(?:${cell}){${before}}"?([^\s"',;$<{]{${least},200})`,
  );
  return new RegExp(`^(?:${ways.join('|')})`, 'gi');
}

const maxColumns = 12;
const passwords =
  'passwords?|passwd|passphrase|pwd|secret|secret_?key(?:_?base)?|client_?secret|token|api_?key|access_?key|auth_?key|private_?key|account_?key|encryption_?key';
export const urlPassword = /:\/\/[^\s/:@"'$]{1,200}:([^\s/@"'$<{]{1,200})@/gi;
/** A key that both ends of a tunnel share. */
const staticKey = '-----BEGIN OpenVPN (?:Static key|tls-crypt)';
const privateKey = `-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY`;

export const checkedFiles: readonly CheckedFile[] = [
  {
    what: 'keys of AWS',
    name: /^credentials$/,
    path: /\/\.aws\/config$/,
    holds: [setting('aws_secret_access_key|aws_session_token')],
  },
  {
    what: 'passwords of a service or client, in a file with a usual name',
    name: /^\.?(credentials?|secrets?)([_-][\w-]+)?((\.[\w-]{1,40})?\.(ini|cfg|conf|txt|ya?ml|toml|properties|json[5cl]?|ndjson|hjson|xml))?$/,
    holds: [assigned(passwords, 6)],
  },
  {
    what: 'passwords in a table with a usual name',
    name: /^\.?(credentials?|secrets?|passwords?)([_-][\w-]+)?(\.[\w-]{1,40})?\.(csv|tsv)$/,
    holds: [column(passwords.replaceAll('_?', '[_ ]?'), 6)],
  },
  {
    what: 'passwords among the variables of Terraform',
    name: /\.tfvars(\.json)?$/,
    holds: [
      /(?:password|passwd|secret|token|api_?key|access_?key|private_?key)\w{0,40}"?[ \t]{0,40}[=:][ \t]{0,40}"([^"\s$<]{6,200})/gi,
    ],
  },
  {
    what: 'tokens of Terraform',
    name: /\.tfrc(\.json)?$/,
    holds: [/token"?\s{0,40}[=:]\s{0,40}"([^"\s$<{]{6,200})/gi],
  },
  {
    what: 'tokens of JavaScript registries',
    name: /^\.?(npmrc|yarnrc(\.yml)?)$|^bunfig\.toml$/,
    path: /\/pnpm\/(rc|auth\.ini)$/,
    holds: [
      new RegExp(
        `${setting('_authToken|_auth|_password|npmAuthToken|npmAuthIdent').source}|${urlPassword.source}`,
        'gi',
      ),
    ],
  },
  {
    what: 'password in the address of a registry or remote',
    name: /^pip\.(conf|ini)$|^\.?condarc$|^\.?gitconfig$|^\.gitmodules$|^uv\.toml$/,
    holds: [urlPassword],
  },
  {
    what: 'passwords of git and Mercurial',
    name: /^\.?(gitconfig|hgrc|mercurial\.ini)$/,
    path: /\/\.config\/(git\/config|hg\/hgrc)$/,
    // Addresses with a password are looked at above.
    holds: [
      /extraheader[ \t]{0,16}=[ \t]{0,16}["']?authorization:[ \t]{0,16}\w{4,10}[ \t]{1,16}([^\s"'$<{]{8,200})|(?:password|token|smtppass)[ \t]{0,16}=[ \t]{0,16}["']?([^\s"'$<{!]{3,200})/gi,
    ],
  },
  {
    what: 'passwords of ftp and curl, in a file without a dot',
    name: /^netrc$/,
    holds: [/\bpassword\s{1,40}([^\s"'$<{]{3,200})/gi],
  },
  {
    what: 'passwords of users of a system',
    name: /^(g?shadow|passwd|master\.passwd|opasswd|smbpasswd)-?$/,
    holds: [/^[^:\s]{1,64}:(?:\$[\w-]{1,16}\$[\w./$=,+-]{16}|\d{1,9}:[0-9A-FX]{32}:[0-9A-F]{32}:)/gm],
  },
  {
    what: 'passwords of OpenStack',
    name: /^(clouds|secure)\.ya?ml$/,
    holds: [assigned('password|credential_secret|token', 4)],
  },
  {
    what: 'password of OpenStack, in a script that exports nothing else',
    name: /^(.*[._-])?openrc(\.sh)?$/,
    holds: [
      /^[ \t]{0,16}(?:export[ \t]{1,16})?OS_(?:PASSWORD|TOKEN|APPLICATION_CREDENTIAL_SECRET)=["']?([^\s"'$<]{4,200})/gm,
    ],
  },
  {
    what: 'keys of Oracle and DVC',
    path: /\/(\.oci\/config|\.dvc\/config(\.local)?)$/,
    holds: [
      setting('pass_?phrase|secret_access_key|password|account_key|connection_string|sas_token|client_secret', 4),
    ],
  },
  {
    what: 'token of Hex',
    name: /^hex\.config$/,
    holds: [/(?:_key|token)['"]?\s{0,8},\s{0,8}<<"([^"]{12,200})/gi],
  },
  {
    what: 'tokens of programs in JavaScript',
    path: /\/configstore\/[^/]+\.json$/,
    isGenerated: true,
    holds: [assigned(`api|${passwords}`, 12)],
  },
  {
    what: 'passwords of accounts in XML',
    name: /^accounts\.xml$|^confcons\.xml$|^clickhouse-client\.xml$/,
    path: /\/\.?clickhouse-client\/[^/]+\.xml$/,
    holds: [/<password>\s{0,40}([^<\s]{3,200})|\bpassword="([^"\s]{3,200})/gi],
  },
  {
    what: 'passwords in bookmarks of lftp',
    path: /\/lftp\/bookmarks$/,
    holds: [urlPassword],
  },
  {
    what: 'passwords of a remote desktop',
    name: /\.(rdp|vnc)$/,
    holds: [/^password(?: 51:b:|=)([0-9A-F]{16,200})/gim],
  },
  {
    what: 'key of a wireless network',
    name: /\.psk$|^hostapd\.conf$/,
    holds: [/^(?:PreSharedKey|Passphrase|wpa_passphrase|wpa_psk)=([^\s<$]{8,200})/gim],
  },
  {
    what: 'passwords of a pool of connections',
    name: /^userlist\.txt$/,
    holds: [/^"[^"\n]{1,100}"[ \t]{1,16}"(md5[0-9a-f]{32}|SCRAM-SHA-256\$[^"\n]{16,200}|[^"\n]{6,200})"/gm],
  },
  {
    what: 'password of a node of Bitcoin',
    name: /^(bitcoin|litecoin|dogecoin|zcash)\.conf$/,
    holds: [/^rpcpassword=([^\s<$]{4,200})/gim],
  },
  {
    what: 'token of Bundler',
    path: /\/\.bundle\/config$/,
    holds: [/BUNDLE_\w{3,200}:[ \t]{0,16}"?([^\s:"'$]{1,200}:[^\s:"'$/]{4})/gi],
  },
  {
    what: 'passwords of NuGet',
    name: /^nuget(\.\w+)?\.config$/,
    // The attributes have any order.
    holds: [
      /<add(?=[^<>]{0,1000}\bkey\s{0,16}=\s{0,16}["'](?:ClearText)?Password["'])(?=[^<>]{0,1000}\bvalue\s{0,16}=\s{0,16}["']([^"'%\s]{1,200}))|<apikeys>\s{0,200}<add/gi,
    ],
  },
  {
    what: 'passwords of Maven',
    name: /^settings(-security)?\.xml$/,
    holds: [/<(?:password|passphrase|master)>\s{0,200}([^\s<$][^\s<]{0,200})/gi],
  },
  {
    what: 'passwords of a Java build or of the signing of an app',
    name: /^(gradle|local|key|keystore|signing|release)\.properties$/,
    holds: [assigned('password|passwd|secret|token|apikey', 6)],
  },
  {
    what: 'tokens of Composer, Docker and other clients',
    name: /^auth\.json$/,
    holds: [
      /"(?:http-basic|bearer|(?:github|gitlab|bitbucket)-oauth|gitlab-token|forgejo-token|auths)"\s{0,200}:\s{0,200}\{\s{0,200}"|"(?:access_?token|refresh_?token|id_?token|token|api_?key|\w{0,40}_API_KEY|key)"\s{0,200}:\s{0,200}"([^"\s]{16,200})/gi,
    ],
  },
  {
    what: 'tokens of coding agents',
    name: /^auth\.json$/,
    isGenerated: true,
    holds: [/"(?:access|refresh)"\s{0,200}:\s{0,200}"([^"\s]{16,200})/gi],
  },
  {
    what: 'secret of an OAuth client',
    name: /^client_secrets?.*\.json[5c]?$/,
    holds: [/"(?:client_secret|refresh_token)"\s{0,200}:\s{0,200}"([^"\s]{12,200})/gi],
  },
  {
    what: 'tokens of an agent or of its tools',
    name: /^\.claude\.json$|^\.?mcp\.json$|^\.aider\.conf\.yml$/,
    holds: [
      /"?(?:\w{0,40}(?:api[_-]?key|access_?token|refresh_?token|_token|_secret|_password))"?\s{0,40}:\s{0,40}"?([^"\s$<{]{12,200})/gi,
    ],
  },
  {
    what: 'tokens of GitHub clients',
    name: /^(hosts\.ya?ml|hub)$/,
    holds: [setting('oauth_token', 6)],
  },
  {
    what: 'tokens of other clients',
    name: /^(kaggle\.json|ngrok\.yml|repositories\.yaml|\.?wrangler\.toml|cli\.yml|firebase-tools\.json)$/,
    holds: [setting('authtoken|token|password|"key|refresh_token|oauth_token', 8)],
  },
  {
    what: 'password of curl or wget',
    name: /^[._]?(curlrc|wgetrc)$/,
    holds: [
      /^[ \t]{0,16}(?:(?:-{0,2}(?:(?:proxy-)?user|oauth2-bearer|pass)|(?:ftp|http|proxy)?_?passw(?:or)?d)(?:[ \t]{0,16}[=:][ \t]{0,16}|[ \t]{1,16})|-[uU][ \t]{0,16})["']?([^\s"'$=:<{][^\s"']{2,200})|authorization:[ \t]{0,16}(?:basic|bearer|token)[ \t]{1,16}([^\s"'$<{]{6})/gim,
    ],
  },
  {
    what: 'passwords of databases',
    name: /^\.?(my|client)\.cnf$|^\.?odbc\.ini$|^\.?pg_service\.conf$|^\.?tnsnames\.ora$|^profiles\.ya?ml$|^connectionstrings\.config$/,
    holds: [assigned('password|passwd|pwd|pass', 3)],
  },
  {
    what: 'passwords of mail, files and networks',
    name: /^\.?(muttrc|mbsyncrc|offlineimaprc|getmailrc|mailrc|sasl_passwd|wpa_supplicant\.conf|winscp\.ini|remmina\.pref|smbcredentials|neomuttrc|isyncrc|ssmtp\.conf|cqlshrc|vpnc\.conf|openfortivpn\.conf)$|\.(nmconnection|remmina)$/,
    path: /\/openfortivpn\/config$/,
    holds: [setting('password|passwd|pass|psk|remotepass|authpass|ipsec secret', 6)],
  },
  {
    what: 'passwords of file transfers',
    name: /^(sitemanager|recentservers|filezilla)\.xml$|^\.?s?ftp([_-](config|sync|kr|deploy))?([_-][\w-]{1,40})?\.json$|^\.?(remote-?sync|deploy(ment)?-?config)\.json$/,
    holds: [/<pass\b[^<>]{0,100}>([^<\s]{2,200})|"(?:password|passphrase|pass)"\s{0,40}:\s{0,40}"([^"\s]{2,200})/gi],
  },
  { what: 'passwords of a browser', name: /^logins\.json$/, holds: [/"encryptedPassword"/gi] },
  {
    what: 'secrets of Jenkins',
    name: /^credentials\.xml$/,
    holds: [/<(?:password|privatekey|secret|passphrase)>\s{0,40}([^\s<$]{2,200})/gi],
  },
  {
    what: 'settings of a local run in Azure',
    name: /^local\.settings\.json$/,
    holds: [/(?:AccountKey|SharedAccessKey|_KEY"\s{0,16}:\s{0,16}")=?([A-Za-z0-9+/]{30,200})/gi],
  },
  {
    what: 'private JSON web key',
    name: /\.jwks?(\.json)?$|^jwks?\.json$/,
    holds: [/"[dk]"\s{0,200}:\s{0,200}"[\w-]{40}/g],
  },
  {
    what: 'private key beside a certificate',
    name: /\.(pem|key|crt|cer|cert|p8|pk8|der|asc|gpg|priv|private|ovpn)$/,
    holds: [new RegExp(`${privateKey}|${staticKey}`, 'g')],
  },
];

const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d{1,2})';

/** Files of settings and data: by their ending, or without one. */
export const dataFile =
  /^\.?[^.]+$|\.(conf|cfg|cnf|ini|config|ya?ml|json[5cl]?|ndjson|hjson|csv|tsv|toml|properties|xml|plist|txt|netdev|kube|creds?|credentials?|secrets?|token|auth|data|local|prefs)$/;

/** A shape of content that gives a file of settings or data away. */
export interface CredentialShape extends Pick<CheckedFile, 'what' | 'holds'> {
  /** Is in every text of this shape. One search for the words of all rows dismisses most files. */
  readonly word: RegExp;
}

export const credentialShapes: readonly CredentialShape[] = [
  {
    what: 'key of a service account, or another private key among settings',
    word: /private_key/,
    holds: [
      new RegExp(
        String.raw`private_key["']?\s{0,200}[:=]\s{0,200}(?:[|>][-+]?\s{1,40}|["']{1,3}(?:\\[nr]|\s){0,20})?${privateKey}`,
        'gi',
      ),
    ],
  },
  {
    what: 'whole private key, as text or in base64',
    word: /PRIVATE KEY|LS0tLS1CRUdJTi/,
    holds: [
      new RegExp(
        String.raw`${privateKey}(?: BLOCK)? ?-{4,5}(?:\\[nr]|\s){1,20}(?:[A-Z][\w-]{0,40}:[^\n\\]{0,200}(?:\\[nr]|\s){1,20}){0,4}[A-Za-z0-9+/]{40}|LS0tLS1CRUdJTi(?:BSU0E|BQUklW|BFQyBQ|BPUEVO|BFTkNS|BEU0E)[A-Za-z0-9+/]{40}`,
        'g',
      ),
    ],
  },
  {
    what: 'key of age',
    word: /AGE-SECRET-KEY-/,
    holds: [/AGE-SECRET-KEY-(?:PQ-)?1([A-Z0-9]{40,80})/g],
  },
  {
    what: 'shared key of OpenVPN',
    word: /BEGIN OpenVPN/,
    holds: [new RegExp(String.raw`${staticKey}[^\r\n-]{0,40}-----\s{1,4}[0-9a-f]{32}`, 'gi')],
  },
  {
    what: 'key of a chain',
    word: /(?:ed25519|secp256k1):/,
    holds: [/(?:private|secret)_?key["']?\s{0,40}:\s{0,40}["']?(?:ed25519|secp256k1):([1-9A-HJ-NP-Za-z]{40,200})/gi],
  },
  {
    what: 'key of Solana: nothing but 64 bytes',
    word: /^\s{0,40}\[\s{0,40}\d{1,3}\s{0,40},/,
    holds: [new RegExp(String.raw`^\s{0,40}\[\s{0,40}(?:${byte}\s{0,40},\s{0,40}){63}${byte}\s{0,40}\]\s{0,40}$`, 'g')],
  },
  {
    what: 'credentials of Google Cloud',
    word: /_account|authorized_user/,
    holds: [
      /type["']?\s{0,40}[:=]\s{0,40}["']?(?:service_account|(?:external_account_)?authorized_user|gdch_service_account)\b/gi,
      setting('refresh_token|private_key', 12),
    ],
  },
  {
    what: 'keys of Kubernetes',
    word: /client-key-data/,
    holds: [
      /client-key-data["']?\s{0,40}:\s{0,40}(?:!!\w{1,20}\s{1,16})?(?:[|>][-+]?\s{1,60})?["']?([A-Za-z0-9+/]{40,200})/gi,
    ],
  },
  {
    what: 'tokens of Kubernetes',
    word: /users["']?\s{0,40}:/,
    holds: [
      /\bkind["']?\s{0,40}:\s{0,40}["']?Config(?![\w-])/g,
      /\busers["']?\s{0,40}:/g,
      setting('token|password|client-secret', 8),
    ],
  },
  {
    what: 'key of WireGuard',
    word: /(?:private|preshared)[-_]?key["']?\s{0,16}[=:]/,
    holds: [
      /(?:private|preshared)[-_]?key["']?\s{0,16}[=:]\s{0,16}["']?([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)(?![A-Za-z0-9+/=])/gi,
    ],
  },
  {
    what: 'tokens of Docker',
    word: /auths["']?\s{0,40}[:=]/,
    holds: [
      /auths["']?\s{0,40}[:=]/gi,
      /["']?(?:\bauth|identitytoken|registrytoken)["']?\s{0,40}[:=]\s{0,40}["']?([A-Za-z0-9+/=_.-]{8,200})/gi,
    ],
  },
  {
    what: 'tokens of Docker in Kubernetes',
    word: /dockerc(?:onfigjson|fg)/,
    holds: [/\.dockerc(?:onfigjson|fg)["']?\s{0,40}:\s{0,40}(?:[|>][-+]?\s{1,60})?["']?([A-Za-z0-9+/=]{40,200})/gi],
  },
  {
    what: 'key of AWS among settings',
    word: /secret_?access_?key/,
    holds: [/aws_?secret_?access_?key["']?\s{0,16}[=:]\s{0,16}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi],
  },
  {
    what: 'key of AWS in a row of a table',
    word: /AKIA/,
    holds: [/(?<![A-Z0-9])AKIA[A-Z0-9]{16}["']?[,;\t|]["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g],
  },
  {
    what: 'secret of a tunnel',
    word: /TunnelSecret/,
    holds: [/"TunnelSecret"\s{0,40}:\s{0,40}"([^"\s]{16,200})/gi],
  },
];
