/**
 * Resolves calls with rustc, through rustdoc's source pages, which link each name to its definition. Reads `{ root,
 * beside }` from standard input and writes one line of JSON per call, like the other judges. `beside` lists folders
 * with dependencies, since nothing is downloaded; packages with missing dependencies are skipped. Test code is not
 * compiled, so not judged.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'smol-toml';

const { root, beside } = JSON.parse(readFileSync(0, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'calls-judge-'));
/** The packages by library name, dependencies first. */
const built = new Map();
try {
  const packages = [root, ...beside].flatMap((each) => packagesUnder(each));
  for (const each of packages) build(each, packages);
  for (const each of built.values()) if (each.folder.startsWith(root)) reportCalls(each);
} finally {
  rmSync(folder, { recursive: true });
}

function packagesUnder(top) {
  const found = [];
  const visit = (at, inherited) => {
    const manifest = existsSync(join(at, 'Cargo.toml')) ? readManifest(join(at, 'Cargo.toml')) : undefined;
    const workspace = manifest?.workspace ?? inherited;
    if (manifest?.package !== undefined) found.push(packageOf(at, manifest, workspace));
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isDirectory() && !/^(?:\.git|target|fuzz|tests|benches|bench)$/.test(entry.name))
        visit(join(at, entry.name), workspace);
    }
  };
  visit(top, undefined);
  return found.filter(({ library }) => existsSync(library));
}

function readManifest(path) {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function packageOf(at, manifest, workspace) {
  const { name, edition } = manifest.package;
  const dependencies = new Map();
  for (const [alias, each] of Object.entries(manifest.dependencies ?? {})) {
    const inherited = each.workspace === true ? workspace?.dependencies?.[alias] : undefined;
    dependencies.set(alias, {
      package: each.package ?? inherited?.package ?? alias,
      isOptional: each.optional === true,
    });
  }
  return {
    name,
    crate: manifest.lib?.name ?? name.replaceAll('-', '_'),
    folder: at,
    library: join(at, manifest.lib?.path ?? 'src/lib.rs'),
    edition: typeof edition === 'string' ? edition : (workspace?.package?.edition ?? '2015'),
    isMacro: manifest.lib?.['proc-macro'] === true,
    features: manifest.features ?? {},
    dependencies,
  };
}

/** Builds a package with its default features whose dependencies are available. Returns whether that worked. */
function build(each, packages) {
  if (built.has(each.name)) return built.get(each.name).isBuilt;
  built.set(each.name, each);
  each.isBuilt = false;
  const externs = [];
  const absent = new Set();
  for (const [alias, dependency] of each.dependencies) {
    const other = packages.find(({ name }) => name === dependency.package);
    if (other !== undefined && !other.isMacro && build(other, packages)) {
      const name = alias === dependency.package ? other.crate : alias.replaceAll('-', '_');
      externs.push('--extern', `${name}=${join(folder, `lib${other.crate}.rmeta`)}`);
    } else absent.add(alias);
  }
  const features = featuresOf(each, absent);
  for (const [alias, { isOptional }] of each.dependencies)
    if (!isOptional && absent.has(alias)) process.stderr.write(`${each.name}: ${alias} is not available\n`);
  const settings = [
    ...['--edition', each.edition, '--crate-name', each.crate, '--cap-lints', 'allow', '-L', folder],
    ...[...features].flatMap((feature) => ['--cfg', `feature="${feature}"`]),
    ...externs,
    each.library,
  ];
  const env = { ...process.env, ...cargoNames(each), RUSTC_BOOTSTRAP: '1' };
  const run = (program, args) => spawnSync(program, args, { cwd: each.folder, env, encoding: 'utf8' });
  const compiled = run('rustc', ['--crate-type', 'lib', '--emit', 'metadata', '--out-dir', folder, ...settings]);
  const links = ['-Zunstable-options', '--generate-link-to-definition', '--document-private-items', '-o', folder];
  const documented = compiled.status === 0 ? run('rustdoc', [...links, ...settings]) : compiled;
  each.isBuilt = documented.status === 0;
  if (!each.isBuilt) process.stderr.write(`${each.name} skipped: ${documented.stderr.slice(-300)}\n`);
  return each.isBuilt;
}

function featuresOf({ features, dependencies }, absent) {
  const on = new Set();
  const turnOn = (feature) => {
    const [name] = feature.split(/[/?]/);
    if (on.has(name) || feature.startsWith('dep:') || (feature !== name && !(name in features))) return;
    if (dependencies.has(name) && absent.has(name)) return;
    const needs = features[name] ?? [];
    if (needs.some((need) => need.startsWith('dep:') && absent.has(need.slice(4)))) return;
    on.add(name);
    for (const need of needs) turnOn(need);
  };
  turnOn('default');
  return on;
}

function cargoNames({ name, folder: at }) {
  const version = { CARGO_PKG_VERSION: '0.0.0', CARGO_PKG_VERSION_MAJOR: '0', CARGO_PKG_VERSION_MINOR: '0' };
  return { CARGO_PKG_NAME: name, CARGO_MANIFEST_DIR: at, CARGO_PKG_VERSION_PATCH: '0', ...version };
}

function reportCalls(each) {
  if (!each.isBuilt) return;
  const top = join(folder, 'src', each.crate);
  for (const name of readdirSync(top, { recursive: true })) {
    if (!name.endsWith('.rs.html')) continue;
    const page = join(top, name);
    const path = relative(root, sourceOfPage(page));
    const text = readFileSync(page, 'utf8');
    const code = text.slice(text.indexOf('<code>'), text.indexOf('</code></pre>'));
    for (const call of linkedCalls(code)) {
      const target = targetOf(page, call.href);
      // A type in the repository may implement a method of a trait from elsewhere.
      const trait = target === 'outside' ? /\btrait\.(\w+)\.html/.exec(call.href)?.[1] : undefined;
      process.stdout.write(`${JSON.stringify({ path, line: call.line, name: call.name, target, trait })}\n`);
    }
  }
}

/** Finds linked lower-case names followed by arguments. Capitalized ones such as `Some(x)` may be patterns. */
function* linkedCalls(code) {
  for (const row of code.split('\n')) {
    const number = /<a href=#(\d+) id=\d+ data-nosnippet>\d+<\/a>/.exec(row);
    if (number === null) continue;
    const line = Number(number[1]);
    const rest = row.slice(number.index + number[0].length);
    for (const link of rest.matchAll(/<a (?:class="([^"]*)" )?href="([^"]*)">([^<]*)<\/a>/g)) {
      const name = /(?:^|::|\.)((?:r#)?[a-z_][A-Za-z0-9_]*)!?$/.exec(link[3])?.[1];
      const after = plain(rest.slice(link.index + link[0].length));
      const before = plain(rest.slice(0, link.index));
      const isMacro = link[3].endsWith('!') || /^!\s*[([{]/.test(after);
      if (name === undefined || /\bfn\s+$/.test(before) || link[1]?.includes('self')) continue;
      if (isMacro || /^(?:::<[^(]*>)?\(/.test(after)) yield { line, name: name.replace(/^r#/, ''), href: link[2] };
    }
  }
}

function plain(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** A source page contains the place itself; an item page of another crate links to its source. */
function targetOf(page, href) {
  if (/^https?:/.test(href)) return 'outside';
  const [file, anchor] = href.split('#');
  const at = file === '' ? page : resolve(dirname(page), file);
  if (at.startsWith(join(folder, 'src'))) return placeOf(at, anchor);
  if (!existsSync(at)) return 'unknown';
  const text = readFileSync(at, 'utf8');
  const from = anchor === undefined ? 0 : text.indexOf(`id="${anchor}"`);
  const link = from === -1 ? null : /<a class="src[^"]*" href="([^"#]*)#([^"]*)"/.exec(text.slice(from));
  return link === null ? 'unknown' : placeOf(resolve(dirname(at), link[1]), link[2]);
}

function placeOf(page, anchor) {
  const path = relative(root, sourceOfPage(page));
  if (path.startsWith('..')) return 'outside';
  const [line, end] = (anchor ?? '').split('-').map(Number);
  return line > 0 ? [{ path, line, end: end ?? line }] : 'unknown';
}

function sourceOfPage(page) {
  const [crate, ...rest] = relative(join(folder, 'src'), page)
    .replace(/\.html$/, '')
    .split('/');
  const each = [...built.values()].find((other) => other.crate === crate && other.isBuilt);
  return join(dirname(each.library), ...rest);
}
