/** The licences of the bundled packages, as those licences require. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export async function noticesOf(folders) {
  const notices = [];
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled, but its licence file was not found.`);
    const text = await readFile(path.join(folder, file), 'utf8');
    notices.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return `The files in this folder include these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
