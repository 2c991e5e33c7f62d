/**
 * The imports of a file for an outline. If module and name form one path (`crate::auth::Claims`), each imported name is
 * an entry; if the module is a file or a package (`./store`, `fmt`), each statement is an entry named after its module.
 */
import { languageNamed } from '../../languages/languages.ts';
import type { ImportFact } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { RefView } from '../view/ref-view.ts';

export interface ImportLine {
  readonly name: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
  /** The keyword that makes it an export. */
  readonly modifier?: string;
  /** The statement, or the path with its alias, if the name alone is not enough. */
  readonly written?: string;
}

export async function importLines(view: RefView, file: FileVersion): Promise<ImportLine[]> {
  const language = languageNamed(file.language);
  const facts = await view.store.imports(file);
  const imports = language?.importsWholeNamespaces ? facts.map(asNamespace) : facts;
  if (imports.length === 0) return [];
  const join = language?.importSeparator;
  // Most outlines do not need the text, which is expensive to read.
  let source: Promise<(fact: ImportFact) => string> | undefined;
  const statementOf = async (fact: ImportFact) => {
    source ??= view.store.text(file).then((text) => {
      const lines = new LineIndex(text);
      return (one) => written(text, lines, one);
    });
    return (await source)(fact);
  };
  const lineOf = async (fact: ImportFact, line: ImportLine): Promise<ImportLine> =>
    fact.reexport ? { ...line, ...modifierIn(await statementOf(fact)) } : line;
  if (join !== undefined) return Promise.all(imports.map((fact) => lineOf(fact, nameLine(fact, join))));
  return Promise.all(
    statements(imports).map(async (fact) => {
      const { source: name, lineStart, lineEnd, within } = fact;
      const isBare = fact.name === undefined && fact.alias === undefined;
      const line = { name, lineStart, lineEnd, within };
      return lineOf(fact, isBare ? line : { ...line, written: await statementOf(fact) });
    }),
  );
}

const maxStatementLength = 300;
/** Thousands of statements may be on one line, which is read again for each. */
const maxReadLength = 10 * maxStatementLength;

function nameLine({ source, name, alias, lineStart, lineEnd, within }: ImportFact, join: string): ImportLine {
  const path = name === undefined ? source : `${source}${source.endsWith('.') ? '' : join}${name}`;
  return {
    name: path,
    lineStart,
    lineEnd,
    within,
    ...(alias === undefined ? {} : { written: `${path} as ${alias}` }),
  };
}

/** `using System` imports a whole namespace and is written without a star. */
function asNamespace({ name, ...fact }: ImportFact): ImportFact {
  return name === undefined || name === '*' ? fact : { ...fact, name };
}

/** One import per statement. */
function statements(imports: readonly ImportFact[]): ImportFact[] {
  const found = new Map<string, ImportFact>();
  for (const fact of imports) {
    const key = `${fact.lineStart} ${fact.lineEnd} ${fact.source}`;
    if (!found.has(key)) found.set(key, fact);
  }
  return [...found.values()];
}

function modifierIn(statement: string): { modifier?: string } {
  const modifier = /^(?:pub(?:\s*\([^)]*\))?|export|(?:module\.)?exports)(?![\w$])/.exec(statement)?.[0];
  return modifier === undefined ? {} : { modifier };
}

function written(text: string, lines: LineIndex, { lineStart, lineEnd }: ImportFact): string {
  const start = lines.startOf(lineStart);
  const end = Math.min(lines.behind(lineEnd), start + maxReadLength);
  const statement = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return statement.length > maxStatementLength ? `${statement.slice(0, maxStatementLength)}…` : statement;
}
