/** A call graph without callers is complete only if nothing else may use the symbol; otherwise it says what lists the uses. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const files = {
  'app/routes.py': `from app.views import decorated, routed, traced

ROUTES = {"/": routed}
REFLECTED = "reflected"


@traced
def decorated_view():
    return decorated
`,
  'app/views.py': `"""routed, alone and spoken are views."""

LIMIT = 3


class View:
    name = ""

    def title(self):
        return self.name


def routed():
    return LIMIT


def traced(function):
    return function


def decorated():
    pass


def reflected():
    pass


def configured():
    pass


def alone():
    # alone is never used
    pass


def spoken():
    return "spoken to nobody"
`,
  'app/settings.json': '{"handler": "app.views.configured"}\n',
  'store/store.go': `package store

type Opener interface {
	Open(name string) error
}

type Disk struct{ Size int }

func (d *Disk) Grow() { d.Size++ }

func Use(o Opener, d *Disk) int {
	_ = o.Open("x")
	return d.Size
}
`,
};

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files });
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

async function callers(symbol_name: string) {
  return (await connection.call('get_call_graph', { symbol_name, direction: 'callers' })).body;
}

test('a function in a table or as a decorator has edges', async () => {
  const via = async (name: string) =>
    (await callers(name)).callers.map((edge: { via?: string }) => edge.via ?? 'call') as string[];
  expect(await via('routed')).toEqual(['reference']);
  expect(await via('traced')).toEqual(['call']);
});

test.each(['LIMIT', 'View.name', 'Disk.Size', 'decorated'])(
  '%s is used without calls, and the answer says what lists the uses',
  async (name) => {
    const { other_uses, metadata } = await callers(name);
    expect(metadata.result_completeness).toBe('partial');
    const { tool, ...sent } = other_uses.list_with;
    const warning: string = metadata.warnings.at(-1);
    expect(warning).toContain(`${other_uses.lines_with_name} lines in ${other_uses.files_with_name} file`);
    expect(warning).toContain(`${tool} ${JSON.stringify(sent)} lists them`);
    const { body } = await connection.call(tool, sent);
    expect(body.completeness.lines_with_name).toBe(other_uses.lines_with_name);
    expect(body.by_kind.read).toBeGreaterThan(0);
  },
);

test('a name in a string or a configuration may be used by reflection', async () => {
  for (const name of ['reflected', 'configured']) {
    const { other_uses, metadata, total_edges } = await callers(name);
    expect([total_edges, metadata.result_completeness, other_uses.places]).toEqual([0, 'partial', 1]);
    expect(metadata.warnings.at(-1)).toMatch(/^No caller was found, but the function may be used otherwise: 2 lines/);
    const { tool, ...sent } = other_uses.list_with;
    const { body } = await connection.call(tool, sent);
    expect(body.references).toMatchObject([{ kind: 'mention' }]);
  }
});

test('what lists the uses names the workspace of the question', async () => {
  const workspace = fixture.repository.root;
  const sent = { symbol_name: 'LIMIT', direction: 'callers', workspace };
  const { body } = await connection.call('get_call_graph', sent);
  expect(body.other_uses.list_with).toMatchObject({ workspace });
});

test('an answer without callers is complete if the name is only in comments, prose and its definition', async () => {
  for (const name of ['alone', 'spoken']) {
    const { callers: edges, other_uses, metadata } = await callers(name);
    expect([edges, other_uses, metadata.warnings, metadata.result_completeness]).toEqual([
      [],
      undefined,
      undefined,
      'complete',
    ]);
  }
});

test('calls of an interface method are edges', async () => {
  const { callers: edges, metadata } = await callers('Opener.Open');
  expect(edges.map(({ symbol }: { symbol: { name: string } }) => symbol.name)).toEqual(['Use']);
  expect(metadata.result_completeness).toBe('complete');
});
