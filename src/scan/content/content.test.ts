import { describe, expect, it } from 'vitest';
import { decodeContent, secretByName } from './content.ts';

const bytesOf = (content: string | readonly number[]) => Buffer.from(content as string);
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('decodeContent', () => {
  const reads = (bytes: Uint8Array, text: string, path = 'a.txt') =>
    expect(decodeContent(path, bytes)).toEqual({ text });
  const skips = (bytes: Uint8Array, skipped: string, path = 'a.txt') =>
    expect(decodeContent(path, bytes)).toEqual({ skipped });

  it('reads UTF-8 with or without a byte order mark, and keeps line ends', () => {
    reads(bytesOf(''), '');
    reads(bytesOf('häh 😀\r\nx\ry\n'), 'häh 😀\r\nx\ry\n');
    reads(bytesOf('\uFEFFconst x = 1;\r\n'), 'const x = 1;\r\n');
    reads(bytesOf('\u001b[31mred\u001b[0m\f\n'), '\u001b[31mred\u001b[0m\f\n');
  });

  it('reads a view into a larger buffer', () => {
    reads(new Uint8Array(Buffer.from('xxabcxx')).subarray(2, 5), 'abc');
  });

  it('reads UTF-16 with a byte order mark', () => {
    reads(utf16('häh 😀\r\n', 'le'), 'häh 😀\r\n');
    reads(utf16('häh 😀\r\n', 'be'), 'häh 😀\r\n');
    reads(utf16('', 'le'), '');
  });

  it('reads other text as Windows-1252', () => {
    reads(Buffer.from('// für größere Übungen\n', 'latin1'), '// für größere Übungen\n');
    reads(bytesOf([0x93, 0x71, 0x94, 0x20, 0x80, 0x35, 0x0a]), '“q” €5\n');
  });

  it('skips unknown encodings', () => {
    skips(Buffer.concat([utf16('abc', 'le'), bytesOf([0x41])]), 'encoding');
    skips(bytesOf([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), 'encoding');
    skips(bytesOf([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'encoding');
    skips(bytesOf([0, 0, 0xfe, 0xff, 0, 0, 0, 0x41]), 'encoding');
    // Shift JIS: a comment marker and 日本語.
    skips(bytesOf([0x2f, 0x2f, 0x20, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xc5, 0x81, 0x41, 0x0a]), 'encoding');
  });

  it('skips binary files', () => {
    skips(bytesOf('PNG\0'), 'binary');
    skips(bytesOf(`${'text '.repeat(4000)}\0`), 'binary');
    skips(utf16('a\0b', 'le'), 'binary');
    skips(bytesOf([0x89, 1, 2, 3, 4, 0xff, 0xfe, 5, 6, 0x80]), 'binary');
  });

  it('skips private keys, not code that mentions them', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n';
    skips(bytesOf(key), 'secret', 'server');
    skips(bytesOf(`\n  ${key}`), 'secret', 'server.txt');
    skips(bytesOf('-----BEGIN OPENSSH PRIVATE KEY-----\n'), 'secret', 'deploy');
    skips(bytesOf('-----BEGIN PGP PRIVATE KEY BLOCK-----\n'), 'secret', 'a.asc');
    skips(bytesOf('PuTTY-User-Key-File-3: ssh-ed25519\n'), 'secret', 'key.txt');
    skips(utf16(key, 'le'), 'secret', 'exported.txt');
    skips(bytesOf(`-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n${key}`), 'secret', 'bundle.pem');
    skips(bytesOf('{"private_key": "-----BEGIN PRIVATE KEY-----\\nMII"}'), 'secret', 'account.json');
    skips(bytesOf('//registry.example/:_authToken=abc\n'), 'secret', 'app/.npmrc');
    skips(bytesOf('npmAuthToken: "abc"\n'), 'secret', '.yarnrc.yml');
    const harmless = '//registry.example/:_authToken=$NPM_TOKEN\nsave-exact=true\n';
    reads(bytesOf(harmless), harmless, '.npmrc');
    const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
    reads(bytesOf(certificate), certificate, 'ca.pem');
    reads(bytesOf(`const key = \`${key}\`;\n`), `const key = \`${key}\`;\n`, 'key.test.ts');
    reads(bytesOf(`# Keys\n\n${key}`), `# Keys\n\n${key}`, 'README.md');
  });

  it('skips minified and bundled files, not handwritten ones', () => {
    const long = `${'var a=function(b){return b+1};'.repeat(200)}\n`;
    const lines = `${'const a = (b) => b + 1;\n'.repeat(400)}`;
    skips(bytesOf(long), 'minified', 'app.js');
    skips(bytesOf(long), 'minified', 'data.json');
    skips(bytesOf(`/*! licence */\n${long.slice(0, 900)}`), 'minified', 'lib/jquery.min.js');
    skips(bytesOf('{"version":3,"mappings":"AAAA"}'), 'minified', 'app.js.map');
    skips(bytesOf(`/******/ (() => { // webpackBootstrap\n${lines}`), 'minified', 'dist/app.js');
    reads(bytesOf(lines), lines, 'app.js');
    reads(bytesOf(lines), lines, 'lib/jquery.min.js');
    reads(bytesOf(long), long, 'notes.md');
    reads(bytesOf(long.slice(0, 4000)), long.slice(0, 4000), 'short.js');
    reads(
      bytesOf(`${lines}const data = '${'x'.repeat(5000)}';\n`),
      `${lines}const data = '${'x'.repeat(5000)}';\n`,
      'a.ts',
    );
    reads(bytesOf('maps go here'), 'maps go here', 'level.map');
  });
});

describe('secretByContent', () => {
  const sample = (path: string, text: string) => 'skipped' in decodeContent(path, Buffer.from(text));

  it('skips a sample of an environment with a real credential', () => {
    const digits = '0123456789abcdefABCDEF0123456789abcdef';
    for (const line of [
      `KEY="-----BEGIN RSA PRIVATE KEY-----\\nMIIE"`,
      `AWS_ACCESS_KEY_ID=AKIA${'Q7R2ZT5WKXMB3VNP'}`,
      `GITHUB_TOKEN=ghp_${digits.slice(0, 36)}`,
      `GITHUB_TOKEN=github_pat_11${digits}${digits}`,
      `SLACK=xoxb-123456789012-${digits.slice(0, 24)}`,
      `STRIPE=sk_live_${digits.slice(0, 24)}`,
      `GOOGLE=AIza${digits.slice(0, 35)}`,
      `OPENAI_API_KEY=sk-proj-${digits}`,
      `NPM=npm_${digits.slice(0, 36)}`,
      `GITLAB=glpat-${digits.slice(0, 20)}`,
      `PYPI=pypi-AgEIcHlwaS5vcmc${digits}${digits}`,
      `SENDGRID=SG.${digits.slice(0, 22)}.${`${digits}${digits}`.slice(0, 43)}`,
      `AZURE=DefaultEndpointsProtocol=https;AccountKey=${`${digits}${digits}${digits}`.slice(0, 86)}==`,
      `TWILIO=SK${digits.slice(0, 16)}${digits.slice(22, 38)}`,
      `DATABASE_URL=postgres://x\nJWT=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${digits}`,
    ]) {
      expect([line, sample('.env.example', `# Copy to .env\nPORT=80\n${line}\n`)]).toEqual([line, true]);
      expect([line, sample('app/.env.defaults', line)]).toEqual([line, true]);
    }
  });

  it('keeps samples with placeholders, and other files that show the form of a key', () => {
    for (const line of [
      'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
      'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      'OPENAI_API_KEY=sk-...',
      'STRIPE=sk_test_your_key_here',
      'DATABASE_URL=postgres://user:password@localhost/app',
      'PRIVATE_KEY=',
    ]) {
      expect([line, sample('.env.example', `${line}\n`)]).toEqual([line, false]);
    }
    for (const line of [
      'SLACK=xoxb-your-token-here-0123456789',
      'SG.dummy',
      'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ]) {
      expect([line, sample('.env.sample', line)]).toEqual([line, false]);
    }
    expect(sample('docs/keys.md', `ghp_${'0123456789abcdefABCDEF'.repeat(2)}`)).toBe(false);
  });
});

describe('secretByName', () => {
  it('skips files whose names indicate credentials', () => {
    const secret = ['.env', '.env.local', 'a/.envrc', 'id_rsa', 'keys/id_ed25519', 'id_ecdsa_sk', 'a.p12', 'A.PFX'];
    for (const path of [
      '.env.example.local',
      '.env-staging',
      ...secret,
      'x.jks',
      'x.kdbx',
      '.netrc',
      '_netrc',
      '.htpasswd',
      '.aws/credentials',
      'k.ppk',
      'deploy/prod.env',
      '.cargo/credentials.toml',
    ]) {
      expect([path, secretByName(path)]).toEqual([path, true]);
    }
    const open = [
      'env.ts',
      'environment.ts',
      'a.env.ts',
      '.env/readme.txt',
      'id_rsa.pub',
      'cargo/credentials',
      'ca.pem',
      'aws/credentials',
    ];
    for (const path of [
      '.env.example',
      '.env.sample',
      'app/.env.template',
      '.env.production.example',
      '.env.dist',
      '.env.defaults',
      '.envrc.example',
      'example.env',
      '.envoy.yaml',
      ...open,
      '.npmrc',
      'keystore.go',
      'netrc.go',
      'docker/config.json',
      'public.key',
    ]) {
      expect([path, secretByName(path)]).toEqual([path, false]);
    }
  });
});

describe('secretByContent takes linear time', () => {
  const megabyte = 1 << 20;
  /** Texts on which an expression that backtracks would run for minutes. */
  it.each([
    ['a.pem', '\n'],
    ['a.pem', '-'],
    ['.npmrc', '_auth      '],
    ['.npmrc', ' '],
    ['.npmrc', '://a:'],
    ['.env.example', 'eyJ-'],
    ['.env.example', 'sk-a-'],
    ['auth.json', '"key" : '],
    ['settings.xml', '<password> '],
    ['key', '# '],
    ['key', 'Created: 1\n'],
    ['key', '\u200b'],
  ])('%s of %j', (path, part) => {
    const head = path === '.npmrc' ? '_auth' : '';
    const text = head + part.repeat(megabyte / part.length);
    expect(decodeContent(path, Buffer.from(text))).toBeDefined();
  });
});
