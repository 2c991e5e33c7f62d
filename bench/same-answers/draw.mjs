/** Draws calls and command lines whose parameters come from a repository: its files, symbols, comments and commits. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

const codeFile =
  /\.(?:c|cc|cpp|cs|cts|go|h|hpp|java|js|jsx|mjs|cjs|kt|mts|php|py|rb|rs|scala|sh|svelte|swift|ts|tsx|vue)$/;
const badShare = 0.1;

/** A seeded random generator; the seed may be any text. */
export function chanceFrom(seed) {
  let state = 2_166_136_261;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0), 16_777_619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (list) => list[below(list.length)];
  const shuffled = (list) => {
    const copy = [...list];
    for (let at = copy.length - 1; at > 0; at--) {
      const other = below(at + 1);
      [copy[at], copy[other]] = [copy[other], copy[at]];
    }
    return copy;
  };
  /** Picks one of the choices by weight. */
  const weighted = (choices) => {
    let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choice] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices[0][1];
  };
  return { next, below, pick, shuffled, weighted, is: (share) => next() < share };
}

/** Collects material from git and the files. `addOutline` adds the symbols. */
export function materialOf(root, wantedBase, chance) {
  const git = (...args) =>
    execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trimEnd();
  const files = git('ls-files', '-z').split('\0').filter(Boolean);
  const codeFiles = files.filter((path) => codeFile.test(path));
  const head = git('rev-parse', 'HEAD');
  const base = firstThat([wantedBase, 'HEAD~5', 'HEAD~1'], (name) => git('rev-parse', '--verify', `${name}^{commit}`));
  const changed = base === undefined ? [] : git('diff', '--name-only', '-z', base, head).split('\0');
  const sentences = [];
  const errors = [];
  for (const path of chance.shuffled(codeFiles).slice(0, 300)) {
    const text = readText(join(root, path));
    for (const [, said] of text.matchAll(/^\s*(?:\/\/[/!]?|#|\*|--)\s+(.{20,200})$/gm)) {
      if (said.split(/\s+/).length >= 4) sentences.push(said.trim());
    }
    for (const [, , said] of text.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.){12,120})\1/g)) {
      if (said.includes(' ') && /error|fail|invalid|cannot|can't|expected|unknown|missing|not found|must/i.test(said)) {
        errors.push(said);
      }
    }
  }
  return {
    root,
    files,
    codeFiles,
    // Names from these files give commit comparisons with actual changes.
    changedFiles: codeFiles.filter((path) => changed.includes(path)),
    base,
    branch: git('rev-parse', '--abbrev-ref', 'HEAD'),
    subjects: git('log', '--format=%s', '--no-merges', '-800')
      .split('\n')
      .filter((line) => line.split(' ').length > 3),
    sentences: chance.shuffled(sentences).slice(0, 1_000),
    errors: [...chance.shuffled(errors).slice(0, 500), 'Error: connection refused', 'panic: index out of range'],
    symbols: [],
    changedSymbols: [],
    languages: new Set(),
  };
}

/** A fingerprint of the repository, to detect changes during the run. */
export function stateOf(root) {
  const git = (...args) => execFileSync('git', ['-C', root, '--no-optional-locks', ...args], { maxBuffer: 1 << 28 });
  return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain')}`;
}

/** Adds the symbols of a `get_file_outline` answer. */
export function addOutline(material, path, answer) {
  const { language, symbols = [] } = answer;
  if (language !== undefined) material.languages.add(language);
  const isChanged = material.changedFiles.includes(path);
  const visit = (list, parents) => {
    for (const { name, kind, line_start: line, children = [] } of list) {
      const symbol = { name, kind, line, path, language, parents };
      if (kind !== 'use' || material.symbols.length % 20 === 0) {
        material.symbols.push(symbol);
        if (isChanged) material.changedSymbols.push(symbol);
      }
      visit(children, [...parents, name]);
    }
  };
  visit(symbols, []);
}

/** Returns a function that draws the arguments of a tool call. `recent` holds calls with their answers. */
export function drawerOf(material, chance, recent) {
  const text = textsOf(material, chance);
  return (tool) => {
    const { properties = {}, required = [] } = tool.inputSchema;
    const subject = text.symbol(required.includes('base_ref'));
    const values = {};
    for (const [name, schema] of Object.entries(properties)) {
      const share = { workspace: 0.08, ref: 0.2, kind: 0.15, language: 0.15, path: 0.5 }[name] ?? 0.25;
      if (required.includes(name) || chance.is(share)) values[name] = drawnValue(name, schema, subject, values);
    }
    return chance.is(badShare) ? spoilt(values, properties, required) : values;
  };

  function drawnValue(name, schema, subject, values) {
    if (schema.enum !== undefined) {
      return name === 'kind' && chance.is(0.6) && schema.enum.includes(subject.kind)
        ? subject.kind
        : chance.pick(schema.enum);
    }
    if (schema.type === 'boolean') return chance.is(0.5);
    if (schema.type === 'integer') return integerOf(schema);
    if (schema.type === 'number') return Math.round(chance.next() * (schema.maximum ?? 1) * 100) / 100;
    if (name === 'query') return text.query(subject);
    if (name === 'name' || name === 'symbol_name') return text.name(subject);
    if (name === 'path') return 'symbol_name' in values && chance.is(0.95) ? subject.path : text.path();
    if (name === 'language') return chance.is(0.7) ? (subject.language ?? 'go') : text.language();
    if (name === 'ref' || name === 'base_ref' || name === 'head_ref') return refOf(name);
    if (name === 'workspace') return material.root;
    if (name === 'previous_query') return previousCall(subject);
    // The two parameters belong together, unless the call is meant to be wrong.
    if (name === 'previous_results') return resultsFor(values.previous_query);
    return schema.type === 'object' ? {} : subject.name;
  }

  function integerOf({ minimum = 0, maximum = 100, default: usual = minimum }) {
    const span = (limit) => minimum + chance.below(Math.min(limit, maximum) - minimum + 1);
    return chance.weighted([
      [4, span(minimum + 20)],
      [2, span(usual * 2)],
      [2, span(maximum)],
      [1, minimum],
      [1, maximum],
    ]);
  }

  function refOf(name) {
    const { base, branch } = material;
    // HEAD's commit is not an indexed ref, since a branch is indexed from the working tree.
    const known = [branch, 'HEAD'];
    const older = base === undefined ? known : [base, base, base.slice(0, 10)];
    const olderShare = { base_ref: 0.85, head_ref: 0.15 }[name] ?? 0.5;
    return chance.pick(chance.is(olderShare) ? older : known);
  }

  function previousCall(subject) {
    if (recent.length > 0 && chance.is(0.8)) {
      const { tool, params } = chance.pick(recent);
      return { tool, params };
    }
    return { tool: 'search_code', params: { query: text.misspelt(subject.name) } };
  }

  /** The answer of that call, truncated as an agent would do. */
  function resultsFor(query) {
    const call = recent.find(({ tool, params }) => tool === query?.tool && params === query?.params);
    if (call === undefined || chance.is(0.15)) return { results: [], total_candidates: 0, top_score: chance.next() };
    const cut = {};
    for (const [key, value] of Object.entries(call.answer)) {
      if (key === 'metadata' || chance.is(0.1)) continue;
      cut[key] = Array.isArray(value) ? value.slice(0, chance.below(6)) : value;
    }
    return cut;
  }

  /** The same call with one error in it. */
  function spoilt(values, properties, required) {
    const ways = chance.shuffled([
      unknownName,
      unknownFile,
      missing,
      mistyped,
      outOfRange,
      unknownParameter,
      unknownWord,
      unknownRef,
      empty,
      unknownWorkspace,
    ]);
    for (const way of ways) {
      const copy = { ...values };
      if (way(copy, properties, required)) return copy;
    }
    return values;
  }

  function unknownName(values) {
    const name = ['name', 'symbol_name', 'query'].find((key) => key in values);
    if (name !== undefined)
      values[name] = chance.pick(['zqxNoSuchThing', 'Zqx.noSuch', 'zqx::no_such', '日本語の名前']);
    return name !== undefined;
  }

  function unknownFile(values, properties) {
    if (!('path' in properties)) return false;
    values.path = chance.pick(['no/such/file.ts', '../outside.go', '/etc/hostname', 'src', `${material.files[0]}x`]);
    return true;
  }

  function missing(values, _properties, required) {
    if (required.length === 0) return false;
    delete values[chance.pick(required)];
    return true;
  }

  function mistyped(values, properties) {
    const name = chance.pick(Object.keys(properties));
    const wrong = [null, [], ['a'], {}, true, 7, 1.5, '7', 'yes'];
    values[name] = chance.pick(wrong.filter((value) => typeof value !== jsTypeOf(properties[name].type)));
    return true;
  }

  function outOfRange(values, properties) {
    const names = Object.keys(properties).filter((key) => properties[key].maximum !== undefined);
    if (names.length === 0) return false;
    const name = chance.pick(names);
    const { minimum, maximum } = properties[name];
    values[name] = chance.pick([minimum - 1, maximum + 1, -5, maximum * 1_000, 1e300]);
    return true;
  }

  function unknownParameter(values) {
    Object.assign(
      values,
      chance.pick([{ frobnicate: 1 }, { Limit: 3 }, { max_results: 5 }, { symbol: 'x', file: 'y' }]),
    );
    return true;
  }

  function unknownWord(values, properties) {
    const names = Object.keys(properties).filter((key) => properties[key].enum !== undefined || key === 'language');
    if (names.length === 0) return false;
    const name = chance.pick(names);
    values[name] = chance.pick(['zqx', '', (properties[name].enum?.[0] ?? 'go').toUpperCase(), 'function']);
    return true;
  }

  function unknownRef(values, properties) {
    const names = Object.keys(properties).filter((key) => /^(?:\w+_)?ref$/.test(key));
    if (names.length === 0) return false;
    values[chance.pick(names)] = chance.pick(['no-such-branch', '0'.repeat(40), 'HEAD~1', '--all', '']);
    return true;
  }

  function empty(values, properties, required) {
    const names = required.filter((key) => properties[key].type === 'string');
    if (names.length === 0) return false;
    values[chance.pick(names)] = chance.pick(['', ' ', '\n', '***', '"', '::', '.', 'x'.repeat(5_000)]);
    return true;
  }

  function unknownWorkspace(values) {
    values.workspace = chance.pick(['/no/such/folder', 'relative/folder', '', join(material.root, 'no-such-folder')]);
    return true;
  }
}

function jsTypeOf(schemaType) {
  return { integer: 'number', array: 'object' }[schemaType] ?? schemaType;
}

const commandNames =
  'search outline context callers callees compare init index sync skipped status refs watch prune serve-mcp setup eval doctor completion';

/** Help and usage errors, independent of the repository. All of them run. */
export const usageLines = [
  [],
  ['--help'],
  ['--version'],
  ['frobnicate'],
  ['serch', 'x'],
  ['search'],
  ['search', 'x', '--limit', 'many'],
  ['search', 'x', '--limit', '0'],
  ['search', 'x', '--lang', 'zqx'],
  ['search', 'x', '--kind', 'zqx'],
  ['search', 'x', '--frobnicate'],
  ['search', 'x', '--workspace', '/no/such/folder'],
  ['outline'],
  ['outline', 'no/such/file.ts'],
  ['outline', 'a', 'b'],
  ['context', 'x', '--strategy', 'zqx'],
  ['context', 'x', '--max-tokens', '-1'],
  ['callers', 'zqxNoSuchThing'],
  ['callees', 'x', '--depth', '9'],
  ['compare', 'x', 'HEAD'],
  ['compare', 'x', 'no-such-ref', 'HEAD'],
  ['status', '--ref'],
  ['status', '--ref', 'no-such-ref'],
  ['refs', 'unexpected'],
  ['skipped', '--limit', '3'],
  ['serve-mcp', '--transport', 'zqx'],
  ['completion', 'bash'],
  ['completion', 'zqx'],
  ...commandNames.split(' ').map((command) => [command, '--help']),
];

/** Returns a function that draws command-line arguments. */
export function commandDrawerOf(material, chance) {
  const text = textsOf(material, chance);
  const flag = (share, ...args) => (chance.is(share) ? args : []);
  const ref = () => flag(0.2, '--ref', chance.pick([material.base ?? 'HEAD', material.branch, 'no-such-ref']));
  const calls = () => [
    ...flag(0.3, '--depth', String(1 + chance.below(3))),
    ...flag(0.3, '--limit', String(1 + chance.below(60))),
    ...flag(0.1, '--dot'),
    ...flag(0.1, '--mermaid'),
    ...ref(),
  ];
  const commands = {
    search: (subject) => [
      ...(chance.is(0.5) ? text.query(subject).split(' ') : [text.query(subject)]),
      ...flag(0.2, '--lang', subject.language ?? 'go'),
      ...flag(0.2, '--kind', subject.kind),
      ...flag(0.4, '--limit', String(1 + chance.below(40))),
      ...ref(),
    ],
    outline: () => [text.path(), ...flag(0.3, '--top'), ...ref()],
    callers: (subject) => [text.name(subject), ...flag(0.3, '--path', subject.path), ...calls()],
    callees: (subject) => [text.name(subject), ...flag(0.3, '--path', subject.path), ...calls()],
    context: (subject) => [
      text.query(subject),
      ...flag(0.5, '--max-tokens', String(100 + chance.below(6_000))),
      ...flag(0.5, '--strategy', chance.pick(['breadth', 'depth'])),
      ...ref(),
    ],
    compare: () => {
      const subject = text.symbol(true);
      return [text.name(subject), material.base ?? 'HEAD~1', 'HEAD', ...flag(0.3, '--path', subject.path)];
    },
    status: ref,
    refs: () => [],
    skipped: ref,
  };
  const names = Object.keys(commands);
  return (at) => {
    const command = names[at % names.length];
    return [command, ...commands[command](text.symbol(false)), ...flag(0.5, '--json')];
  };
}

/** Names, paths and queries as people and agents type them. */
function textsOf(material, chance) {
  const { files, codeFiles, symbols, changedSymbols, sentences, errors, subjects, languages } = material;
  const anything = [{ name: 'main', kind: 'fn', line: 1, path: files[0], language: undefined, parents: [] }];
  const some = (list) => chance.pick(list.length > 0 ? list : anything);
  // Fields and constants outnumber the symbols that queries are usually about.
  const callable = symbols.filter(({ kind }) => kind === 'fn' || kind === 'method');
  const symbol = (isChangedBetter) => {
    if (isChangedBetter && chance.is(0.7)) return some(changedSymbols);
    return some(chance.is(0.5) && callable.length > 0 ? callable : symbols);
  };
  const word = () => some(symbols).name;
  return { symbol, name, query, path, misspelt, language };

  function name(subject) {
    return chance.weighted([
      [58, () => subject.name],
      [27, () => qualified(subject)],
      [6, () => misspelt(subject.name)],
      [5, () => otherCase(subject.name)],
      [3, () => `${subject.name}()`],
      [1, () => `${subject.path}:${subject.line}`],
    ])();
  }

  function query(subject) {
    const sentence = () => some(sentences.map((said) => ({ name: said }))).name;
    const error = () => chance.pick(errors);
    return chance.weighted([
      [16, () => subject.name],
      [10, () => qualified(subject)],
      [6, () => misspelt(subject.name)],
      [5, () => otherCase(subject.name)],
      [16, () => (subjects.length > 0 ? chance.pick(subjects) : subject.name)],
      [11, sentence],
      [8, error],
      [4, () => `"${error()}"`],
      [5, path],
      [5, () => fragment(path())],
      [4, () => `${subject.path}:${subject.line}`],
      [7, () => stackTrace(subject)],
      [6, () => `${chance.pick(['where is', 'how does', 'what calls', 'who uses'])} ${subject.name}?`],
      [5, () => [word(), word(), word()].slice(0, 2 + chance.below(2)).join(' ')],
      [3, () => `${subject.name} ${chance.pick(['test', 'error handling', 'NOT used', 'in:src', 'OR x', '*'])}`],
    ])();
  }

  function path() {
    const plain = chance.pick(chance.is(0.75) && codeFiles.length > 0 ? codeFiles : files);
    return chance.weighted([
      [88, plain],
      [3, `./${plain}`],
      [3, join(material.root, plain)],
      [2, plain.replaceAll('/', '\\')],
      [2, plain.toUpperCase()],
      [2, basename(plain)],
    ]);
  }

  function fragment(full) {
    const parts = full.split('/');
    return chance.pick([
      parts.slice(-2).join('/'),
      basename(full),
      basename(full, extname(full)),
      dirname(full),
      parts.slice(0, 2).join(' '),
    ]);
  }

  function qualified({ name: own, parents, path: file }) {
    // Most top-level symbols have only their own name.
    if (parents.length === 0 && chance.is(0.7)) return own;
    const holder = parents.length > 0 ? parents.slice(-1 - chance.below(2)) : [basename(file, extname(file))];
    return [...holder, own].join(chance.pick(['.', '.', '::', '::', '#', '/', '->', ' ']));
  }

  function misspelt(right) {
    const at = chance.below(Math.max(1, right.length - 1));
    const [head, here, next, tail] = [right.slice(0, at), right[at] ?? '', right[at + 1] ?? '', right.slice(at + 2)];
    return chance.pick([
      head + next + tail,
      head + next + here + tail,
      head + here + here + next + tail,
      `${head}x${next}${tail}`,
      `${right}s`,
    ]);
  }

  function otherCase(right) {
    const parts = right.split(/_|-|(?<=[a-z0-9])(?=[A-Z])/).filter(Boolean);
    const capital = (part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
    return chance.pick([
      right.toUpperCase(),
      right.toLowerCase(),
      parts.join('_').toLowerCase(),
      parts.join('-').toLowerCase(),
      parts.map(capital).join(''),
      parts.join(' ').toLowerCase(),
    ]);
  }

  function stackTrace(subject) {
    const frames = [subject, some(symbols), some(symbols)].slice(0, 1 + chance.below(3));
    const column = 1 + chance.below(40);
    const style = chance.pick([
      ({ name: own, path: file, line }) => `    at ${own} (${file}:${line}:${column})`,
      ({ name: own, path: file, line }) => `    at ${own} (file:///home/ci/build/${file}:${line}:${column})`,
      ({ name: own, path: file, line }) => `  File "/app/${file}", line ${line}, in ${own}`,
      ({ name: own, path: file, line }) => `main.${own}(0xc000012345)\n\t/go/src/${file}:${line} +0x1d`,
      ({ name: own, path: file, line }) => `   ${column}: ${own}\n             at ./${file}:${line}:${column}`,
    ]);
    return [...(chance.is(0.7) ? [chance.pick(errors)] : []), ...frames.map(style)].join('\n');
  }

  function language() {
    return chance.pick([...languages, 'TypeScript', 'golang', 'py', 'rust', 'markdown']);
  }
}

function firstThat(candidates, find) {
  for (const candidate of candidates) {
    try {
      return find(candidate);
    } catch {
      // A short history has no such commit; the next candidate is more recent.
    }
  }
  return undefined;
}

function readText(path) {
  try {
    // A zero byte cannot be passed on a command line.
    return readFileSync(path, 'utf8').slice(0, 200_000).replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
