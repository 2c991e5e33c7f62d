/** Secrets are not indexed: they appear in no answer and in no byte of the data directory, even if marked later. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { integrityErrors } from '../../src/store/sqlite/check-integrity.ts';
import { openStore, projectFile } from '../../src/store/sqlite/open-store.ts';
import { openDatabase } from '../../src/store/sqlite/sqlite.ts';
import { isScrubDue } from '../../src/store/sqlite/write/prune-versions.ts';
import { importBuilt } from '../support/build-output.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

/** A word placed wherever it could be stored: in text, names, signatures, doc comments and paths. */
const word = 'hushquokkaword';

function bytesOf(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('');
}

const key = `-----BEGIN PRIVATE KEY-----\n${word}\n-----END PRIVATE KEY-----\n`;
const secretFiles = {
  '.env': `TOKEN=${word}\n`,
  'deploy/prod.env': `TOKEN=${word}\n`,
  '.env.local': word,
  id_ed25519: word,
  'server.key': key,
  'certificates/bundle.pem': `-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n${key}`,
  'account.json': JSON.stringify({ private_key: key, note: word }),
  '.npmrc': `//registry.example/:_authToken=${word}\n`,
  '.aws/credentials': word,
};

/** Forms in which credentials were indexed before: other names and cases, other kinds of keys, invisible characters. */
const disguised: Record<string, string | Buffer> = {
  'keys/zero-width': `\u200b${key}`,
  'keys/next-line': `\u0085\u0085${key}`,
  'keys/carriage-return': `\r\r${key}`,
  'keys/spaces': `\u3000\u00a0\u2028\u2060\u00ad\u2800${key}`,
  'keys/mark.txt': `\ufeff\ufeff${key}`,
  'keys/bidi.py': `\u202e\u2066${key}`,
  'keys/utf16': Buffer.from(`\ufeff\u200b${key}`, 'utf16le'),
  '.NPMRC': `//registry.example/:_AuthToken = "${word}"\n`,
  'pip.conf': `[global]\nindex-url = https://user:${word}@pypi.example/simple\n`,
  '.config/git/credentials': word,
  '.config/gcloud/application_default_credentials.json': word,
  '.config/gcloud/legacy_credentials/me@example/adc.json': word,
  kubeconfig: `users: [{ name: a, user: { token: ${word} } }]\n`,
  '.Kube/Config': word,
  '.terraformrc': word,
  'infra/terraform.tfstate': word,
  'auth.json': JSON.stringify({ 'http-basic': { 'repo.example': { username: 'u', password: word } } }),
  'home/.m2/settings.xml': word,
  'ci/settings.xml': `<settings><servers><server><password>${word}</password></server></servers></settings>\n`,
  'keys/ssh2': `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: ${word}\n`,
  'keys/age.txt': `# created: 2024-01-01\n# public key: age1${word}\nAGE-SECRET-KEY-1${word}\n`,
  'keys/gnupg': `Created: 20240101T000000\nKey: (private-key (ecc ${word}))\n`,
  '.gnupg/private-keys-v1.d/A1.key': word,
  'config/credentials/production.key': word,
  'prod.env.local': word,
  'ID_ED25519.old': word,
  'id_rsa~': word,
  'store.jks.bak': word,
  '.azure/accessTokens.json': word,
  '.netrc.bak2': word,
  '.netrc_old': word,
  '.netrc.txt': word,
  '.pgpass copy': word,
  '.my.cnf (1)': word,
  '.htpasswd.20240101': word,
  '.git-credentials.2024': word,
  '.pypirc-backup': word,
  '.vault-token.tmp': word,
  'prod.env.v2': word,
  '.flaskenv': word,
  '.dev.vars': word,
  '.dev.vars.production': word,
  'env.local': word,
  'ENV.production': word,
  'infra/prod.tfvars': `db_password = "${word}"\n`,
  'infra/prod.auto.tfvars.json': JSON.stringify({ api_token: word }),
  '.aws/config': `[default]\naws_secret_access_key = ${word}\n`,
  credentials: `[default]\naws_session_token=${word}\n`,
  'account.json5': JSON.stringify({ private_key: `\n${key}` }),
  '.claude/.credentials.json': word,
  'docker/config.json': JSON.stringify({ auths: { 'r.example': { auth: word } } }),
  'etc/admin.conf': `users:\n- user:\n    client-key-data: ${word}${'a1B2'.repeat(10)}\n`,
  'home/.curlrc': `user = "name:${word}"\n`,
  'wg0.conf': `[Interface]\n# ${word}\nPrivateKey = ${'a1B2'.repeat(10)}abE=\n`,
  'gcloud.yaml': `type: authorized_user\nrefresh_token: 1//0${word}\n`,
  'deploy/NuGet.Config': `<add value='${word}' key='ClearTextPassword' />\n`,
  '.env\u200b': `TOKEN=${word}\n`,
  '.envs/.production/.django': `DJANGO_SECRET_KEY=${word}\n`,
  '.authinfo': `machine a.example login me password ${word}\n`,
  'etc/shadow': `root:$6$${word}$${'a1B2'.repeat(10)}:19000:0:99999:7:::\n`,
  'etc/ipsec.secrets': `: PSK "${word}"\n`,
  '.config/sops/age/keys.txt': `${`# ${word}\n`.repeat(100)}AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(6)}\n`,
  '.aliyun/config.json': JSON.stringify({ access_key_secret: word }),
  '.claude/settings.local.json': JSON.stringify({ note: word, env: { API_KEY: `a7K2m9X4${word}b3T8v5` } }),
  '.cursor/mcp.json': JSON.stringify({ note: word, args: ['--api-key', 'a7K2m9X4qLb3T8v5'] }),
  'k8s/db.yaml': `kind: Secret\nstringData:\n  password: ${word}\n`,
  'signing.jwk': JSON.stringify({ kty: 'EC', d: `${word}${'a1B2'.repeat(10)}` }),
  talosconfig: word,
  'Kexample.+013+12345.private': word,
  '.token': word,
  initialAdminPassword: word,
  'nats/user.creds': `# ${word}\n-----BEGIN NATS USER JWT-----\n${'a1B2'.repeat(10)}\n`,
  'secrets/db_password': `# ${word}\na7K2m9X4qLb3T8v5\n`,
  'notes/login': `${word}: ghp${'_'}${'a1B2c3D4e5F6'.repeat(3)}\n`,
  'deploy/grafana.ini': `; ${word}\nadmin_password = a7K2m9X4qLb3T8v5\n`,
  'sp.json': JSON.stringify({ note: word, password: 'a7K8Q~m9X4qLb3T8v5' }),
  'Chrome Passwords.csv': `name,url,username,password\n${word},https://a.example,me,horse-stable\n`,
  'hive-site.xml': `<!-- ${word} --><name>javax.jdo.option.ConnectionPassword</name><value>${word}</value>\n`,
  dotenv: `NOTE=${word}\nDB_PASSWORD=a7K2m9X4qLb3T8v5\n`,
  'env.prod.sh': `# ${word}\nexport API_TOKEN="a7K2m9X4qLb3T8v5"\n`,
};

/** Looks like the above and is none: documentation, source code, translations, public keys. */
const harmless: Record<string, string> = {
  '.env.example': `AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE # ${word}\n`,
  'prod.env.example': word,
  '.npmrc': `//registry.example/:_authToken=\${TOKEN} # ${word}\n`,
  'lang/en/auth.json': JSON.stringify({ password: `The password is wrong, ${word}.`, throttle: 'Too many attempts' }),
  'settings.xml': `<settings><localRepository>${word}</localRepository></settings>\n`,
  '.netrc.md': word,
  '.htpasswd.go': `package ${word}\n`,
  '.pgpass.sample': word,
  'id_ed25519.pub': `ssh-ed25519 AAAA ${word}\n`,
  'test/keys.ts': `export const ${word} = \`${key}\`;\n`,
  'docs/keys.md': `# Keys\n\n${key}`,
  'src/kubeconfig.go': `package ${word}\n`,
  'src/credentials/loader.rb': `${word} = 1\n`,
  'infra/names.tfvars': `region = "${word}"\nsecret_name = var.name\n`,
  'docs/credentials': `How to get ${word}\n`,
  'env.d.ts': `declare const ${word}: string;\n`,
  'config/.aws/config': `[default]\nregion = ${word}\n`,
  'public.jwk': JSON.stringify({ kty: 'EC', x: `${word}${'a1B2'.repeat(10)}` }),
  '.claude/settings.json': JSON.stringify({ note: word, env: { API_KEY: `\${API_KEY}` } }),
  '.github/workflows/ci.yml': `env:\n  TOKEN: \${{ secrets.TOKEN }} # ${word}\n`,
  'k8s/template.yaml': `kind: Secret # ${word}\nstringData:\n  password: {{ .Values.password }}\n`,
  'k8s/sealed.yaml': `kind: SealedSecret # ${word}\nspec:\n  encryptedData:\n    password: ${'a1B2'.repeat(10)}\n`,
  'tests/fixtures/login.json': JSON.stringify({ note: word, password: 'a7K2m9X4qLb3T8v5' }),
  'locales/de.json': JSON.stringify({ note: word, password: 'Passwortwiederherstellungslink' }),
  'design/tokens.json': JSON.stringify({ note: word, token: 'color-background-primary' }),
  'users.csv': `name,url,username,password\n${word},https://a.example,me,\n`,
  Makefile: `# ${word}\nTOKEN=a7K2m9X4qLb3T8v5\n`,
  'src/token.py': `${word} = "ghp_${'0123456789abcdefABCDEF'.repeat(2)}"\n`,
};

test('are recognized under other names, in other forms and after invisible characters', async () => {
  const repository = createRepository({ 'a.py': 'def kept(): pass\n', ...disguised });
  const home = temporaryFolder();
  const { skipped } = await indexInProcess(home, repository.root);
  expect(skipped).toEqual({ secret: Object.keys(disguised).length });
  expect(bytesOf(home)).not.toContain(word);
});

test('are not seen in documentation, source code and public keys', async () => {
  const repository = createRepository(harmless);
  const home = temporaryFolder();
  const { skipped } = await indexInProcess(home, repository.root);
  expect(skipped).toEqual({});
  expect(bytesOf(home)).toContain(word);
});

test('of a work tree and of a git ref leave no byte, not even in the WAL', async () => {
  const repository = createRepository({ 'a.py': 'def kept(): pass\n', ...secretFiles });
  repository.branch('other');
  repository.commit({ 'b.py': 'def other(): pass\n', 'more.env': word });
  repository.checkout('main');
  const home = temporaryFolder();
  // An open reader prevents the truncation of the WAL.
  const { projectId, skipped } = await indexInProcess(home, repository.root);
  const store = await openStore(home, projectId);
  const snapshot = await store.snapshot();
  try {
    await snapshot.refs();
    const other = await indexInProcess(home, repository.root, { ref: 'other' });
    expect(skipped.secret).toBe(Object.keys(secretFiles).length);
    expect(other.skipped.secret).toBe(Object.keys(secretFiles).length + 1);
    expect(readdirSync(join(home, 'projects', projectId))).toContain('index.db-wal');
    const bytes = bytesOf(home);
    expect(bytes).toContain('kept');
    expect(bytes).not.toContain(word);
  } finally {
    await snapshot.close();
    await store.close();
  }
});

const ordinary = `"""${word} in a comment."""\nfrom ${word}_module import thing\n\ndef ${word}_name(a="${word}"):\n    return ${word}_used(a)\n`;

test('leave no byte behind when ordinary files become secrets, by their name or by their content', async () => {
  const repository = createRepository({ 'a.py': 'def kept(): pass\n', 'settings.py': ordinary, 'notes.py': ordinary });
  const home = temporaryFolder();
  const { projectId } = await indexInProcess(home, repository.root);
  expect(bytesOf(home)).toContain(word);
  renameSync(repository.path('settings.py'), repository.path('.env'));
  writeFileSync(repository.path('notes.py'), key);
  await indexInProcess(home, repository.root, { operation: 'sync' });
  expect(bytesOf(home)).not.toContain(word);
  const store = await openStore(home, projectId);
  expect(await store.integrityErrors()).toEqual([]);
  await store.close();
  // Later files can still use the overwritten names.
  repository.write({ 'later.py': `def later(): pass\ndef ${word}_again(): pass\n` });
  await indexInProcess(home, repository.root, { operation: 'sync' });
  expect(bytesOf(home)).toContain(`${word}_again`);
});

/** Statements of a job after it has published that a file is a secret. */
const scrubbing = ['DELETE FROM sources', 'UPDATE names SET', 'INSERT INTO chunk_words', 'VACUUM', 'DROP TABLE'];

test.each(scrubbing)('leave no byte behind when the job that removes them ends at %s', async (sql) => {
  const repository = createRepository({ 'a.py': 'def kept(): pass\n', 'settings.py': ordinary });
  const home = temporaryFolder();
  const { projectId } = await indexInProcess(home, repository.root);
  renameSync(repository.path('settings.py'), repository.path('.env'));
  await expect(syncFailingAt(sql, home, repository.root)).rejects.toMatchObject({ code: 'io_error' });
  await indexInProcess(home, repository.root, { operation: 'sync' });
  expect(bytesOf(home)).not.toContain(word);
  const database = openDatabase(projectFile(home, projectId));
  expect(isScrubDue(database)).toBe(false);
  expect(integrityErrors(database)).toEqual([]);
  database.close();
});

/** Runs a sync in which the disk fails, after the publication, at a statement with this prefix. */
async function syncFailingAt(sql: string, home: string, root: string): Promise<unknown> {
  const { wrapDatabases } = await importBuilt<typeof import('../../src/store/sqlite/sqlite.ts')>('store/sqlite/sqlite');
  let isPublished = false;
  const attempt = <Result>(statementSql: string, work: () => Result): Result => {
    if (statementSql.includes('UPDATE refs SET (file_count')) isPublished = true;
    if (isPublished && statementSql.trim().startsWith(sql))
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    return work();
  };
  wrapDatabases((database) => ({
    exec: (statementSql) => attempt(statementSql, () => database.exec(statementSql)),
    prepare: (statementSql) => {
      const statement = database.prepare(statementSql);
      return {
        run: (...values) => attempt(statementSql, () => statement.run(...values)),
        get: (...values) => attempt(statementSql, () => statement.get(...values)),
        all: (...values) => attempt(statementSql, () => statement.all(...values)),
      };
    },
    close: () => database.close(),
  }));
  try {
    return await indexInProcess(home, root, { operation: 'sync' });
  } finally {
    wrapDatabases((database) => database);
  }
}
