/** Checks the current folder: its repository, its ignore rules, and whether it is registered and indexed. */
import path from 'node:path';
import type { Options } from '../../config/resolve-options.ts';
import { findWorkspace } from '../../project/register-workspace.ts';
import { count, number } from '../../render/amounts.ts';
import type { Repository } from '../../scan/git/repository.ts';
import { refLine } from '../print/summary.ts';
import { type Examined, failed, ok, warning } from './finding.ts';

export async function openFolder(folder: string): Promise<Examined> {
  const { openRepository, resolveRef } = await import('../../scan/git/repository.ts');
  const repository = await openRepository(folder);
  const { name, ...state } = await resolveRef(repository);
  const kind = repository.kind === 'git' ? 'git repository' : 'plain folder';
  const detail = `${kind} ${repository.root}, ${refLine({ ref: name, ...state })}`;
  return { repository, findings: [ok('folder', detail)] };
}

const ignoreFiles = ['.gitignore', '.codecompassignore'];

export async function checkIgnoreRules(repository: Repository, options: Options): Promise<Examined> {
  const [{ resolveRef }, { listFiles }] = await Promise.all([
    import('../../scan/git/repository.ts'),
    import('../../scan/listing/list-files.ts'),
  ]);
  const { files, skipped, warnings } = await listFiles(repository, await resolveRef(repository), options.index);
  const names = [...files, ...skipped].map((file) => path.posix.basename(file.path));
  const rules = ignoreFiles
    .map((name) => ({ name, amount: names.filter((other) => other === name).length }))
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount }) => `${amount} ${name}`);
  const patterns = options.index.exclude.length;
  if (patterns > 0) rules.push(`${patterns} in index.exclude`);
  const from = rules.length === 0 ? 'no ignore files' : rules.join(', ');
  const excluded = skipped.length === 0 ? '' : `, ${number(skipped.length)} skipped`;
  const listed = ok('ignore', `${count(files.length, 'file')} to index${excluded} (${from})`);
  const overLimits = warnings.map((text) => warning('ignore', text, 'Use fewer, shorter patterns.'));
  return { findings: [listed, ...overLimits] };
}

export async function checkIndex(repository: Repository, home: string): Promise<Examined> {
  const workspace = await findWorkspace(home, repository);
  if (workspace === undefined) {
    return {
      findings: [ok('index', 'this folder is not registered yet', 'Run `codecompass index` to register and index it.')],
    };
  }
  const { inspectIndex } = await import('../../store/sqlite/open-store.ts');
  const state = await inspectIndex(home, workspace.projectId);
  const registered = ok('project', `${workspace.projectId}, registered ${workspace.registeredAt}`);
  const rebuild = 'Run `codecompass index --force`.';
  switch (state.status) {
    case 'compatible':
      return {
        findings: [registered, ok('index', `schema ${state.currentSchemaVersion ?? state.requiredSchemaVersion}`)],
      };
    case 'not_indexed':
      return { findings: [registered, ok('index', 'not indexed yet', 'Run `codecompass index`.')] };
    case 'reindex_required': {
      const versions = `schema ${state.currentSchemaVersion ?? 'unknown'}, required ${state.requiredSchemaVersion}`;
      return { findings: [registered, failed('index', `created by another version (${versions})`, rebuild)] };
    }
    case 'corrupt_manifest':
      return { findings: [registered, failed('index', `damaged: ${state.message ?? 'it cannot be read'}`, rebuild)] };
  }
}
