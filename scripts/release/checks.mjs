/** The release checks by name. Each takes the facts and returns the problem, or undefined if the check passes. */
import { compareVersions, parseVersion } from './versions.mjs';

const maxBytes = 30_000_000;
const needed = [
  'dist/main.js',
  'dist/indexing/job/job-process.js',
  'dist/indexing/workers/parse-worker.js',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/embed/open-project.js',
  'dist/embed/open-project.d.ts',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];
const allowed =
  /^(?:dist\/[\w./-]+\.(?:js|d\.ts|scm)|dist\/THIRD-PARTY-NOTICES\.txt|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;

export const checks = {
  'version is semantic': ({ package: { version } }) =>
    parseVersion(version) === undefined ? `${version} is not a semantic version` : undefined,
  'version is newer than the last tag': ({ package: { version }, tags }) => {
    const last = latest(tags);
    if (last === undefined || parseVersion(version) === undefined || compareVersions(version, last) > 0)
      return undefined;
    return `${version} does not follow ${last}; raise it in package.json`;
  },
  'package-lock.json has the version': ({ package: { version }, lock }) =>
    lock.version === version && lock.packages?.['']?.version === version
      ? undefined
      : `it has ${lock.version}; run npm install`,
  'CHANGELOG.md has a dated section for the version': ({ package: { version }, changelog }) => {
    const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\](.*)$`, 'm').exec(changelog);
    if (heading === null) return `there is no heading "## [${version}] - YYYY-MM-DD"`;
    const date = /^ - (\d{4}-\d{2}-\d{2})$/.exec(heading[1])?.[1];
    if (date === undefined || Number.isNaN(Date.parse(date))) return `"${heading[0]}" has no date`;
    const section = changelog.slice(heading.index + heading[0].length).split(/^## /m)[0];
    return /^- /m.test(section) ? undefined : `"${heading[0]}" has no entries`;
  },
  'branch is main': ({ branch }) => (branch === 'main' ? undefined : `${branch || 'no branch'} is checked out`),
  'working tree is clean': ({ changed }) =>
    changed.length === 0 ? undefined : `${changed.length} changed: ${changed.slice(0, 3).join(', ')}`,
  'package is under 30 MB': ({ pack }) => (pack.bytes < maxBytes ? undefined : `it has ${pack.bytes} bytes`),
  'package has all required files': ({ pack }) => listed(needed.filter((file) => !pack.files.includes(file))),
  'package has no other files': ({ pack }) =>
    listed(pack.files.filter((file) => !allowed.test(file) || /\.(?:test|suite)\./.test(file))),
};

function listed(files) {
  return files.length === 0 ? undefined : files.slice(0, 5).join(', ');
}

function latest(tags) {
  const versions = tags.map((tag) => tag.slice(1)).filter((version) => parseVersion(version) !== undefined);
  return versions.sort(compareVersions).at(-1);
}
