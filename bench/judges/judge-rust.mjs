/**
 * Resolves calls with rustc, through rustdoc's source pages, which link each name to its definition. Reads `{ root,
 * beside }` from standard input and writes one line of JSON per call, like the other judges. `beside` lists folders
 * with dependencies, since nothing is downloaded; packages with missing dependencies are skipped. Test code is not
 * compiled, so not judged.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { documentPackages, plain } from './rust-packages.mjs';

const { root, beside } = JSON.parse(readFileSync(0, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'calls-judge-'));
try {
  const { own, targetOf, sourceOfPage } = documentPackages({ root, beside, folder });
  for (const each of own) reportCalls(each, targetOf, sourceOfPage);
} finally {
  rmSync(folder, { recursive: true });
}

function reportCalls(each, targetOf, sourceOfPage) {
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
