/**
 * Remedies for agents name only existing tools and parameters, remedies for CLI users only existing commands and flags.
 * The remedies are extracted from the sources, so that those at throw sites are checked like those in the table of
 * errors.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../src/cli/commands/table.ts';
import { globalFlags } from '../src/cli/flags.ts';
import { keyNames } from '../src/config/keys.ts';
import { CodedError, callOrRun, type ErrorCode, errorTable, pointingToSearch, type Remedy } from '../src/errors.ts';
import { tools } from '../src/serve/tools/tools.ts';

const commands = await allCommands();

type Audience = 'agent' | 'cli';

interface Written {
  readonly place: string;
  readonly text: string;
  readonly audiences: readonly Audience[];
}

const sourceFolder = fileURLToPath(new URL('../src', import.meta.url));
const remedies = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(name))
  .flatMap((name) => remediesIn(name, readFileSync(join(sourceFolder, name), 'utf8')));

test('the remedies are extracted from the sources', () => {
  expect(remedies.length).toBeGreaterThan(60);
  for (const place of [
    'errors.ts',
    'scan/git/process/git-errors.ts',
    'query/names/callable-symbol.ts',
    'project/freshness/freshness-policy.ts',
  ]) {
    expect(
      remedies.some((remedy) => remedy.place.startsWith(`${place}:`)),
      place,
    ).toBe(true);
  }
});

describe.each(['agent', 'cli'] as const)('remedies for %s', (audience) => {
  const read = remedies.filter(({ audiences }) => audiences.includes(audience));

  test('name only commands and flags that exist', () => {
    expect(read.flatMap(({ place, text }) => unknownCommands(text).map((word) => `${place} ${word}: ${text}`))).toEqual(
      [],
    );
  });

  test('name only tools and parameters that exist for the audience', () => {
    expect(
      read.flatMap(({ place, text }) => foreignWords(text, audience).map((word) => `${place} ${word}: ${text}`)),
    ).toEqual([]);
  });
});

test.each(Object.keys(errorTable) as ErrorCode[])('%s has a remedy for both audiences', (code) => {
  const { remediation, cliRemediation } = new CodedError(code, 'Wrong.');
  expect(remediation).not.toBe('');
  expect(cliRemediation).not.toBe('');
});

describe('the rules detect violations', () => {
  test.each([
    ['Run `codecompass reindex`.', ['reindex']],
    ['Run `codecompass context --max_tokens 1`.', ['--max_tokens']],
    ['Run `codecompass callers run --strategy depth`.', ['--strategy']],
    ['Run it again with --max_tokens.', ['--max_tokens']],
    ['See codecompass serve-mcp --help, or leave out --config.', []],
    ['Run `git status --short`.', []],
  ])('in commands and flags: %s', (text, expected) => {
    expect(unknownCommands(text)).toEqual(expected);
  });

  test.each([
    ['Call index_everything.', 'agent', ['index_everything']],
    ['Call index_repo with "forced": true.', 'agent', ['"forced"']],
    ['Call index_repo with "force": true, or raise serve.max_auto_workspaces.', 'agent', []],
    ['Try search_code.', 'cli', ['search_code']],
    ['Run it again with "path".', 'cli', ['"path"']],
    ['Run it again with --path.', 'cli', []],
  ] as const)('in tools and parameters: %s', (text, audience, expected) => {
    expect(foreignWords(text, audience)).toEqual(expected);
  });
});

/** Returns the unknown commands and flags in a text. A flag after a command must belong to that command. */
function unknownCommands(text: string): string[] {
  const anyFlag = new Set(Object.values(commands).flatMap(({ flags }) => Object.keys(flags)));
  const quoted = [...text.matchAll(/`([^`]*)`/g)].map(([, line]) => line as string);
  const bare = text.replace(/`[^`]*`/g, ' ');
  return [...quoted, bare].flatMap((line) => {
    // The flags of other programs are not checked.
    if (line !== bare && !line.startsWith('codecompass')) return [];
    const [, name] = /\bcodecompass ([a-z][\w-]*)/.exec(line) ?? [];
    const row = name === undefined ? undefined : commands[name];
    if (name !== undefined && row === undefined) return [name];
    const known = row === undefined ? anyFlag : new Set(Object.keys(row.flags));
    return [...line.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)]
      .map(([, flag]) => flag as string)
      .filter((flag) => !known.has(flag) && !Object.hasOwn(globalFlags, flag))
      .map((flag) => `--${flag}`);
  });
}

/** Returns the words that look like a tool or parameter but do not exist, or not for the audience. */
function foreignWords(text: string, audience: Audience): string[] {
  const names = new Set(
    tools.flatMap(({ name, parameters }) => [
      name,
      ...Object.keys(parameters),
      ...Object.values(parameters).flatMap((row) => (row.type === 'text' ? (row.alsoNamed ?? []) : [])),
    ]),
  );
  const values = new Set(
    tools.flatMap(({ parameters }) =>
      Object.values(parameters).flatMap((row) => (row.type === 'choice' ? row.values : [])),
    ),
  );
  const prose = keyNames.reduce((left, key) => left.replaceAll(key, ''), text).replace(/`[^`]*`/g, '');
  const snake = [...prose.matchAll(/(?<![\w"-])[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word);
  // After `says` or `is`, a quoted word is a value in an answer, not a parameter.
  const parameters = [...prose.matchAll(/(?<!(?:says|is) )"(\w+)"/g)].map(([, word]) => word as string);
  if (audience === 'cli') return [...snake.filter((word) => names.has(word)), ...parameters.map((word) => `"${word}"`)];
  return [
    ...snake.filter((word) => !names.has(word)),
    ...parameters.filter((word) => !names.has(word) && !values.has(word)).map((word) => `"${word}"`),
  ];
}

/** Returns every text that is assigned to `remediation` or to a value of type `Remedy`. */
function remediesIn(name: string, source: string): Written[] {
  const found: Written[] = [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  visit(file);
  return found;

  function visit(node: ts.Node): void {
    const written = initializerOf(node);
    if (written === undefined) ts.forEachChild(node, visit);
    else collect(written, ['agent', 'cli']);
  }

  function collect(node: ts.Node, audiences: readonly Audience[]): void {
    if (ts.isCallExpression(node) && node.expression.getText() === 'callOrRun') {
      const [call = '', command = ''] = node.arguments.map((argument) => textOf(argument));
      add(node, agentOf(callOrRun(call, command)), ['agent']);
      add(node, cliOf(callOrRun(call, command)), ['cli']);
    } else if (ts.isCallExpression(node) && node.expression.getText() === 'pointingToSearch') {
      const [sentence] = node.arguments;
      if (sentence !== undefined && ts.isArrowFunction(sentence)) {
        const written = (search: string) => textOf(sentence.body, { search });
        add(node, agentOf(pointingToSearch(written)), ['agent']);
        add(node, cliOf(pointingToSearch(written)), ['cli']);
      }
    } else if (ts.isPropertyAssignment(node) && /^(?:agent|cli)$/.test(node.name.getText())) {
      collect(node.initializer, [node.name.getText() as Audience]);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isJoined(node)) {
      add(node, textOf(node), audiences);
    } else if (!ts.isShorthandPropertyAssignment(node)) {
      ts.forEachChild(node, (child) => collect(child, audiences));
    }
  }

  function add(node: ts.Node, text: string, audiences: readonly Audience[]): void {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push({ place: `${name}:${line + 1}`, text, audiences });
  }
}

function initializerOf(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(node) && /\bRemedy\b/.test(node.type?.getText() ?? '')) return node.body;
  if (ts.isObjectLiteralExpression(node) && node.properties.some(isForAgents)) return node;
  if (!ts.isPropertyAssignment(node) && !ts.isParameter(node) && !ts.isVariableDeclaration(node)) return undefined;
  const isRemedy =
    node.name.getText() === 'remediation' ||
    (!ts.isPropertyAssignment(node) && /\bRemedy\b/.test(node.type?.getText() ?? ''));
  return isRemedy ? node.initializer : undefined;
}

function isForAgents(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node) && node.name.getText() === 'agent';
}

function isJoined(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** Returns the text of an expression, with `VALUE` for each unknown variable. */
function textOf(node: ts.Node, values: Readonly<Record<string, string>> = {}): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (isJoined(node)) return textOf(node.left, values) + textOf(node.right, values);
  if (!ts.isTemplateExpression(node)) return values[node.getText()] ?? 'VALUE';
  const spans = node.templateSpans.map(({ expression, literal }) => textOf(expression, values) + literal.text);
  return node.head.text + spans.join('');
}

function agentOf(remedy: Remedy): string {
  return new CodedError('invalid_input', 'Wrong.', { remediation: remedy }).remediation;
}

function cliOf(remedy: Remedy): string {
  return new CodedError('invalid_input', 'Wrong.', { remediation: remedy }).cliRemediation;
}
