/**
 * Checks whether this state of the repository can be released, and prints the next commands. It publishes and tags
 * nothing.
 *
 *   npm run release                 all checks, then the test suite
 *   npm run release -- --dry-run    all checks, without the test suite
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checks } from './release/checks.mjs';
import { packFacts, repositoryFacts } from './release/facts.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });

if (!run('npm', 'run', 'build')) {
  console.log('FAILED npm run build\n\nFix the build before the release.');
  process.exit(1);
}
const facts = {
  ...repositoryFacts(root),
  package: JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
  lock: JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  changelog: readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
  pack: packFacts(root),
};
const troubles = Object.entries(checks).flatMap(([what, check]) => {
  const trouble = check(facts);
  console.log(`${trouble === undefined ? 'ok    ' : 'FAILED'} ${what}${trouble === undefined ? '' : `: ${trouble}`}`);
  return trouble === undefined ? [] : [what];
});
const { version } = facts.package;
if (values['dry-run']) console.log('       npm test was skipped');
else if (troubles.length === 0) {
  const passed = run('npm', 'test');
  console.log(`${passed ? 'ok    ' : 'FAILED'} npm test`);
  if (!passed) troubles.push('npm test');
}

if (troubles.length > 0) {
  console.log(`\n${version} cannot be released yet: ${troubles.join(', ')}.`);
  process.exitCode = 1;
} else {
  console.log(`\n${version} can be released. Next:`);
  console.log(`  git tag -a v${version} -m 'CodeCompass ${version}' && git push origin main v${version}`);
  console.log('  npm publish');
}

function run(command, ...args) {
  const shell = process.platform === 'win32';
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell }).status === 0;
}
