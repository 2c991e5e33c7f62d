/**
 * The first minute of a new user: a fresh home, a fresh repository, and the entry of each client exactly as `setup` writes
 * it. Whatever tool is called first, the repository is registered and the answer is right. By default each tool is the
 * first call of one client; with `CODECOMPASS_TEST_ALL`, of every client.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'smol-toml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clients } from '../../src/cli/setup/clients.ts';
import { tools } from '../../src/serve/tools/tools.ts';
import { openRegistry } from '../../src/store/registry/registry.ts';
import { fiveLanguages, type LanguageSample, type SampleLanguage } from '../support/five-languages.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { programEnvironment, runProgram } from '../support/run-program.ts';
import { requestFor } from '../support/sample-requests.ts';
import { type Answer, until } from '../support/serve-fixture.ts';
import { createRepositoryIn, temporaryFolder } from '../support/test-repository.ts';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface FirstContact {
  /** The home of the user. */
  readonly base: string;
  readonly data: string;
  readonly root: string;
  readonly entry: Entry;
  readonly sample: LanguageSample;
}

/** Every client, with the languages in turn, so that each language is covered. */
const languages = Object.keys(fiveLanguages) as SampleLanguage[];
const cases = Object.keys(clients).map((client, at) => ({
  client,
  at,
  language: languages[at % languages.length] as SampleLanguage,
}));
const callsAll = process.env.CODECOMPASS_TEST_ALL !== undefined;

/** Creates a home and a repository with a tag `v1`, and runs `setup CLIENT --write`. */
async function firstContact(client: string, language: SampleLanguage): Promise<FirstContact> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-first-')));
  onTestFinished(() => removeFolder(base));
  const [data, root] = [join(base, 'data'), join(base, 'project')];
  mkdirSync(root);
  const sample = fiveLanguages[language];
  const repository = createRepositoryIn(root, { ...sample.files, [sample.file]: sample.earlier });
  repository.git('tag', 'v1');
  repository.commit(sample.files);
  const { stdout } = await runProgram(['setup', client, '--write', '--json'], {
    cwd: base,
    env: programEnvironment(base, data),
  });
  return { base, data, root, sample, entry: entryIn(JSON.parse(stdout).file, client) };
}

function entryIn(file: string, client: string): Entry {
  const text = readFileSync(file, 'utf8');
  const document = clients[client]?.format === 'toml' ? parse(text) : JSON.parse(text);
  return document[clients[client]?.section ?? ''].codecompass;
}

/** Starts the server as the client does, and connects. Only the entry names the data directory. */
async function connect({ base, root, entry }: FirstContact, client: string, cwd?: string) {
  const { folder } = clients[client] ?? {};
  const expanded = entry.args.map((word) => (word === folder ? root : word));
  const transport = new StdioClientTransport({
    command: entry.command,
    args: expanded,
    env: { PATH: process.env.PATH ?? '', HOME: base, ...entry.env },
    // A client with a variable for the opened folder may start its servers anywhere.
    cwd: cwd ?? (folder === undefined ? root : base),
    stderr: 'ignore',
  });
  const connection = new Client({ name: 'test', version: '1.0.0' });
  await connection.connect(transport);
  return {
    list: async () => (await connection.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
      const { content, isError } = await connection.callTool({ name, arguments: { ...args, format: 'json' } });
      const [item] = content as { text: string }[];
      return { isError: isError === true, body: JSON.parse(item?.text ?? 'null') };
    },
    close: () => connection.close(),
  };
}

/** Returns the example request of a tool for the repository. */
function requestOf(name: string, { file }: LanguageSample): Record<string, unknown> {
  const row = tools.find((tool) => tool.name === name);
  if (row === undefined) throw new Error(`Unknown tool ${name}.`);
  const words = { query: 'greet', symbol: 'greet', secondSymbol: 'welcome', file, refs: ['v1', 'main'] };
  const { path, ...request } = requestFor(row, words);
  const isSymbol = 'symbol_name' in request;
  return { ...request, ...(path === undefined || isSymbol ? {} : { path }) };
}

async function registered(data: string): Promise<string[]> {
  const registry = await openRegistry(data);
  const found = await registry.list();
  await registry.close();
  return found.map(({ root }) => root);
}

/** What the right answer of each tool contains, once the index is ready. */
const rightAnswers: Readonly<Record<string, (sample: LanguageSample, answer: Answer['body']) => void>> = {
  search_code: ({ file }, { results }) => expect(results[0]).toMatchObject({ path: file }),
  locate_symbol: ({ file }, { results }) => expect(results).toMatchObject([{ name: 'greet', path: file }]),
  get_file_outline: (_, answer) => expect(JSON.stringify(answer)).toContain('greet'),
  get_code_context: ({ file }, answer) => expect(JSON.stringify(answer)).toContain(file),
  get_call_graph: ({ caller }, answer) => expect(JSON.stringify(answer)).toContain(caller),
  find_references: ({ caller }, answer) => expect(JSON.stringify(answer)).toContain(caller),
  read_source: (_, { sources }) => expect(sources[0].text).toContain('greet'),
  search_text: ({ file }, answer) => expect(JSON.stringify(answer)).toContain(file),
  find_implementations: (_, { symbol }) => expect(symbol).toMatchObject({ name: 'greet' }),
  trace_path: (_, { to }) => expect(to).toMatchObject({ name: 'welcome' }),
  get_symbol_hierarchy: (_, answer) => expect(JSON.stringify(answer)).toContain('greet'),
  find_related_symbols: (_, answer) => expect(JSON.stringify(answer)).toContain('greet'),
  compare_symbol_between_commits: (_, answer) => expect(JSON.stringify(answer)).toContain('modified'),
  suggest_followup_queries: (_, { error }) => expect(error).toBeUndefined(),
  index_status: (_, answer) => expect(answer).toMatchObject({ index_status: 'ready', ref: 'main' }),
  list_refs: (_, { refs }) => expect(refs).toMatchObject([{ ref: 'main', own_bytes: expect.any(Number) }]),
  index_repo: (_, { job_id }) => expect(job_id).toMatch(/./),
  sync_repo: (_, { job_id }) => expect(job_id).toMatch(/./),
  health_check: (_, { projects }) => expect(projects).toHaveLength(1),
};

const names = Object.keys(rightAnswers);

describe.each(cases)('$client, in a $language repository', ({ client, language, at: turn }) => {
  test('any first call registers the repository and gets a right answer', async () => {
    const contact = await firstContact(client, language);
    const { data, root, sample } = contact;
    const isPinned = clients[client]?.folder !== undefined;
    for (const name of names.filter((_, at) => callsAll || at % cases.length === turn)) {
      removeFolder(data);
      const { list, call, close } = await connect(contact, client);
      // Clients ask for the tools first.
      expect([...(await list())].sort()).toEqual([...names].sort());
      const { isError, body } = await call(name, requestOf(name, sample));
      const needsProject = name !== 'health_check';
      expect(await registered(data), name).toEqual(needsProject || isPinned ? [root] : []);
      expect({ name, isError, error: body.error }).toEqual({ name, isError: false, error: undefined });
      // The index may not be ready, and a server alone has no project yet.
      if (name !== 'index_status' && name !== 'list_refs' && name !== 'health_check')
        rightAnswers[name]?.(sample, body);
      // A pinned workspace is registered at startup, and a status or a comparison alone does not start to index it.
      const isIdle = !needsProject || /^compare|^index_status|^list_refs/.test(name);
      expect(body.metadata.indexing_status, name).toMatch(
        isIdle ? /^(not_indexed|indexing|ready)$/ : /^(indexing|ready)$/,
      );
      if (needsProject) expect(body.metadata.ref, name).toMatch(/^(main|v1)$/);
      await close();
    }
  });

  test.skipIf(turn >= languages.length)('the answers are right once the index is ready', async () => {
    const contact = await firstContact(client, language);
    const { call, close } = await connect(contact, client);
    onTestFinished(() => close());
    await call('search_code', { query: 'greet' });
    await until(
      'the first index',
      () => call('index_status'),
      (body) => body.index_status === 'ready',
    );
    for (const [name, check] of Object.entries(rightAnswers)) {
      const { body } = await call(name, requestOf(name, contact.sample));
      check(contact.sample, body);
      if (name === 'index_repo') {
        await until(
          'the job to end',
          () => call('index_status'),
          ({ active_job }) => active_job === null,
        );
      }
    }
  });
});

test('no tool registers a home folder, a whole disk or a folder that is not a repository', async () => {
  const contact = await firstContact('claude-code', 'go');
  for (const cwd of [contact.base, '/', temporaryFolder()]) {
    const { call, list, close } = await connect(contact, 'claude-code', cwd);
    for (const name of await list()) {
      const { isError, body } = await call(name, requestOf(name, contact.sample));
      if (name === 'health_check') expect(body).toMatchObject({ status: 'ready', projects: [] });
      else
        expect({ name, isError, code: body.error?.code }).toEqual({ name, isError: true, code: 'project_not_found' });
    }
    await close();
  }
  expect(await registered(contact.data)).toEqual([]);
});
