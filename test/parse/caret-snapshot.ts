/**
 * A caret snapshot is the source with the facts of each line below it and carets under the names. Facts have lines but
 * no columns, so a name is marked at its next occurrence as a word.
 */
import type { Syntax } from '../../src/model.ts';

interface Note {
  readonly name: string;
  readonly line: number;
  readonly text: string;
}

export function caretSnapshot(text: string, syntax: Syntax): string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const notes = notesOf(syntax, lines);
  const width = String(lines.length).length;
  const gutter = `${' '.repeat(width)} |`;
  const rendered = lines.flatMap((line, index) => {
    const from = new Map<string, number>();
    const below = notes
      .filter((note) => note.line === index + 1)
      .map((note) => {
        const at = wordIndex(line, note.name, from.get(note.name + note.text.slice(0, 3)) ?? 0);
        if (at === -1) return `${gutter}~ ${note.name}: ${note.text}`;
        from.set(note.name + note.text.slice(0, 3), at + 1);
        const indent = line.slice(0, at).replace(/[^\t]/g, ' ');
        return `${gutter}${indent}${'^'.repeat(note.name.length)} ${note.text}`;
      });
    return [`${String(index + 1).padStart(width)} |${line}`, ...below];
  });
  const header = `outcome: ${syntax.outcome}${syntax.module === '' ? '' : `, module: ${syntax.module}`}`;
  return `${header}\n${rendered.join('\n').replace(/[ \t]+$/gm, '')}\n`;
}

function notesOf(syntax: Syntax, lines: readonly string[]): Note[] {
  const symbols = syntax.symbols.map((symbol) => {
    const parent = syntax.symbols[symbol.parent];
    const facts = [
      `def ${symbol.kind}`,
      symbol.modifier === undefined ? symbol.visibility : `${symbol.visibility}(${symbol.modifier})`,
      `${symbol.lineStart}-${symbol.lineEnd}`,
      ...(symbol.scope === '' ? [] : [`in ${symbol.scope}`]),
      ...(parent === undefined ? [] : [`parent ${parent.name}`]),
      ...(symbol.place === 0 ? [] : [`place ${symbol.place}`]),
      `\`${symbol.signature}\``,
      ...(symbol.doc === undefined ? [] : [`doc ${JSON.stringify(symbol.doc)}`]),
    ];
    return {
      name: symbol.name,
      line: lineOfName(lines, symbol.name, symbol.lineStart, symbol.lineEnd),
      text: facts.join(' '),
    };
  });
  const imports = syntax.imports.map((fact) => {
    const name = fact.alias ?? (fact.name === undefined || fact.name === '*' ? lastPart(fact.source) : fact.name);
    const words = [
      fact.reexport ? 're-export' : 'import',
      ...(fact.name === undefined ? [] : [`${fact.name} from`]),
      `"${fact.source}"`,
      ...(fact.alias === undefined ? [] : [`as ${fact.alias}`]),
      ...(fact.within === -1 ? [] : [`within ${syntax.symbols[fact.within]?.name}`]),
    ];
    return { name, line: lineOfName(lines, name, fact.lineStart, fact.lineEnd), text: words.join(' ') };
  });
  const references = syntax.references.map((reference) => {
    const words = [
      `ref ${reference.kind}`,
      ...(reference.receiver === undefined ? [] : [`on ${reference.receiver}`]),
      ...(reference.args === undefined ? [] : [`args ${reference.args}`]),
      ...(reference.within === -1 ? [] : [`within ${syntax.symbols[reference.within]?.name}`]),
    ];
    return { name: reference.name, line: reference.line, text: words.join(' ') };
  });
  const bindings = syntax.bindings.map(({ name, origin, lineStart, lineEnd, within }) => ({
    name,
    line: lineStart,
    text: [
      'bind',
      ...(origin === '' ? [] : [`\`${origin}\``]),
      `${lineStart}-${lineEnd}`,
      ...(within === -1 ? [] : [`within ${syntax.symbols[within]?.name}`]),
    ].join(' '),
  }));
  return [...symbols, ...imports, ...references, ...bindings];
}

function lineOfName(lines: readonly string[], name: string, first: number, last: number): number {
  for (let line = first; line <= last; line++) if (wordIndex(lines[line - 1] ?? '', name, 0) !== -1) return line;
  return first;
}

function wordIndex(line: string, name: string, from: number): number {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = line.indexOf(name, from); at !== -1; at = line.indexOf(name, at + 1)) {
    const startsInside = isWord(name[0]) && isWord(line[at - 1]);
    const endsInside = isWord(name.at(-1)) && isWord(line[at + name.length]);
    if (!startsInside && !endsInside) return at;
  }
  return -1;
}

function lastPart(source: string): string {
  return /[^./:\\]+$/.exec(source)?.[0] ?? source;
}
