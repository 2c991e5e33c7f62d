/** Checks the data directory: it exists or can be created, only the user can access it, and the disk has space. */
import { constants } from 'node:fs';
import { access, lstat, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { bytes } from '../../render/amounts.ts';
import { registryFile } from '../../store/registry/registry-file.ts';
import { quarantineSuffix } from '../../store/sqlite/database-files.ts';
import { type Examined, type Finding, failed, ok, warning } from './finding.ts';

const elsewhere = 'set CODECOMPASS_HOME to another folder.';
const littleBytes = 1_000_000_000;
const tooLittleBytes = 50_000_000;

export async function checkDataFolder(home: string): Promise<Examined> {
  const existing = await nearestExisting(home);
  if (!(await stat(existing)).isDirectory()) {
    return { findings: [failed('data', `${existing} is not a folder`, `Rename or delete it, or ${elsewhere}`)] };
  }
  const isThere = existing === home;
  try {
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const what = isThere ? `${home} is not writable` : `${home} cannot be created: ${existing} is not writable`;
    return { findings: [failed('data', what, `Give your user access to ${existing}, or ${elsewhere}`)] };
  }
  return {
    findings: [
      ok('data', isThere ? home : `${home} will be created`),
      ...(isThere && process.platform !== 'win32' ? [await checkModes(home)] : []),
      ...(isThere ? await checkQuarantine(home) : []),
      await checkSpace(existing),
    ],
  };
}

async function nearestExisting(folder: string): Promise<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found !== undefined || path.dirname(at) === at) return at;
  }
}

/** Only the user may access folders (0700) and files (0600). */
async function checkModes(home: string): Promise<Finding> {
  const inside = await readdir(home, { recursive: true });
  const open: string[] = [];
  for (const file of [home, ...inside.map((name) => path.join(home, name))]) {
    // A running job may have deleted the file since.
    const found = await lstat(file).catch(() => undefined);
    if (found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0) open.push(file);
  }
  const [first] = open;
  if (first === undefined) return ok('access', 'folders 0700, files 0600');
  const others = open.length > 1 ? ` and ${open.length - 1} more` : '';
  return warning('access', `other users can access ${first}${others}`, `Run: chmod -R go-rwx '${home}'`);
}

/** A damaged registry is recreated automatically; this explains why workspaces are missing from it. */
async function checkQuarantine(home: string): Promise<Finding[]> {
  const damaged = path.basename(registryFile(home)) + quarantineSuffix;
  const names = (await readdir(home)).filter((name) => name.startsWith(damaged) && !/-(wal|shm|journal)$/.test(name));
  const remedy = 'Run `codecompass index` in each folder that is missing from it, then delete the damaged file.';
  return names.map((name) =>
    warning('registry', `was damaged and recreated; the damaged file is ${path.join(home, name)}`, remedy),
  );
}

async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const remedy = `Free some space, or ${elsewhere}`;
  if (free < tooLittleBytes) return failed('space', `only ${bytes(free)} free`, remedy);
  return free < littleBytes ? warning('space', `only ${bytes(free)} free`, remedy) : ok('space', `${bytes(free)} free`);
}
