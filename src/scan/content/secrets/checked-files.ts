/** The table of files that may hold credentials and often do not: their content decides. */

import type { SecretFile } from './secret-files.ts';
import { assigned, privateKey, setting, staticKey, urlPassword } from './setting-forms.ts';

export interface CheckedFile extends SecretFile {
  /** The file is a secret if it has a match of each, whose first group (or whole text) is not a placeholder. */
  readonly holds: readonly RegExp[];
  /** Only a generated value counts, because words are usual there. */
  readonly isGenerated?: true;
  /** Such files are usual among tests, examples, documentation and translations, and do not count there. */
  readonly unlessShown?: true;
}

const passwords =
  'passwords?|passwd|passphrase|pwd|secret|secret_?key(?:_?base)?|client_?secret|token|api_?key|access_?key|auth_?key|private_?key|account_?key|encryption_?key';

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
    what: 'passwords of a service or client, in a file with another usual name',
    name: /^\.?([\w-]{1,40}[-_.])?(creds|passwords|passwd|api[-_]?keys?|credentials?|secrets)([-_.][\w-]{1,40})?\.(ini|cfg|conf|ya?ml|toml|properties|json[5cl]?|xml)$/,
    unlessShown: true,
    holds: [assigned(passwords, 8)],
  },
  {
    what: 'passwords among the variables of Terraform and Packer',
    name: /\.(tfvars|pkrvars)(\.json|\.hcl)?$/,
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
    what: 'environment of a service, in a file without a dot',
    name: /^(dot[-_.]?)?env([-_.](local|dev|development|prod|production|stage|staging|test|testing|qa|uat|ci|live|preview|private|secrets?|vars))*(\.(txt|json|ya?ml|list|conf|ini|toml|properties))?$/,
    isGenerated: true,
    holds: [new RegExp(`${assigned(`(?:${passwords})(?:_\\w{1,40})?`, 12).source}|${urlPassword.source}`, 'gi')],
  },
  {
    what: 'environment of a service, in a script that sets it',
    name: /^((set|export|load|source)?[-_]?(env|environment|secrets?|credentials?|creds|tokens?|keys|vars))([-_.][\w-]{1,40}){0,3}\.(sh|bash|zsh|fish|ps1|bat|cmd)$/,
    isGenerated: true,
    holds: [
      /^[ \t]{0,16}(?:(?:export|set|setx|set -x|set -gx|\$env:)[ \t]{0,4})?\w{0,40}(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)\w{0,40}[ \t]{0,4}[= \t][ \t]{0,4}["']?([^\s"'$<{]{12,200})/gim,
    ],
  },
  {
    what: 'passwords of ftp and curl, in a file without a dot',
    name: /^netrc(\.txt)?$/,
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
    what: 'passwords of a client that stays connected to chats',
    name: /^znc\.conf$/,
    holds: [/^[ \t]{0,40}(?:Pass|Hash)[ \t]{1,16}=[ \t]{1,16}(\S{6,200})/gm],
  },
  {
    what: 'keys of a cluster of Consul',
    name: /^consul\.(hcl|json)$/,
    isGenerated: true,
    holds: [
      /\b(?:encrypt|agent|default|initial_management|replication|tokens?)"?[ \t]{0,16}[=:][ \t]{0,16}"([A-Za-z0-9+/=-]{24,100})"/g,
    ],
  },
  {
    what: 'password of a node of Bitcoin',
    name: /^(bitcoin|litecoin|dogecoin|zcash)\.conf$/,
    holds: [/^rpc(?:password|auth)=([^\s<$]{4,200})/gim],
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
  {
    what: 'passwords of an application server',
    name: /^tomcat-users\.xml$/,
    holds: [/<user\b[^<>]{0,400}\bpassword="([^"\s<]{3,200})/gi],
  },
  {
    what: 'passwords of an application server',
    name: /^(mgmt|application)-users\.properties$/,
    holds: [/^[^#\s=]{1,100}=([0-9a-f]{32})\s{0,8}$/gim],
  },
  {
    what: 'users of Redis',
    name: /\.acl$/,
    holds: [/^user\s{1,8}\S{1,100}\s[^\r\n]{0,400}?[ \t](?:>([^\s<$]{3,200})|#([0-9a-f]{64}))/gim],
  },
  {
    what: 'passwords of a message broker or its client',
    name: /jaas[\w.-]{0,40}\.conf$|\.jaas$/,
    holds: [/\bpassword\s{0,8}=\s{0,8}"([^"\s$<{]{3,200})/gi],
  },
  {
    what: 'shared keys of tunnels and of networks',
    name: /^(swanctl|clients|turnserver|tac_plus)\.conf$/,
    path: /\/swanctl\/conf\.d\/[^/]+\.conf$/,
    holds: [/^[ \t]{0,40}(?:secret|static-auth-secret|key)[ \t]{0,8}=[ \t]{0,8}["']?([^\s"'$<{]{6,200})/gim],
  },
  {
    what: 'key of a monitoring agent',
    name: /\.psk$/,
    holds: [/^\s{0,8}([0-9a-f]{32,512})\s{0,8}$/gi],
  },
  {
    what: 'password of a metastore',
    name: /-site\.xml$/,
    holds: [/<name>[\w.-]{0,200}(?:password|secret\.key|secret)<\/name>\s{0,40}<value>([^<\s$]{4,200})/gi],
  },
  {
    what: 'passwords of an agent of SNMP',
    name: /^snmpd?(\.local)?\.conf$/,
    holds: [/^[ \t]{0,8}createUser[ \t]{1,8}\S{1,100}[ \t]{1,8}\w{2,10}[ \t]{1,8}"?([^"\s]{8,200})/gim],
  },
];
