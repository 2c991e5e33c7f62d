/**
 * Says with rustc what names mean. Reads `{ root, symbols, beside }` from standard input and writes what `judges.mjs`
 * reads. Rustdoc's source pages link paths and methods to their definitions. They do not link fields: a build in which
 * a field has another name fails at each of its uses. Code that is not compiled (tests, other platforms, features
 * whose dependencies are missing) and macros are not judged, nor fields outside of their package.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { documentPackages, plain } from '../judges/rust-packages.mjs';

const { root, symbols, beside } = JSON.parse(readFileSync(0, 'utf8'));
const isField = ({ kind }) => kind === 'field';
const names = new Set(symbols.filter((each) => !isField(each)).map(({ name }) => name));
const declared = symbols.flatMap((each) => each.declared.map((place) => ({ ...placeParts(place), name: each.name })));
const folder = mkdtempSync(join(tmpdir(), 'references-judge-'));
write({ isSilent: true });
try {
  const { own, targetOf, sourceOfPage } = documentPackages({ root, beside, folder });
  for (const each of own) judgePackage(each, targetOf, sourceOfPage);
} finally {
  rmSync(folder, { recursive: true });
}

function judgePackage(each, targetOf, sourceOfPage) {
  const top = join(folder, 'src', each.crate);
  /** The linked rows of the pages, by `path:line`. */
  const rows = new Map();
  for (const name of readdirSync(top, { recursive: true })) {
    if (!name.endsWith('.rs.html')) continue;
    const page = join(top, name);
    const path = relative(root, sourceOfPage(page));
    write({ file: path });
    const text = readFileSync(page, 'utf8');
    for (const { line, html } of linkedRows(text.slice(text.indexOf('<code>'), text.indexOf('</code></pre>')))) {
      rows.set(`${path}:${line}`, plain(html));
      for (const link of linksIn(html)) {
        if (!names.has(link.name)) continue;
        const target = targetOf(page, link.href);
        const isTrait = isOfTrait(link.href, target);
        write({ place: `${path}:${line}:${link.column}`, targets: targetsOf(target, link.name), isTrait });
      }
    }
  }
  judgeFields(each, rows);
}

function* linkedRows(code) {
  for (const row of code.split('\n')) {
    const number = /<a href=#(\d+) id=\d+ data-nosnippet>\d+<\/a>/.exec(row);
    if (number === null) continue;
    const html = row.slice(number.index + number[0].length);
    if (html.includes('<a ')) yield { line: Number(number[1]), html };
  }
}

/** The linked names of a row, except those that are declared there. */
function* linksIn(html) {
  for (const link of html.matchAll(/<a (?:class="([^"]*)" )?href="([^"]*)">([^<]*)<\/a>/g)) {
    const [, form, href, text] = link;
    const name = /([\p{L}_][\p{L}\p{N}_]*)!?$/u.exec(text)?.[1];
    const before = plain(html.slice(0, link.index));
    const isDeclaration = /\b(?:fn|struct|enum|union|trait|type|const|static|mod|macro_rules!)\s+$/.test(before);
    if (name === undefined || isDeclaration || form?.includes('self')) continue;
    const skipped = text.length - text.replace(/!$/, '').length + name.length;
    yield { name, href, column: before.length + text.length - skipped + 1 };
  }
}

/** A target has lines only; the drawn declaration of the name in them is meant. */
function targetsOf(target, name) {
  if (!Array.isArray(target)) return target === 'outside' ? ['outside'] : 'unknown';
  return target.map(({ path, line, end }) => {
    const meant = declared.find(
      (each) => each.path === path && each.name === name && line <= each.line && each.line <= end,
    );
    return meant?.place ?? `${path}:${line}`;
  });
}

/** Whether a method of a trait is meant: at run time it may be one of an impl. */
function isOfTrait(href, target) {
  if (/\btrait\.\w+\.html#/.test(href)) return true;
  if (!Array.isArray(target)) return false;
  const [{ path, line }] = target;
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const indentation = (row) => row.length - row.trimStart().length;
  for (let at = line - 2; at >= 0; at--) {
    const row = lines[at];
    if (row.trim() === '' || indentation(row) >= indentation(lines[line - 1])) continue;
    if (/^\s*(?:pub\b[^ ]*\s+)?(?:unsafe\s+)?trait\b/.test(row)) return true;
    if (/^\s*(?:pub\b[^ ]*\s+)?(?:unsafe\s+)?(?:impl|mod|fn|struct|enum)\b|^\s*\}/.test(row)) return false;
  }
  return false;
}

function judgeFields(each, rows) {
  const fields = symbols
    .filter(isField)
    .filter(({ declared: [place] }) => place !== undefined && join(root, place).startsWith(`${each.folder}/`));
  if (fields.length === 0) return;
  const copy = mkdtempSync(join(tmpdir(), 'references-copy-'));
  cpSync(each.folder, copy, { recursive: true, filter: (path) => !/\/(?:target|\.git)$/.test(path) });
  const settings = each.settings.map((one) => (one === each.library ? join(copy, relative(each.folder, one)) : one));
  for (const { name, declared: places } of fields) {
    const { path, line, column, place } = placeParts(places[0]);
    const file = join(copy, relative(each.folder, join(root, path)));
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n');
    const row = lines[line - 1];
    lines[line - 1] = `${row.slice(0, column - 1)}zz_${name}${row.slice(column - 1 + name.length)}`;
    writeFileSync(file, lines.join('\n'));
    const used = placesOfErrors(each, settings, copy, name);
    writeFileSync(file, text);
    for (const at of used) write({ place: at, targets: [place] });
    for (const [at, code] of rows) {
      for (const found of code.matchAll(new RegExp(`(?<![\\w])${name}(?!\\w)`, 'g'))) {
        const other = `${at}:${found.index + 1}`;
        if (other !== place && !used.has(other)) write({ place: other, targets: [`no ${place}`] });
      }
    }
  }
  rmSync(copy, { recursive: true });
}

/** Where the compiler misses a field. */
function placesOfErrors(each, settings, copy, name) {
  const args = ['--crate-type', 'lib', '--emit', 'metadata', '--out-dir', copy, '--error-format', 'json', ...settings];
  const { stderr } = spawnSync('rustc', args, { cwd: copy, env: each.env, encoding: 'utf8', maxBuffer: 1 << 28 });
  const found = new Set();
  for (const line of stderr.split('\n').filter((one) => one.startsWith('{'))) {
    const { code, spans } = JSON.parse(line);
    if (!/^E0(?:609|610|615|560|559|026|769)$/.test(code?.code ?? '')) continue;
    for (const { file_name, line_start, column_start, is_primary, expansion, text } of spans) {
      const from = text[0]?.text.slice(column_start - 1) ?? '';
      if (!is_primary || expansion !== null || !new RegExp(`^${name}(?!\\w)`).test(from)) continue;
      const full = file_name.startsWith('/') ? file_name : join(copy, file_name);
      found.add(`${relative(root, join(each.folder, relative(copy, full)))}:${line_start}:${column_start}`);
    }
  }
  return found;
}

function placeParts(place) {
  const [, path, line, column] = /^(.*):(\d+):(\d+)$/.exec(place);
  return { place, path, line: Number(line), column: Number(column) };
}

function write(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
