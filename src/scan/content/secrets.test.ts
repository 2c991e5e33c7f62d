/** Which files count as credentials: by their names, by their contents, in other spellings, and which do not. */
import { describe, expect, it } from 'vitest';
import { decodeContent, secretByName } from './content.ts';

const isSecret = (path: string, text: string) =>
  secretByName(path) || 'skipped' in decodeContent(path, Buffer.from(text));

const digits = 'q7R2zT5wKxMb3VnPs9LcYd4HfGj6TaEu';
const base64 = `${digits}${digits}${digits}`;
const wireguard = `${digits}${digits.slice(0, 10)}E=`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\nMIIE${base64}\n-----END RSA PRIVATE KEY-----\n`;

/** The names alone tell. */
const named = [
  '.claude/.credentials.json',
  '.gemini/oauth_creds.json',
  '.config/github-copilot/apps.json',
  '.databricks.cfg',
  '.snowsql/config',
  '.snowflake/connections.toml',
  'home/.fly/config.yml',
  '.netlify/config.json',
  '.vercel/auth.json',
  '.mc/config.json',
  '.pulumi/credentials.json',
  '.config/op/config',
  '.config/argocd/config',
  '.streamlit/secrets.toml',
  '.azure/msal_token_cache.bin',
  'site.PublishSettings',
  'rclone.conf',
  'users.htpasswd',
  'htdigest',
  'vault-password',
  'ansible_vault_password.txt',
  '.vault_pass',
  '.sentryclirc',
  '.erlang.cookie',
  'wallet.dat',
  'store.pkcs12',
  '.ssh/identity',
  'AppData/Roaming/Microsoft/UserSecrets/1-2/secrets.json',
];

/** The contents tell, in files that often are harmless. */
const held: readonly (readonly [path: string, text: string])[] = [
  ['docker/config.json', `{"auths": {"registry.example": {"auth": "${digits}"}}}`],
  ['config.json', `{ "auths" : {\n "r" : { "identitytoken"\n:\n"${digits}" } } }`],
  ['etc/kubernetes/admin.conf', `kind: Config\nusers:\n- name: a\n  user:\n    client-key-data: ${base64}\n`],
  ['clusters.yaml', `"users":\n- user: { 'client-key-data' : '${base64}' }\n`],
  ['k3s.yml', `users:\n- user:\n    client-key-data: >-\n      ${base64}\n`],
  ['cluster.json', JSON.stringify({ kind: 'Config', users: [{ user: { token: digits } }] })],
  ['.curlrc', `user = "name:${digits}"\n`],
  ['_curlrc', `-u name:${digits}\n`],
  ['.curlrc', `header = "Authorization: Bearer ${digits}"\n`],
  ['.wgetrc', `http_password=${digits}\n`],
  ['etc/wireguard/wg0.conf', `[Interface]\nPrivateKey = ${wireguard}\n`],
  ['wg0', `[Peer]\npresharedkey=${wireguard}\n`],
  ['network/10-wg.netdev', `[WireGuard]\nPrivateKey=${wireguard}\n`],
  ['vpn.yaml', `private_key: "${wireguard}"\n`],
  ['gcloud.yaml', `type: authorized_user\nclient_id: a\nrefresh_token: 1//0${digits}\n`],
  ['adc.txt', JSON.stringify({ type: 'authorized_user', refresh_token: `1//0${digits}` })],
  ['gcp.yml', `type: 'service_account'\nprivate_key: |\n  ${pem.replaceAll('\n', '\n  ')}\n`],
  ['gcp.toml', `private_key = """\n${pem}"""\n`],
  ['tls.yaml', `data:\n  tls.key: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ${base64}\n`],
  ['server.conf', `<key>\n${pem}</key>\n`],
  ['deploy.json', JSON.stringify({ key: pem })],
  ['pull-secret.yaml', `data:\n  .dockerconfigjson: ${base64}\n`],
  ['settings.ini', `AWS_SECRET_ACCESS_KEY = "${base64.slice(0, 40)}"\n`],
  ['stack.yml', `aws_secret_access_key: '${base64.slice(0, 40)}'\n`],
  ['secrets.yaml', `wifi_password: ${digits}\n`],
  ['config/secrets.yml', `production:\n  secret_key_base: ${digits}\n`],
  ['credentials.json', JSON.stringify({ api_key: digits })],
  ['.sbt/.credentials', `realm=R\npassword=${digits}\n`],
  ['NuGet.Config', `<add value='${digits}' key='ClearTextPassword' />`],
  ['nuget.config', `<add key="ClearTextPasswor&#100;"\n value="${digits}" />`],
  ['hosts.yml', `github.com:\n    oauth_token: gho_${digits}\n`],
  ['.gitconfig', `[url "https://user:${digits}@git.example/"]\n`],
  ['.gitmodules', `url = https://user:${digits}@git.example/a\n`],
  ['npmrc', `//r.example/:_authToken=${digits}\n`],
  ['.bundle/config', `BUNDLE_GEMS__EXAMPLE__COM: "user:${digits}"\n`],
  ['android/key.properties', `storePassword=${digits}\n`],
  ['profiles.yml', `  password: ${digits}\n`],
  ['.mcp.json', JSON.stringify({ env: { GITHUB_TOKEN: `x${digits}` } })],
  ['sitemanager.xml', `<Pass encoding="base64">${digits}</Pass>`],
  ['.cloudflared/a.json', JSON.stringify({ TunnelSecret: base64 })],
  ['secrets.json5', `// local\n{password: '${digits}'}\n`],
  ['config/secrets.jsonc', `{\n  // local\n  "password": "${digits}",\n}\n`],
  ['secrets.local.json5', `{ api_key : "${digits}" }`],
  ['credentials.jsonl', `{"user":"a"}\n{"user":"b","password":"${digits}"}\n`],
  ['credentials.csv', `User name,Password,Login link\nme,${digits},https://a.example\n`],
  ['passwords.tsv', `"name"\t"url"\t"API key"\na\tb\t"${digits}"\n`],
  ['accounts.jsonl', `{"id":1}\n${JSON.stringify({ private_key: pem })}\n`],
  ['accounts.ndjson', `{"id":1}\n${JSON.stringify({ key: pem })}\n`],
  ['accounts.csv', `id,key\n1,"${pem}"\n`],
  ['rootkey.csv', `Access key ID,Secret access key\nAKIA${digits.slice(0, 16).toUpperCase()},${base64.slice(0, 40)}\n`],
  ['client_secret.jsonc', JSON.stringify({ installed: { client_secret: digits } })],
  ['main.tfrc', `credentials "a.example" {\n  token = "${digits}"\n}\n`],
];

/** Ordinary files that resemble them. */
const ordinary: readonly (readonly [path: string, text: string])[] = [
  ['config.json', '{"auths": {}, "credsStore": "desktop"}'],
  ['docker/config.json', '{"auths": {"r": {"auth": "<your-auth-here>"}}}'],
  ['admin.conf', 'ServerName example\n'],
  ['docs/kubeconfig.md', `client-key-data: ${base64}\n`],
  ['kube.yaml', 'kind: Config\nusers:\n- user:\n    client-key-data: REDACTED-OMITTED-REDACTED-OMITTED-REDACTED\n'],
  ['.curlrc', 'silent\nuser-agent = "x"\nretry = 3\n'],
  ['wg0.conf', '[Interface]\nPrivateKey = <server private key>\n'],
  ['hosts.yml', 'all:\n  hosts:\n    a.example:\n'],
  ['secrets.yaml', 'password: {{ .Values.password }}\ntoken: $TOKEN\nsecretName: my-tls-secret-name\n'],
  ['secrets.yml', 'production:\n  secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>\n'],
  ['secrets.enc.yaml', 'password: ENC[AES256_GCM,data:abcdef]\n'],
  ['credentials.yml', 'password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  6162\n'],
  ['secrets.csv', 'name,description\npassword,the one of the database\n'],
  ['secrets.csv', 'name,password\na,<your-password>\n'],
  ['credentials.jsonl', '{"password": "", "secret": null}\n'],
  ['data.csv', `user,password\na,${digits}\n`],
  ['tsconfig.jsonc', `{"token": "${digits}"}`],
  ['keys.csv', `AKIAIOSFODNN7EXAMPLE,wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n`],
  ['credentials.js', `const password = '${digits}';\n`],
  ['Credential.java', `String token = "${digits}";\n`],
  ['gradle.properties', 'org.gradle.jvmargs=-Xmx2g\nversion=1.2.3\n'],
  ['nuget.config', '<add key="ClearTextPassword" value="%TOKEN%" /><add key="a" value="b" />'],
  ['.gitconfig', '[url "https://git.example/"]\n'],
  ['.gitmodules', 'url = https://git.example/a\n'],
  ['profiles.yml', 'password: "{{ env_var(\'PASSWORD\') }}"\n'],
  ['auth.json', '{"token": "The token is invalid."}'],
  ['TestServer', `#!/bin/sh\ncat <<E\n${pem}E\n`],
  ['.env.example', 'PASSWORD=secret\n'],
  ['.env.example', 'TOKEN=\n'],
  ['terraform.tfvars.example', 'db_password = "change-me"\n'],
  ['.azure/pipelines.yml', 'steps: []\n'],
  ['.fly/notes.yml', 'a: b\n'],
];

describe('a file of credentials is recognized', () => {
  it.each(named)('by the name %s', (path) => {
    expect(secretByName(path)).toBe(true);
    expect(secretByName(`backup/${path.toUpperCase()}`)).toBe(true);
  });

  it.each(held)('by the content of %s', (path, text) => {
    expect(isSecret(path, text)).toBe(true);
    expect(isSecret(`a/${path}`, `\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(true);
  });

  it.each([
    '.env\u200b',
    '\u2060.env',
    '.e\u00adnv',
    '．env',
    '.ｅｎｖ.local',
    '.env ',
    '.env.',
    '.env\\xff',
    'id_rſa',
    '.aws /credentials',
    '.ᴬws/credentials',
    '.\u202eaws/credentials',
  ])('by a disguised name: %j', (path) => {
    expect(secretByName(path)).toBe(true);
  });

  it.each([
    ['account.json', String.raw`{"\u0070rivate_key": "-----BEGIN PRIVATE KEY-----\nMII"}`],
    ['account.json', '{"private_\u200bkey": "-----BEGIN\u2060 PRIVATE KEY-----\\nMII"}'],
    ['clusters.yaml', `"\\x63lient-key-data": ${base64}\n`],
    ['vpn.conf', `Private\u00adKey = ${wireguard}\n`],
    ['.npmrc', `//r.example/:_auth\u200bToken=${digits}\n`],
  ])('by a disguised content of %s', (path, text) => {
    expect(isSecret(path, text)).toBe(true);
  });

  it('not in ordinary files and documentation', () => {
    expect(ordinary.filter(([path, text]) => isSecret(path, text))).toEqual([]);
  });
});

describe('recognition takes linear time', () => {
  const size = 1 << 20;
  it.each([
    ['a.conf', 'private_key:', ' '],
    ['a.yaml', '', 'private_key:  '],
    ['a.yaml', '', 'client-key-data: >-\n'],
    ['a.json', '', '"auths" : '],
    ['a.json', 'auths: ', 'auth : '],
    ['a.yaml', 'kind: Config\nusers:\n', 'token '],
    ['a.yaml', 'type: service_account\n', 'refresh_token:  '],
    ['nuget.config', '', '<add key="x" '],
    ['nuget.config', '<add', ' key'],
    ['secrets.yml', '', 'password '],
    ['secrets.csv', '', 'password,'],
    ['secrets.csv', 'password\n', 'a,'],
    ['a.csv', '', 'AKIAAAAAAAAAAAAAAAAA,'],
    ['.curlrc', '', 'user '],
    ['a.json', '', '\\u0020'],
    ['a.xml', '', '&#'],
    ['a.txt', '', 'LS0tLS1CRUdJTi'],
    ['a.txt', 'x', '-----BEGIN RSA PRIVATE KEY-----\n\n\n\n'],
    ['a.txt', 'x-----BEGIN RSA PRIVATE KEY-----\n', 'A: b\n\n'],
  ])('%s: %j and many %j', (path, head, part) => {
    const text = head + part.repeat(size / part.length);
    expect(decodeContent(path, Buffer.from(text))).toBeDefined();
  });

  it('for a name of many dots, spaces and invisible characters', () => {
    for (const part of ['. ', '.', ' ', '.a', '\u200b', '\u200b.']) {
      expect(secretByName(`${part.repeat(100_000)}\u200bx`)).toBe(false);
    }
  });
});
