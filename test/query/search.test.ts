/** locate_symbol and search_code on a repository in several languages. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { findHits } from '../../src/query/search/find-hits.ts';
import { locateSymbol, locateSymbolParameters } from '../../src/query/tools/locate-symbol.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import type { RefView } from '../../src/query/view/ref-view.ts';
import { sharedView } from '../support/query-view.ts';

/** Longer than several chunks of text. */
const ledger = [
  ...Array.from({ length: 130 }, (_, at) => `export const rate${at} = ${at};`),
  'export function settle(day: number) {',
  '  // Postings of the quarter are carried forward.',
  '  return day + rate7;',
  '}',
  ...Array.from({ length: 60 }, (_, at) => `export const levy${at} = ${at};`),
].join('\n');

const files = {
  'src/ledger.ts': ledger,
  'src/auth/jwt.rs': `use crate::auth::Claims;

/// Checks signed tokens.
pub struct JwtValidator {
    key: Vec<u8>,
}

impl JwtValidator {
    /// Verifies the signature and expiry of a session token.
    pub fn validate_token(&self, token: &str) -> Result<Claims, String> {
        if token.is_empty() {
            return Err("token is malformed beyond repair".into());
        }
        decode(token, &self.key)
    }
}

fn decode(token: &str, key: &[u8]) -> Result<Claims, String> {
    todo!()
}
`,
  'src/middleware/rate_limit.ts': `import { Request } from './http';

/** Slows down clients that ask too often. */
export class RateLimiter {
  private buckets = new Map<string, number>();

  allow(request: Request): boolean {
    const used = this.buckets.get(request.ip) ?? 0;
    this.buckets.set(request.ip, used + 1);
    return used < 100;
  }
}

export function sessionStore() {}
`,
  'src/lanes.ts': `export function insertLane(lanes: Lane[], lane: Lane): void {
  for (const other of lanes) if (other.overlaps(lane)) throw new Error('a lane is crossing ' + other.name);
  lanes.push(lane);
}
`,
  'src/lanes.test.ts': 'export function detectsCrossingLane() {}\nexport function detectsCrossingOfLanes() {}\n',
  'src/middleware/rate_limit.test.ts': `import { RateLimiter } from './rate_limit';

export class RateLimiterHarness {
  limiter = new RateLimiter();
}

function validate_token() {}
`,
  'store/memory.go': `package store

// MemoryStore keeps everything in memory.
type MemoryStore struct{}

// Get reads one entry.
func (m *MemoryStore) Get(key string) string { return "" }

func sessionStore() {}
`,
  'shop/cart.py': `class Cart:
    def total(self):
        """Sums up what is in the cart, discounts included."""
        return sum(item.price for item in self.items)


def validateToken(token):
    return token
`,
  'src/pager.rs': `pub enum Source {
    EnvPager,
    ConfigPager,
}

/// Chooses a program from the settings.
pub fn spawn_pager(configured: Option<&str>) -> String {
    run(configured)
}

#[test]
#[allow(unused)]
fn pager_is_spawned_when_configured() {
    spawn_pager(Some("less"));
}

mod tests {
    fn configured_pager() -> &'static str {
        "less"
    }
    pub fn load() {}
}

impl Source {
    fn load(&self) {}
}
`,
  'docs/limits.md': '# Limits\n\nRate limiting allows one hundred requests per client.\n',
  'deploy/app.yaml': 'kind: Deployment\nreplicas: 3\n',
  'src/sock.cc': `namespace net {
Status Open(int port) {
  // The port may be taken, or the magic number of the port file is bad.
  if (port == 0) return Status::Bad("port file is bad");
  Log("opening");
  Log("still opening the port");
  if (port < 0) return Status::Bad("not a port file (bad magic number)");
  return Status::Bad("app.use() requires a port");
}
}
`,
  'src/sock_test.cc': 'TEST(Sock, Throws) { expect("TypeError: app.use() requires a port"); }\n',
  'docs/src/sock.cc notes.md': 'Notes.\n',
  'naïve/größe.py': 'def größe():\n    return 1\n',
};

const ask = sharedView(files);
const locate = (view: RefView, sent: Record<string, unknown>) =>
  locateSymbol(view, readParameters(locateSymbolParameters, sent).values);
const search = (view: RefView, query: string, sent: Record<string, unknown> = {}) =>
  searchCode(view, readParameters(searchCodeParameters, { query, ...sent }).values);

describe('locate_symbol', () => {
  test('ranks by how well the name matches', () =>
    ask(async (view) => {
      const places = async (name: string) =>
        (await locate(view, { name })).results.map((result) => `${result.path}:${result.line_start}`);
      expect(await places('validate_token')).toEqual(['src/auth/jwt.rs:10', 'src/middleware/rate_limit.test.ts:7']);
      expect(await places('JwtValidator::validate_token')).toEqual(['src/auth/jwt.rs:10']);
      expect(await places('JwtValidator.validate_token()')).toEqual(['src/auth/jwt.rs:10']);
      expect(await places('store.MemoryStore')).toEqual(['store/memory.go:4']);
      expect(await places('MemoryStore.Get')).toEqual(['store/memory.go:7']);
      expect(await places('auth::jwt::decode')).toEqual(['src/auth/jwt.rs:18']);
      expect(await places('VALIDATETOKEN')).toEqual(['shop/cart.py:7']);
      expect(await places('RateLim')).toEqual([
        'src/middleware/rate_limit.ts:4',
        'src/middleware/rate_limit.test.ts:3',
      ]);
      expect(await places('MemroyStore')).toEqual(['store/memory.go:4']);
      expect(await places('load')).toEqual(['src/pager.rs:25', 'src/pager.rs:21']);
      expect(await places('größe')).toEqual(['naïve/größe.py:1']);
      expect(await places('nothingAtAllLikeThis')).toEqual([]);
      // The struct comes before its impl, and there is nothing else.
      expect((await locate(view, { name: 'JwtValidator' })).results.map(({ kind }) => kind)).toEqual([
        'struct',
        'impl',
      ]);
    }));

  test('filters, and reports excluded matches', () =>
    ask(async (view) => {
      const go = await locate(view, { name: 'sessionStore', language: 'golang' });
      expect(go.results.map(({ path }) => path)).toEqual(['store/memory.go']);
      const none = await locate(view, { name: 'sessionStore', kind: 'class' });
      expect(none).toMatchObject({ results: [], total_candidates: 0 });
      expect(none.metadata.warnings?.[0]).toMatch(/The filters excluded 2 exact matches: fn in/);
      expect((await locate(view, { name: 'decode', kind: 'function' })).results).toHaveLength(1);
      await expect(locate(view, { name: 'decode', language: 'cobol' })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('"cobol", which is no known language'),
      });
    }));

  test('returns the fields of each detail level', () =>
    ask(async (view) => {
      const at = async (detail_level: string) =>
        Object.keys((await locate(view, { name: 'validate_token', limit: 1, detail_level })).results[0] ?? {}).sort();
      const location = ['kind', 'line_end', 'line_start', 'name', 'path', 'score', 'symbol_id', 'symbol_stable_id'];
      expect(await at('location')).toEqual(location);
      const signature = [...location, 'language', 'qualified_name', 'signature', 'visibility'].sort();
      expect(await at('signature')).toEqual(signature);
      const answer = await locate(view, { name: 'validate_token', limit: 1, ranking_explain_level: 'full' });
      expect(answer.results[0]).toMatchObject({
        symbol_id: expect.stringMatching(/^sym_[0-9A-HJKMNP-TV-Z]{26}$/),
        symbol_stable_id: expect.stringMatching(/^b3:[0-9a-f]{16}$/),
        kind: 'fn',
        qualified_name: 'auth::jwt::JwtValidator::validate_token',
        signature: 'pub fn validate_token(&self, token: &str) -> Result<Claims, String>',
        language: 'rust',
        visibility: 'public',
      });
      expect(answer.total_candidates).toBe(2);
      expect(answer.metadata.result_completeness).toBe('truncated');
      expect(answer.metadata.ranking_reasons).toEqual([
        {
          result_index: 0,
          exact_match_boost: 1,
          qualified_name_boost: 0,
          path_affinity: 0,
          definition_boost: expect.any(Number),
          kind_match: 0,
          bm25_score: 0,
          final_score: answer.results[0]?.score,
        },
      ]);
    }));
});

describe('search_code', () => {
  function finds(query: string, intent: string, first: string): void {
    test(`finds ${first} for ${JSON.stringify(query)}`, () =>
      ask(async (view) => {
        const answer = await search(view, query);
        const [best] = answer.results;
        expect(answer.query_intent).toBe(intent);
        expect(best === undefined ? 'nothing' : `${best.path}:${best.line_start}`).toBe(first);
      }));
  }

  finds('validate_token', 'symbol', 'src/auth/jwt.rs:10');
  finds('fn decode', 'symbol', 'src/auth/jwt.rs:18');
  finds('class RateLimiter', 'symbol', 'src/middleware/rate_limit.ts:4');
  finds('where is rate limiting implemented', 'natural_language', 'src/middleware/rate_limit.ts:4');
  finds('throttle clients', 'natural_language', 'src/middleware/rate_limit.ts:4');
  finds('how are signatures of tokens verified', 'natural_language', 'src/auth/jwt.rs:10');
  finds('summing up discounts of carts', 'natural_language', 'shop/cart.py:2');
  finds('test harness for the rate limiter', 'natural_language', 'src/middleware/rate_limit.test.ts:3');
  finds('which postings are carried forward', 'natural_language', 'src/ledger.ts:131');
  finds('replicas of the deployment', 'natural_language', 'deploy/app.yaml:1');
  // Neither a test next to it, nor the member of an enum.
  finds('spawn the configured pager', 'natural_language', 'src/pager.rs:7');
  finds('how are crossing lanes detected', 'natural_language', 'src/lanes.ts:1');
  finds('detects crossing lanes', 'natural_language', 'src/lanes.test.ts:1');
  finds('tests of the configured pager', 'natural_language', 'src/pager.rs:18');
  finds('"program from the settings"', 'error', 'src/pager.rs:6');
  finds('src/middleware/rate_limit.ts', 'path', 'src/middleware/rate_limit.ts:1');
  finds('rate_limit.ts:8', 'path', 'src/middleware/rate_limit.ts:7');
  finds('jwt.rs', 'path', 'src/auth/jwt.rs:1');
  finds('"token is malformed beyond"', 'error', 'src/auth/jwt.rs:10');
  finds('    at Cart.total (/srv/shop/cart.py:3:1)', 'error', 'shop/cart.py:2');
  finds('File "/home/me/shop/cart.py", line 4, in total', 'error', 'shop/cart.py:2');

  finds('Corruption: not a port file (bad magic number).', 'natural_language', 'src/sock.cc:2');
  finds('TypeError: app.use() requires a port', 'error', 'src/sock.cc:2');
  finds('Port file is bad', 'natural_language', 'src/sock.cc:2');
  finds('port file is bad: Permission denied', 'natural_language', 'src/sock.cc:2');

  test('shows the best matching lines, not the first ones', () =>
    ask(async (view) => {
      const [quoted] = (await search(view, 'Corruption: not a port file (bad magic number)')).results;
      expect(quoted?.snippet).toContain('"not a port file (bad magic number)"');
      const { hits } = await findHits(view, 'port file with a bad magic number', {}, 5);
      const best = hits.find(({ file }) => file.path === 'src/sock.cc');
      expect([...(best?.matchLines ?? [])].slice(0, 2).sort()).toEqual([3, 7]);
    }));

  test('warns that quoted text was not found if results only share its words', () =>
    ask(async (view) => {
      const warnings = async (query: string, sent = {}) => (await search(view, query, sent)).metadata.warnings;
      expect(await warnings('"port is malformed"')).toEqual([
        'None of the 15 indexed files of main contains "port is malformed"; the results contain some of its words.',
      ]);
      expect(await warnings('"port file is bad"')).toBeUndefined();
      expect((await warnings('"port file is bad"', { language: 'rust' }))?.[0]).toMatch(
        /^None of the \d+ indexed rust files of main contains "port file is bad"/,
      );
    }));

  test('applies a line number only to the file with that name', () =>
    ask(async (view) => {
      const paths = async (query: string) => (await search(view, query)).results.map(({ path }) => path);
      expect(await paths('sock.cc:5')).toEqual(['src/sock.cc']);
      expect(await paths('sock.cc')).toEqual(['src/sock.cc', 'docs/src/sock.cc notes.md']);
    }));

  test('reports more candidates only if there are more', () =>
    ask(async (view) => {
      const all = await search(view, 'RateLimiter', { limit: 50 });
      const { weaker_matches: weaker = 0, result_completeness } = all.metadata;
      expect(all.total_candidates).toBe(all.results.length + Number(weaker));
      expect(result_completeness).toBe(weaker === 0 ? 'complete' : 'truncated');
      expect((await search(view, 'RateLimiter', { limit: 1 })).metadata.result_completeness).toBe('truncated');
    }));

  test('reports the symbol below a matching doc comment', () =>
    ask(async (view) => {
      const { results } = await search(view, '"program from the settings"');
      expect(results).toMatchObject([{ name: 'spawn_pager', line_start: 6, snippet: expect.stringContaining('///') }]);
    }));

  test('reports the symbol around a snippet, and each result once', () =>
    ask(async (view) => {
      const { results } = await search(view, '"malformed beyond repair"');
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        result_type: 'snippet',
        result_id: expect.stringMatching(/^snip_[0-9A-HJKMNP-TV-Z]{26}$/),
        symbol_id: expect.stringMatching(/^sym_/),
        name: 'validate_token',
        snippet: expect.stringContaining('return Err("token is malformed beyond repair".into());'),
      });
      const all = await search(view, 'rate limiter requests per client', { limit: 50 });
      const places = all.results.map((result) => `${result.path}:${result.line_start}-${result.line_end}`);
      expect(new Set(places).size).toBe(places.length);
    }));

  test('suggests calls that work as given', () =>
    ask(async (view) => {
      const { suggested_next_actions: actions } = await search(view, 'where is rate limiting implemented');
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.every((action) => action.ref === 'main')).toBe(true);
      expect((await search(view, 'validate_tokne')).suggested_next_actions).toContainEqual({
        tool: 'locate_symbol',
        name: 'validate_token',
        ref: 'main',
      });
    }));

  test('keeps scores between 0 and 1, descending, and low for doubtful results', () =>
    ask(async (view) => {
      for (const query of ['validate_token', 'where is rate limiting implemented', 'quantum blockchain token']) {
        const scores = (await search(view, query)).results.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
      }
      const sure = (await search(view, 'validate_token')).results[0]?.score ?? 0;
      const doubtful = (await search(view, 'quantum blockchain token')).results[0]?.score ?? 0;
      expect(sure).toBeGreaterThan(0.8);
      expect(doubtful).toBeLessThan(0.5);
    }));

  test('compact omits snippets, and debug counts the results with a symbol', () =>
    ask(async (view) => {
      const compact = await search(view, '"malformed beyond repair"', { compact: true });
      expect(compact.results[0]).not.toHaveProperty('snippet');
      expect(compact.results[0]).toHaveProperty('symbol_id');
      const { values } = readParameters(searchCodeParameters, { query: 'rate limiting' });
      const { debug, results } = await searchCode(view, values, { debug: true });
      expect((debug?.join_status.hits ?? 0) + (debug?.join_status.misses ?? 0)).toBe(results.length);
      expect(compact).not.toHaveProperty('debug');
    }));

  test('answers hostile queries, and searches queries without words as text', () =>
    ask(async (view) => {
      const wordless = [
        '"',
        '*',
        '""',
        'NEAR(',
        '((((',
        '\u0000\u0001',
        '-- ; DROP TABLE',
        '日本語',
        '🦀',
        '.',
        '/',
        '%',
      ];
      for (const query of wordless) {
        const { results, metadata } = await search(view, query, { limit: 100 });
        const literals = (metadata.literal_matches ?? []) as { text: string; lines: number }[];
        for (const { text } of literals) expect(text).toBe(query);
        expect(results.length > 0, query).toBe(literals.some(({ lines }) => lines > 0));
      }
      for (const query of ['AND', 'OR NOT', 'token AND NEAR(cart', 'words : token', 'x'.repeat(20_000)]) {
        await expect(search(view, query, { limit: 100 })).resolves.toBeDefined();
      }
      expect((await search(view, 'token '.repeat(3000))).results.length).toBeGreaterThan(0);
    }));
});

describe('the floor of relevance', () => {
  test('leaves out what is far weaker than the symbol that the query names, and counts it', () =>
    ask(async (view) => {
      const { results, metadata, total_candidates } = await search(view, 'RateLimiter', { limit: 50 });
      const [best] = results;
      for (const { score } of results.slice(3)) expect(score).toBeGreaterThanOrEqual(0.3 * (best?.score ?? 0));
      expect(Number(metadata.weaker_matches ?? 0) + results.length).toBe(total_candidates);
    }));

  test('says that a name exists nowhere and which names are similar, with few places', () =>
    ask(async (view) => {
      const { results, metadata } = await search(view, 'RateLimitter', { limit: 50 });
      expect(metadata.warnings).toContainEqual(
        expect.stringMatching(/^No symbol is named RateLimitter; similar names: .*RateLimiter/),
      );
      for (const { score } of results.slice(3)) expect(score).toBeGreaterThanOrEqual(0.1);
    }));
});
