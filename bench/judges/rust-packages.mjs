/**
 * The packages of a Rust repository, compiled and documented by rustc and rustdoc with a link from each name to its
 * definition. Nothing is downloaded, so packages with missing dependencies are skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parse } from 'smol-toml';

/** Builds into `folder`. `beside` lists folders with dependencies. */
export function documentPackages({ root, beside, folder }) {
  /** The packages by name, dependencies first. */
  const built = new Map();
  const packages = [root, ...beside].flatMap((each) => packagesUnder(each));
  for (const each of packages) build(each, packages, built, folder);
  const own = [...built.values()].filter((each) => each.isBuilt && each.folder.startsWith(root));
  return { own, targetOf, sourceOfPage };

  /** A source page contains the place itself; an item page of another crate links to its source. */
  function targetOf(page, href) {
    if (/^https?:/.test(href)) return 'outside';
    const [file, anchor] = href.split('#');
    const at = file === '' ? page : resolve(dirname(page), file);
    if (at.startsWith(join(folder, 'src'))) return placeOf(at, anchor);
    if (!existsSync(at)) return 'unknown';
    const text = readFileSync(at, 'utf8');
    // A variant has no link of its own; the first is that of its enum.
    const from = anchor === undefined || anchor.startsWith('variant.') ? 0 : text.indexOf(`id="${anchor}"`);
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
function build(each, packages, built, folder) {
  if (built.has(each.name)) return built.get(each.name).isBuilt;
  built.set(each.name, each);
  each.isBuilt = false;
  const externs = [];
  const absent = new Set();
  for (const [alias, dependency] of each.dependencies) {
    const other = packages.find(({ name }) => name === dependency.package);
    if (other !== undefined && !other.isMacro && build(other, packages, built, folder)) {
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
  each.settings = settings;
  each.env = env;
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

/** The text of a piece of a page. */
export function plain(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
