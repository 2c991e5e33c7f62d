/**
 * Judges imports with TypeScript: files with its resolver, symbols with its checker. Links the repository's packages
 * into `node_modules`, as an installation does.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

export async function judge(root, imports) {
  linkPackages(root);
  const options = optionsFor(root);
  const host = ts.createCompilerHost({}, true);
  const verdicts = [];
  const inRepository = (path) => path !== undefined && !path.includes('node_modules/') && !path.startsWith('..');
  for (const each of imports) {
    const file = join(root, each.path);
    const found = ts.resolveModuleName(each.source, file, options(file), host).resolvedModule?.resolvedFileName;
    const real = found && existsSync(found) ? relative(root, realpathSync(found)) : undefined;
    const theirs = inRepository(real) ? real : undefined;
    const verdict = compareFiles(each, theirs);
    if (verdict !== undefined) verdicts.push({ question: 'files', verdict, each, theirs });
  }
  // If the checker does not have the file, it takes names from ambient declarations.
  const resolved = new Set(verdicts.filter(({ theirs }) => theirs !== undefined).map(({ each }) => each));
  verdicts.push(
    ...judgeSymbols(
      root,
      imports.filter((each) => resolved.has(each)),
      options,
    ),
  );
  return verdicts;
}

function compareFiles(each, theirs) {
  const [own] = each.files;
  if (own === theirs) return 'agree';
  // TypeScript does not resolve assets, bundler hints and build output.
  if (theirs === undefined)
    return /\.(?:[cm]?[jt]sx?)$/.test(own) && /^[.#]/.test(each.source) && !/\?/.test(each.source)
      ? 'only ours'
      : undefined;
  if (own === undefined) return 'missed';
  if (/\.d\.[cm]?ts$/.test(theirs) && stem(own) === stem(theirs)) return 'agree';
  return 'another file';
}

function stem(path) {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
}

/** Finds the declaration of each imported name with the checker. */
function judgeSymbols(root, imports, options) {
  const paths = [...new Set(imports.map((each) => each.path))];
  const settings = { ...options(join(root, paths[0])), noLib: true, types: [], checkJs: true, skipLibCheck: true };
  const host = ts.createCompilerHost(settings, true);
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => ts.resolveModuleName(text, file, options(file), host));
  const names = paths.map((path) => join(root, path));
  const program = ts.createProgram(names, settings, host);
  const checker = program.getTypeChecker();
  const declared = new Map();
  for (const path of paths) {
    const source = program.getSourceFile(join(root, path));
    if (source === undefined) continue;
    const visit = (node) => {
      if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || (ts.isImportClause(node) && node.name)) {
        note(path, node);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  function note(path, node) {
    const statement = ts.findAncestor(node, (each) => ts.isImportDeclaration(each) || ts.isExportDeclaration(each));
    if (statement?.moduleSpecifier === undefined) return;
    let symbol = checker.getSymbolAtLocation(node.name);
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const files = (symbol?.declarations ?? []).map((each) => {
      const fileName = each.getSourceFile().fileName;
      return relative(root, existsSync(fileName) ? realpathSync(fileName) : fileName);
    });
    const local = symbol?.declarations?.some((each) => ts.isSourceFile(each)) ? [] : files;
    declared.set(`${path} ${statement.moduleSpecifier.text} ${node.name.text}`, local);
  }
  const verdicts = [];
  for (const each of imports) {
    const name = each.alias ?? each.name;
    const theirs = declared
      .get(`${each.path} ${each.source} ${name}`)
      ?.filter((path) => !path.startsWith('..') && !path.includes('node_modules/'));
    if (theirs === undefined || (theirs.length === 0 && each.symbols.length === 0)) continue;
    const own = each.symbols.map((symbol) => symbol.path);
    const agrees = own.some((path) => theirs.some((other) => other === path || stem(other) === stem(path)));
    const verdict = agrees
      ? 'agree'
      : theirs.length === 0
        ? 'only ours'
        : own.length === 0
          ? 'missed'
          : 'another symbol';
    verdicts.push({ question: 'symbols', verdict, each, theirs: theirs[0] });
  }
  return verdicts;
}

function optionsFor(root) {
  const known = new Map();
  const fallback = {
    allowJs: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.Preserve,
    noEmit: true,
  };
  return (file) => {
    const folder = dirname(file);
    if (!known.has(folder)) {
      let found;
      for (let at = folder; at.startsWith(root) && found === undefined; at = dirname(at)) {
        found = ['tsconfig.json', 'jsconfig.json'].map((name) => join(at, name)).find((path) => existsSync(path));
      }
      const config =
        found &&
        ts.parseJsonConfigFileContent(
          ts.readConfigFile(found, ts.sys.readFile).config ?? {},
          { ...ts.sys, readDirectory: () => [] },
          dirname(found),
        );
      const { paths, baseUrl, pathsBasePath } = config?.options ?? {};
      known.set(folder, {
        ...fallback,
        ...(paths && { paths }),
        ...(baseUrl && { baseUrl }),
        ...(pathsBasePath && { pathsBasePath }),
      });
    }
    return known.get(folder);
  };
}

/** Skips names that several packages share: it is unknown which one an installation would use. */
function linkPackages(root) {
  const byName = new Map();
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !/^(?:node_modules|\.git)$/.test(entry.name)) visit(join(folder, entry.name));
      if (entry.name !== 'package.json' || !statSync(join(folder, entry.name)).isFile()) continue;
      try {
        const { name } = JSON.parse(readFileSync(join(folder, entry.name), 'utf8'));
        if (typeof name === 'string') byName.set(name, [...(byName.get(name) ?? []), folder]);
      } catch {
        // Skip a manifest that cannot be read.
      }
    }
  };
  visit(root);
  for (const [name, folders] of byName) {
    const link = join(root, 'node_modules', name);
    if (folders.length > 1 || builtinModules.includes(name) || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folders[0], link);
  }
}
