/**
 * Judges imports with Go's build package. Uses a GOPATH workspace with symlinks to the repository's modules and
 * vendored packages, since the tool rejects manifests newer than itself.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export async function judge(root, imports, work) {
  const modules = modulesIn(root);
  const [own, vendored] = [join(work, 'gopath-modules'), join(work, 'gopath-vendor')];
  for (const folder of [own, vendored]) rmSync(folder, { recursive: true, force: true });
  // A nested module is reachable through its parent; it needs a symlink only if its path does not lead there.
  for (const { path, folder } of modules.sort((a, b) => a.path.length - b.path.length)) {
    const link = join(own, 'src', path);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link);
  }
  mkdirSync(vendored, { recursive: true });
  if (existsSync(join(root, 'vendor'))) symlinkSync(join(root, 'vendor'), join(vendored, 'src'));

  const questions = imports.map((each) => {
    const file = join(root, each.path);
    const module = modules
      .filter(({ folder }) => file.startsWith(`${folder}/`))
      .sort((a, b) => b.folder.length - a.folder.length)[0];
    const folder = module ? join(own, 'src', module.path, relative(module.folder, dirname(file))) : dirname(file);
    return `${folder}\t${each.source}`;
  });
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: `${own}:${vendored}`, GOFLAGS: '', GOTOOLCHAIN: 'local' };
  const script = join(import.meta.dirname, 'judge-go.go');
  const output = execFileSync('go', ['run', script, root], { input: questions.join('\n'), env, maxBuffer: 1 << 30 });
  const answers = output.toString().split('\n');
  return imports.flatMap((each, index) => {
    const [folder, name, error] = (answers[index] ?? '').split('\t');
    const ours = each.files.length === 0 ? '' : dirname(each.files[0]);
    // A package whose files are all for other systems or behind build tags is empty here.
    const theirs = error === 'no files' && ours === folder ? folder : error === '' ? folder : '';
    if (ours !== theirs) {
      const verdict = ours === '' ? 'missed' : theirs === '' ? 'only ours' : 'another folder';
      return [{ question: 'files', verdict, each, theirs: `${folder} ${error}` }];
    }
    const isNamed = ours === '' || error !== '' || each.modules.every((module) => module === name);
    return [{ question: 'files', verdict: isNamed ? 'agree' : 'another package', each, theirs: `${folder} ${name}` }];
  });
}

function modulesIn(root) {
  const modules = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'vendor') visit(join(folder, entry.name));
      if (entry.name !== 'go.mod') continue;
      const path = /^module\s+"?([^\s"]+)/m.exec(readFileSync(join(folder, entry.name), 'utf8'))?.[1];
      if (path !== undefined) modules.push({ path, folder });
    }
  };
  visit(root);
  return modules;
}
