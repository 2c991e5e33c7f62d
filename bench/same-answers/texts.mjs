/** Names, paths and queries as people and agents type them. */
import { basename, dirname, extname, join } from 'node:path';

export function textsOf(material, chance) {
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
