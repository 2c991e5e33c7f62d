/** Searches for printed messages, pasted without quotes, with values where the source has placeholders. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { sharedView } from '../support/query-view.ts';

const files = {
  'src/routes.py': `def check_names(handlers, name):
    """Handler names and routes are checked here, each handler must be a name of a route."""
    if handlers.count(name) > 1:
        raise ValueError(
            "route handler names must be "
            f"unique - {name} is not unique."
        )


def route_names(handlers):
    return [handler.name for handler in handlers]
`,
  'tests/test_routes.py': `def test_unique():
    message = "route handler names must be unique - index is not unique."
    assert raises(message)
`,
  'src/open.go': `package open

func Open(path string) error {
	if path == "" {
		return fmt.Errorf("cannot open table %q of shard %d: it is locked by %s", path, shard, owner)
	}
	return errors.New("table or shard is not open")
}
`,
  'src/client.ts': `export function connect(host: string, seconds: number) {
  log.warn('gave up on ' + host + ' because it did not answer within ' + seconds + ' seconds');
}

export function answerWithin(host: string) {
  return host + ' gave an answer because seconds did count';
}
`,
  'src/limits.rs': `fn check(size: usize) -> Result<()> {
    bail!("the archive has {size} entries, \\
           which is more than a reader accepts");
}
`,
  'src/Lock.java': `class Lock {
  void take(String owner) {
    throw new IllegalStateException(String.format("Lock is held by %s since %d", owner, since));
  }
}
`,
  'locale/en.yaml': 'upload:\n  refused: The upload was refused because :name exceeds the quota\n',
  'docs/locks.md': 'A lock is held by its owner since it was taken, and names of a route handler must be unique.\n',
};

const view = sharedView(files);

async function search(query: string, more: Record<string, unknown> = {}) {
  return view((each) => searchCode(each, readParameters(searchCodeParameters, { query, ...more }).values));
}

function finds(query: string, place: string): void {
  test(`finds ${query}`, async () => {
    const [first] = (await search(query)).results;
    expect(`${first?.path}:${first?.line_start}`).toBe(place);
  });
}

describe('a pasted message', () => {
  finds('route handler names must be unique - list_users is not unique.', 'src/routes.py:1');
  finds('ValueError: route handler names must be unique - list_users is not unique.', 'src/routes.py:1');
  finds('cannot open table "users" of shard 7: it is locked by 10.0.0.3:80', 'src/open.go:3');
  finds('2024-03-11 09:41:22 ERROR cannot open table users.db of shard 7: it is lo', 'src/open.go:3');
  finds('gave up on db-3.internal because it did not answer within 30 seconds', 'src/client.ts:1');
  finds('the archive has 70000 entries, which is more than a reader accepts', 'src/limits.rs:1');
  finds('java.lang.IllegalStateException: Lock is held by main since 1200', 'src/Lock.java:2');
  finds('The upload was refused because photo.png exceeds the quota', 'locale/en.yaml:1');

  test('shows the lines that print it', async () => {
    const [first] = (await search('route handler names must be unique - list_users is not unique.')).results;
    expect(first?.snippet).toContain('"route handler names must be "');
    expect(first?.snippet).toContain('unique - {name}');
  });

  test('is found only in the files that filters admit', async () => {
    const { results } = await search('cannot open table users of shard 7', { path: ['tests'] });
    expect(results.map(({ path }) => path)).not.toContain('src/open.go');
  });

  test('that few words share with other text does not hide what its words find', async () => {
    const { results } = await search('list the names of route handlers');
    expect(results[0]?.name).toBe('route_names');
  });
});
