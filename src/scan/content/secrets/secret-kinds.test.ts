/** The credentials of many programs, each in the file in which the program or its users keep it. */
import { describe, expect, it } from 'vitest';
import { decodeContent, secretByName } from '../content.ts';

const isSecret = (path: string, text: string) =>
  secretByName(path) || 'skipped' in decodeContent(path, Buffer.from(text));

/** As programs generate them. They are put together, so that no scanner takes them for real ones. */
const token = 'Zq7kR2mXvX9wB4tL8n';
const digits = 'q7R2zT5wKxMb3VnPs9LcYd4HfGj6TaEu';
const base64 = `${digits}${digits}${digits}`;
const hex = 'd41d8cd98f00b204e9800998ecf8427e';
const uuid = '6f1d2c3b-4a5e-4f60-8b7c-9d0e1f2a3b4c';
const base32 = 'JBSW3DPEHPK7PXPQ';
const upper = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.replace(/[0189]/g, 'B');
const phrase = 'ripple canyon velvet orbit lemon puzzle hunter silver meadow copper tunnel garden';
const github = `ghp${'_'}${digits}${digits.slice(0, 8)}`;
const google = `AI${'za'}${digits}abc`;
const json = (value: unknown) => JSON.stringify(value, null, 2);
const block = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n-----END ${name}-----\n`;
const encodedKey = Buffer.from(block('ED25519 PRIVATE KEY', base64)).toString('base64');

const named = [
  'talosconfig',
  '.talos/config',
  'Kexample.com.+013+12345.private',
  'etc/bind/rndc.key',
  'keys/operator.nk',
  'minisign.key',
  '.signify/a.sec',
  'homeserver.signing.key',
  'authorized_clients/a.auth_private',
  'config/secrets/prod/prod.decrypt.private.php',
  'node_key.json',
  'encrypted_data_bag_secret',
  '.cloudflared/cert.pem',
  '.ipfs/config',
  '.google_authenticator',
  '.token',
  '.api_key',
  '.gh-token',
  '.password',
  '.storage/auth',
  '.storage/auth_provider.homeassistant',
  'initialAdminPassword',
  'initial_root_password',
  'nexus-data/admin.password',
  'gitlab-secrets.json',
  'etc/krb5.keytab',
];

const held: readonly (readonly [path: string, text: string])[] = [
  ['.znc/configs/znc.conf', `<Pass password>\n\tHash = ${hex}\n</Pass>\n`],
  ['etc/consul.d/consul.hcl', `encrypt = "${digits}="\n`],
  // Keys and what is framed like them.
  ['talos.yaml', `contexts:\n  a:\n    key: ${encodedKey}\n`],
  ['cluster.rkestate', json({ key: block('RSA PRIVATE KEY', base64) })],
  ['tsig.key', `key "a." {\n\talgorithm hmac-sha256;\n\tsecret "${base64.slice(0, 43)}=";\n};\n`],
  ['named.conf.keys', `key a { algorithm hmac-md5; secret ${base64.slice(0, 43)}=; };\n`],
  ['user.creds', block('NATS USER JWT', `eyJ${digits}.eyJ${digits}.${digits}`)],
  ['nats/a', block('USER NKEY SEED', `SUA${upper}${upper.slice(0, 23)}`)],
  ['seed.txt', `SUA${upper}${upper.slice(0, 23)}A\n`],
  ['tunnel.pem', block('ARGO TUNNEL TOKEN', base64)],
  ['release.sec', `untrusted comment: signify secret key\nRWRCSw${base64}\n`],
  ['a.txt', `untrusted comment: minisign encrypted secret key\nRWRTY0Iy${base64}\n`],
  ['cache-priv-key.pem', `cache.example-1:${base64.slice(0, 86)}==\n`],
  ['secret-key', `cache.example-1:${base64.slice(0, 86)}==\n`],
  ['tendermint/key.json', json({ priv_key: { type: 'tendermint/PrivKeyEd25519', value: `${base64.slice(0, 86)}==` } })],
  ['etc/ceph/ceph.client.admin.keyring', `[client.admin]\n\tkey = AQ${digits}abcd==\n`],
  ['mongodb-keyfile', `${base64.slice(0, 64)}\n${base64.slice(0, 64)}\n${base64.slice(0, 20)}\n`],
  ['mongo/keyfile', `${base64}\n`],
  ['ipfs.json', json({ Identity: { PeerID: 'a', PrivKey: base64 } })],
  ['acme.json', json({ Certificates: [{ key: Buffer.from(block('PRIVATE KEY', base64)).toString('base64') }] })],
  ['acme.json', json({ le: { Account: { PrivateKey: `MIIJ${base64}` } } })],
  ['accounts/1/key.json', json({ kty: 'RSA', n: digits, d: base64 })],
  ['UTC.json', json({ crypto: { ciphertext: hex, kdfparams: { n: 1 }, kdf: 'scrypt' } })],
  ['payment.json', json({ type: 'PaymentSigningKeyShelley_ed25519', cborHex: `5820${hex}${hex}` })],
  ['polkadot.json', json({ encoded: base64, encoding: { content: ['pkcs8', 'sr25519'] } })],
  ['noise.key', `privkey:${hex}${hex}\n`],
  ['wallet.txt', `xprv${digits.replace(/[0OIl]/g, 'x')}${base64}\n`],
  ['mnemonic.txt', `${phrase}\n`],
  ['seed-phrase', `${phrase}\n`],
  ['hardhat.toml', `mnemonic = "${phrase}"\n`],
  ['deployer/private_key.txt', `0x${hex}${hex}\n`],
  // Files with nothing else.
  ['a.txt', `${github}\n`],
  ['notes', `my token: ${github}\n`],
  ['password.txt', `${token}\n`],
  ['secrets/db_root', `${token}\n`],
  ['db-password', token],
  ['api_token.txt', `${hex}\n`],
  ['kubeadmin-password', 'aB3dE-fG7hI-jK1mN-pQ5rS\n'],
  ['openvpn/auth.txt', `someone\n${token}\n`],
  ['jwt-secret', `${base64.slice(0, 43)}=\n`],
  ['totp.txt', `${base32}\n`],
  ['root-password.txt', `Password: ${token}\n`],
  ['node-token', `K10${hex}${hex}::server:${hex}\n`],
  ['swarm.txt', `SWMTKN-1-${hex}${hex.slice(0, 18)}-${hex.slice(0, 25)}\n`],
  ['authkey', `tskey-auth-${token}\n`],
  // Settings of services.
  ['sentry.properties', `auth.token=${token}\n`],
  ['newrelic.yml', `common:\n  license_key: '${hex}abcdNRAL'\n`],
  ['datadog.yaml', `api_key: ${hex}\n`],
  ['hubspot.config.yml', `portals:\n  - personalAccessKey: ${token}\n`],
  ['local.properties', `MAPS_API_KEY=${google}\n`],
  ['strings.xml', `<string name="maps_key">${google}</string>\n`],
  ['swanctl.conf', `secrets {\n  ike-1 {\n    secret = "${token}"\n  }\n}\n`],
  ['airflow.cfg', `[core]\nfernet_key = ${base64.slice(0, 43)}=\n`],
  ['airflow.cfg', `sql_alchemy_conn = postgresql://airflow:${token}@db.example/airflow\n`],
  ['grafana.ini', `[security]\nadmin_password = ${token}\n`],
  ['grafana.ini', `[security]\nsecret_key = ${token}\n`],
  [
    'kafka_client_jaas.conf',
    `KafkaClient {\n a.b.PlainLoginModule required\n username="a"\n password="word-word";\n};\n`,
  ],
  ['client.properties', `sasl.jaas.config=a.ScramLoginModule required username="a" password="word-word";\n`],
  ['redis.conf', `requirepass ${token}\n`],
  ['users.acl', `user default on #${hex}${hex} ~* +@all\n`],
  ['users.acl', `user me on >word-word ~* +@all\n`],
  ['definitions.json', json({ users: [{ name: 'a', password_hash: base64.slice(0, 48) }] })],
  ['tomcat-users.xml', '<tomcat-users><user username="a" password="s3cure" roles="manager"/></tomcat-users>\n'],
  ['mgmt-users.properties', `# users\nadmin=${hex}\n`],
  ['mosquitto/passwd', `me:$7$101$${digits}$${base64}==\n`],
  ['users.txt', `me:$2y$10$${base64.slice(0, 53)}\n`],
  ['dovecot/users', `me@a.example:{SHA512-CRYPT}$6$${base64}\n`],
  ['local.ini', `[admins]\nadmin = -pbkdf2-${hex}01234567,${hex},10\n`],
  ['hive-site.xml', '<name>javax.jdo.option.ConnectionPassword</name>\n <value>hivePw</value>\n'],
  ['core-site.xml', `<name>fs.s3a.secret.key</name><value>${base64.slice(0, 40)}</value>\n`],
  ['bamboo.cfg.xml', `<property name="hibernate.connection.password">${token}</property>\n`],
  ['persistence.xml', `<property name="javax.persistence.jdbc.password" value="${token}"/>\n`],
  ['database.yml', `production:\n  password: ${token}\n`],
  ['homeserver.yaml', `registration_shared_secret: "${token}"\n`],
  [
    'alertmanager.yml',
    `slack_api_url: https://hooks.slack.com/services/T${'0ABCDEF'}/B0ABCDEF/${digits.slice(0, 24)}\n`,
  ],
  ['cloudflare.ini', `dns_cloudflare_api_token = ${token}\n`],
  ['config.toml', `[[runners]]\n  token = "${token}"\n`],
  ['telegraf.conf', `  token = "${token}"\n`],
  ['zabbix_server.conf', `DBPassword=${token}\n`],
  ['zabbix_agentd.psk', `${hex}${hex}\n`],
  ['etc/nslcd.conf', `bindpw ${token}\n`],
  ['sssd.conf', `ldap_default_authtok = ${token}\n`],
  ['postfix/mysql-users.cf', `user = a\npassword = ${token}\n`],
  ['turnserver.conf', `static-auth-secret=word-word\n`],
  ['esphome/kitchen.yaml', `ota:\n  password: "${hex}"\n`],
  ['hosts.ini', `[web]\na ansible_password=${token}\n`],
  ['backend.conf', `secret_key = "${base64.slice(0, 40)}"\n`],
  ['prod.pkrvars.hcl', `db_password = "${token}"\n`],
  ['bot.json', json({ discord: { token } })],
  ['task-definition.json', json({ environment: [{ name: 'DB_PASSWORD', value: token }] })],
  ['running-config', 'enable secret 5 $1$mERr$hx5rVt7rPNoS4wqbXKX7m0\n'],
  ['router.cfg', 'username a password 7 0822455D0A1649544541\n'],
  ['autounattend.xml', '<AdministratorPassword>\n<Value>cABhAHMA</Value>\n'],
  ['web.config', `<machineKey validationKey="${hex}${hex}" />\n`],
  ['snmpd.conf', 'createUser me SHA "word-word" AES "word-word"\n'],
  ['splunk.conf', `password = $7$${base64}\n`],
  ['web-config.yml', `basic_auth_users:\n  me: $2b$12$${base64.slice(0, 53)}\n`],
  ['jupyter.json', json({ password: `argon2:$argon2id$v=19$m=10240,t=10,p=8$${digits}` })],
  ['secret_key.txt', 'x(7k2)m$9vq{4b}1z&w5^r8-j0=h3+n6d\n'],
  ['db-credentials.yml', 'user: a\npassword: horse-stable\n'],
  ['passwords.json', json({ password: 'horse-stable' })],
  ['.unknown/state', `${token}\n`],
  ['.config/a/passwords.csv', 'user,password\na,horse-stable\n'],
  ['application.yml', `jwt: ${github}\n`],
  ['ks.cfg', `rootpw --iscrypted $6$salt$${base64}\n`],
  // What programs print and export.
  ['cluster-keys.json', json({ unseal_keys_b64: [`${base64.slice(0, 43)}=`], root_token: token })],
  ['vault-init.txt', `Unseal Key 1: ${base64.slice(0, 44)}\n\nInitial Root Token: hvs.${digits}\n`],
  ['vault.json', json({ root_token: `s.${digits.slice(0, 24)}` })],
  ['rootkey.csv', `AWSAccessKeyId=AKIA${digits.slice(0, 16).toUpperCase()}\nAWSSecretKey=${base64.slice(0, 40)}\n`],
  ['accessKeys.csv', `AccessKey ID,AccessKey Secret\nLTAIabc,${token}\n`],
  ['bootstrap.json', json({ AccessorID: uuid, SecretID: uuid })],
  ['nomad.txt', `Accessor ID = ${uuid}\nSecret ID = ${uuid}\n`],
  ['sp.json', json({ appId: uuid, password: `abc8Q~${digits}`, tenant: uuid })],
  ['my.postman_environment.json', json({ values: [{ key: 'api_token', value: token, enabled: true }] })],
  ['a.postman_collection.json', json({ auth: { bearer: [{ key: 'token', value: token, type: 'string' }] } })],
  ['Insomnia.json', json({ resources: [{ authentication: { type: 'bearer', token } }] })],
  ['apikey.json', json({ name: 'a', apikey: `${digits}${token}` })],
  ['Chrome Passwords.csv', 'name,url,username,password\na,https://a.example,me,horse-stable\n'],
  ['export.csv', 'url,username,password,totp,extra,name\nhttps://a.example,me,"horse, stable",,,a\n'],
  ['logins.csv', 'folder,name,login_uri,login_username,login_password\n,a,https://a.example,me,horse-stable\n'],
  ['1p.csv', `Title;Url;Username;Password\na;https://a.example;me;\nb;https://b.example;me;horse-stable\n`],
  ['users.csv', `user,password\na,${token}\n`],
  [
    'bitwarden.json',
    json({ encrypted: false, items: [{ login: { uris: [{ uri: 'a' }], password: 'horse-stable' } }] }),
  ],
  ['aegis.json', json({ db: { entries: [{ type: 'totp', issuer: 'a', info: { secret: upper, digits: 6 } }] } })],
  ['keepass.xml', '<KeePassFile><String><Key>Password</Key>\n<Value ProtectInMemory="True">horse-stable</Value>'],
  ['otp.txt', `otpauth://totp/a:me?secret=${upper}&issuer=a\n`],
  ['cookies.txt', `# Netscape HTTP Cookie File\n.a.example\tTRUE\t/\tTRUE\t1999999999\tsession\t${digits}\n`],
  // Environments.
  ['netrc.txt', `machine a.example login me password ${token}\n`],
  ['dotenv', `DB_PASSWORD=${token}\n`],
  ['env', `DB_PASSWORD=${token}\n`],
  ['env.txt', `API_KEY=${token}\n`],
  ['env.json', json({ DB_PASSWORD: token })],
  ['env.yaml', `API_TOKEN: ${token}\n`],
  ['env.prod.sh', `#!/bin/sh\nexport API_TOKEN="${token}"\n`],
  ['secrets.sh', `export AWS_SECRET_KEY='${token}'\n`],
  ['set-env.ps1', `$env:API_TOKEN = "${token}"\n`],
];

const ordinary: readonly (readonly [path: string, text: string])[] = [
  ['src/password.ts', `export const password = '${token}';\n`],
  ['src/token', `#!/bin/sh\necho ${github}\n`],
  ['docs/tokens.md', `${github}\n`],
  ['run.sh', `export API_TOKEN="${token}"\n`],
  ['env.sh', 'export PATH=$HOME/bin:$PATH\nexport TOKEN=$(get-token)\n'],
  ['env', '#!/usr/bin/env python\n'],
  ['env.yaml', 'name: a\ndependencies:\n- python\n'],
  ['tokenizer.json', '{"added_tokens": [{"id": 0, "content": "<unk>"}], "model": {"type": "BPE"}}'],
  ['tokens.json', json({ color: { token: 'color-background-primary' }, key: 'spacing-large-2' })],
  ['password.txt', 'The password is written in the vault.\n'],
  ['secrets/README', 'Put the passwords here.\n'],
  ['commit.txt', `${hex}\n`],
  ['VERSION', '1.2.3-alpha.4+5f6a7b8c9d0e\n'],
  ['key.sha256', `${hex}${hex}\n`],
  ['public-key.pem', block('PUBLIC KEY', base64)],
  ['server.crt', block('CERTIFICATE', base64)],
  ['signify.pub', `untrusted comment: signify public key\nRWQ${base64}\n`],
  ['a.key', 'example. IN DNSKEY 257 3 13 abcdef==\n'],
  ['jwks.json', json({ keys: [{ kty: 'RSA', n: base64, e: 'AQAB' }] })],
  ['words.txt', `${phrase}\n`],
  ['foundry.toml', `mnemonic = "${'test '.repeat(11)}junk"\n`],
  ['users.csv', 'name,url,username,password\na,https://a.example,me,\nb,https://b.example,me,<password>\n'],
  ['strings.csv', 'key,password_label\nlogin,Enter your password here\n'],
  ['tomcat-users.xml', '<!-- <user username="a" password="<must-be-changed>"/> -->\n'],
  ['redis.conf', '# requirepass foobared\nport 6379\n'],
  ['users.acl', 'user default on nopass ~* +@all\n'],
  ['kafka_jaas.conf', `password="\${KAFKA_PASSWORD}"\n`],
  ['core-site.xml', `<name>fs.s3a.secret.key</name><value>\${SECRET}</value>\n`],
  ['grafana.ini', ';admin_password = admin\n;secret_key =\n'],
  ['airflow.cfg', 'fernet_key =\nsql_alchemy_conn = sqlite:////tmp/airflow.db\n'],
  ['locales/sv.json', json({ token: 'Tvåfaktorsautentisering', password: 'Lösenordsåterställning' })],
  ['config/sv.yml', 'token: Käyttöoikeustunnus\nsecret: Tvåfaktorsautentiseringsnyckel\n'],
  ['strings.json', json({ token: 'Enter the pass phrase.\n\nThis is a token' })],
  ['tests/fixtures/login.json', json({ access_token: token, password: token })],
  ['tests/fixtures/jwt', `eyJ${digits}.eyJ${digits}.${digits}\n`],
  ['charts/a/testdata/values.yaml', `password: ${token}\n`],
  ['config.sample.ini', `password = ${token}\n`],
  ['openapi.json', json({ example: { token } })],
  ['Makefile', `TOKEN=${token}\n`],
  ['.vscode/settings.json', `{"a.b":"c1D2e3","f":["g4H5","i6J7"],"k":true}\n`],
  ['keys/me', `ssh-ed25519 AAAAC3Nz${digits}\n`],
  ['.upstream/commit', `${hex}${hex.slice(0, 8)}\n`],
  ['docker-compose.prod.yml', `    DB_PASSWORD: ${token}\n`],
  ['yarn.lock', `  resolved "https://a.example/token-1.0.0.tgz#${hex}"\n`],
  ['go.sum', `example.com/secret v0.0.0 h1:${base64.slice(0, 43)}=\n`],
  ['App.csproj', `<UserSecretsId>${uuid}</UserSecretsId>\n`],
  ['Directory.Build.props', `<UserSecretsId>${uuid}</UserSecretsId>\n`],
  ['__snapshots__/a.snap', `"token": "${token}"\n`],
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

  it('not in ordinary files and documentation', () => {
    expect(ordinary.filter(([path, text]) => isSecret(path, text)).map(([path]) => path)).toEqual([]);
  });
});
