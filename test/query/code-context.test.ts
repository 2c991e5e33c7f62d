/** Code context: both strategies stay within budget, repeat nothing and report truncation. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { type CodeContextAnswer, codeContext, codeContextParameters } from '../../src/query/tools/code-context.ts';
import { sharedView } from '../support/query-view.ts';

const filler = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const ask = sharedView({
  'src/auth/handler.rs': `/// Checks who sends a request.
pub struct AuthHandler;

impl AuthHandler {
    /// Runs the authentication of a request.
    pub fn authenticate(&self, request: &Request) -> Result<User, AuthError> {
        let token = request.token()?;
        validate_token(token)
    }
}
`,
  'src/auth/long.rs': `/// The long way of authentication.
pub fn authenticate_slowly() {
${filler(400, (at) => `    let step_${at} = authentication_step(${at}, "some words that fill a line");`)}
}
`,
  'src/auth/many.rs': filler(
    60,
    (at) => `/// Part ${at} of authentication.\npub fn authentication_part_${at}() -> usize { ${at} }\n`,
  ),
  'shop/auth.py': `class Authentication:
    """Authentication of customers."""

    def authenticate(self, customer):
        """Authentication of one customer."""
        return customer.name
`,
  'docs/authentication.md': '# Authentication\n\nAuthentication starts with a token.\n',
  'web/login.ts': '/** Authentication of a session. */\nexport function login() { return 1; }\n',
  'auth/auth.go':
    '// Package auth does authentication.\npackage auth\n\n// Login does the authentication.\nfunc Login() {}\n',
});

function context(request: Record<string, unknown>): Promise<CodeContextAnswer> {
  return ask((view) => codeContext(view, readParameters(codeContextParameters, request).values));
}

function estimate(items: readonly unknown[]): number {
  return items
    .map((item) => Math.ceil(Number((JSON.stringify(item).split(/\s+/).length * 1.3).toFixed(6))))
    .reduce((sum, tokens) => sum + tokens, 0);
}

const query = 'how does authentication work';

describe('code context', () => {
  for (const strategy of ['breadth', 'depth']) {
    for (const max_tokens of [1, 5, 12, 40, 150, 700, 4000, 200_000]) {
      test(`of ${max_tokens} tokens in ${strategy} stays within budget, adds up and repeats nothing`, async () => {
        const {
          context_items: items,
          estimated_tokens,
          truncated,
          metadata,
        } = await context({ query, strategy, max_tokens });
        expect(estimated_tokens).toBe(estimate(items));
        expect(estimated_tokens).toBeLessThanOrEqual(max_tokens);
        expect(JSON.stringify(items).length).toBeLessThanOrEqual(4 * Math.max(500, max_tokens) + items.length + 2);
        expect(metadata).toMatchObject({ returned: items.length, strategy });
        expect(truncated).toBe((metadata.total_candidates as number) > items.length);
        const remaining = (metadata.total_candidates as number) - items.length;
        expect(metadata.remaining_candidates).toBe(truncated ? remaining : undefined);
        expect(metadata.result_completeness).toBe(truncated ? 'partial' : 'complete');
        for (const [at, a] of items.entries()) {
          for (const b of items.slice(at + 1)) {
            expect(a.path === b.path && a.line_start <= b.line_end && b.line_start <= a.line_end).toBe(false);
          }
        }
      });
    }
  }

  test('in breadth has signatures, with the fields of the contract', async () => {
    const { context_items } = await context({ query: 'AuthHandler authenticate', strategy: 'breadth', ref: 'main' });
    const item = context_items.find(({ name }) => name === 'authenticate');
    expect(context_items.every(({ body }) => body === undefined)).toBe(true);
    expect(item).toMatchObject({
      symbol_id: expect.stringMatching(/^sym_/),
      symbol_stable_id: expect.stringMatching(/^b3:/),
      kind: expect.any(String),
      qualified_name: expect.any(String),
      path: expect.any(String),
      line_start: expect.any(Number),
      line_end: expect.any(Number),
      signature: expect.stringContaining('authenticate'),
      language: expect.any(String),
      score: expect.any(Number),
    });
  });

  test('in depth has whole bodies', async () => {
    const { context_items } = await context({
      query: 'AuthHandler::authenticate',
      strategy: 'depth',
      language: 'rust',
    });
    expect(context_items[0]).toMatchObject({
      name: 'authenticate',
      body: expect.stringMatching(/^ {4}pub fn authenticate[\s\S]*validate_token\(token\)\n {4}}$/),
    });
  });

  test('in depth shortens a long body instead of omitting it', async () => {
    const { context_items } = await context({ query: 'authenticate_slowly', strategy: 'depth', max_tokens: 800 });
    const body = context_items.find(({ name }) => name === 'authenticate_slowly')?.body ?? '';
    expect(body).toMatch(/^pub fn authenticate_slowly\(\) \{\n {4}let step_0 = /);
    expect(body).toMatch(/;\n {4}… \d+ lines/);
  });

  test('keeps prose, which has no symbols', async () => {
    const { context_items } = await context({ query, language: 'markdown' });
    expect(context_items).toEqual([
      {
        result_id: expect.stringMatching(/^(?:snip|file)_/),
        path: 'docs/authentication.md',
        line_start: 1,
        line_end: expect.any(Number),
        language: 'markdown',
        score: expect.any(Number),
      },
    ]);
  });

  test('reports the budget that the first item needs if none fits', async () => {
    const { context_items, estimated_tokens, truncated, metadata } = await context({ query, max_tokens: 1 });
    expect({ context_items, estimated_tokens, truncated }).toEqual({
      context_items: [],
      estimated_tokens: 0,
      truncated: true,
    });
    const needed = Number(/needs (\d+)/.exec(metadata.warnings?.[0] ?? '')?.[1]);
    expect((await context({ query, max_tokens: needed })).context_items).toHaveLength(1);
  });

  test('suggests a next step if there is more', async () => {
    const { metadata } = await context({ query, max_tokens: 40 });
    expect(metadata.suggestion).toBe('Use locate_symbol for specific symbols, or increase max_tokens');
  });

  test('without matches is empty and complete', async () => {
    const answer = await context({ query: 'zzyzx_qwerty_unheard' });
    expect(answer).toEqual({
      context_items: [],
      estimated_tokens: 0,
      truncated: false,
      metadata: {
        total_candidates: 0,
        returned: 0,
        strategy: 'breadth',
        result_completeness: 'complete',
        warnings: ['No symbol is named zzyzx_qwerty_unheard.'],
      },
    });
  });

  function refuse(what: string, request: Record<string, unknown>, code: string): void {
    test(`rejects ${what}`, () => expect(context(request)).rejects.toMatchObject({ code }));
  }

  refuse('another strategy', { query, strategy: 'wide' }, 'invalid_strategy');
  refuse('a strategy that is no word', { query, strategy: 3 }, 'invalid_strategy');
  refuse('a budget of nothing', { query, max_tokens: 0 }, 'invalid_max_tokens');
  refuse('a budget below nothing', { query, max_tokens: -5 }, 'invalid_max_tokens');
  refuse('a budget that is no whole number', { query, max_tokens: 1.5 }, 'invalid_input');
  refuse('an empty query', { query: '  ' }, 'invalid_input');
  refuse('a language that is not there', { query, language: 'cobol' }, 'invalid_input');
});

describe('code context as text', () => {
  const project = sharedView({
    'src/cart.py': `def total(cart):
    """The price of a cart with discounts."""
    return sum(price(item) for item in cart)


def price(item):
    return item.amount


def checkout(cart):
    return total(cart)
`,
    'tests/test_cart.py': `from src.cart import total


def test_total():
    assert total([]) == 0
`,
  });
  const texts = (request: Record<string, unknown>) =>
    project((view) => codeContext(view, readParameters(codeContextParameters, request).values, { forText: true }));

  test('has the bodies of the best symbols, with what they call, who calls them and their tests', async () => {
    const { context_items } = await texts({ query: 'total price of a cart with discounts' });
    const item = context_items.find(({ name }) => name === 'total');
    expect(item).toMatchObject({
      body: expect.stringContaining('return sum('),
      calls: [{ path: 'src/cart.py', line: 6, name: 'price' }],
      called_by: [{ path: 'src/cart.py', line: 11, name: 'checkout' }],
      tests: [{ path: 'tests/test_cart.py', line: 5, name: 'test_total' }],
    });
  });

  test('shows a test by its name, unless tests are asked for', async () => {
    const { context_items } = await texts({ query: 'total price of a cart with discounts' });
    const [aside] = context_items.filter(({ path }) => path.startsWith('tests/'));
    expect(aside?.body).toBeUndefined();
    const asked = await texts({ query: 'test_total' });
    expect(asked.context_items[0]).toMatchObject({ name: 'test_total', body: expect.stringContaining('assert') });
  });

  test('takes a list of symbols, and says which of them do not exist', async () => {
    const { context_items, metadata } = await texts({ query: 'price, checkout, prize_of' });
    expect(context_items.slice(0, 2)).toMatchObject([
      { name: 'price', body: expect.stringContaining('item.amount') },
      { name: 'checkout', body: expect.stringContaining('total(cart)') },
    ]);
    expect(metadata.warnings).toEqual([expect.stringMatching(/^No symbol is named prize_of/)]);
  });

  test('gives the signature of a callee only if the callee is not shown itself', async () => {
    const { context_items } = await texts({ query: 'checkout, total' });
    const [checkout, total] = context_items;
    expect(checkout?.calls).toEqual([{ path: 'src/cart.py', line: 1, name: 'total' }]);
    expect(total?.calls).toEqual([{ path: 'src/cart.py', line: 6, name: 'price', signature: 'def price(item)' }]);
  });
});

describe('code context as text, of many places', () => {
  const project = sharedView({
    'src/parser.py': `class Parser:
    def parse_header(self, line):
        """Parses the header of a message."""
        return self.unfold(line)

    def unfold(self, line):
        return line.strip()
`,
    'src/count.py':
      'def count_parts(message):\n    def one(part):\n        return 1\n\n    return sum(one(part) for part in message)\n',
    'src/far.py': filler(30, (at) => `def unrelated_${at}(message):\n    return ${at}\n`),
    'src/long.py': `def parse_body_of_message(text):
    """Parses the body of a message."""
${filler(300, (at) => `    if text == ${at}:\n        handle_part(text, ${at})`)}
    if text == "boundary":
        close_multipart(text)
${filler(300, (at) => `    if text == -${at}:\n        handle_part(text, -${at})`)}
`,
  });
  const texts = (request: Record<string, unknown>) =>
    project((view) => codeContext(view, readParameters(codeContextParameters, request).values, { forText: true }));

  test('shows the functions of a type that match instead of the whole type, and nothing twice', async () => {
    const { context_items } = await texts({ query: 'where does the parser parse the header of a message' });
    expect(context_items[0]).toMatchObject({ name: 'parse_header', body: expect.stringContaining('self.unfold') });
    expect(context_items.find(({ name }) => name === 'Parser')?.body).toBeUndefined();
  });

  test('ends where relevance falls off', async () => {
    const { context_items, metadata } = await texts({ query: 'parse_header of a message', max_tokens: 8000 });
    expect(context_items.some(({ name }) => name?.startsWith('unrelated_'))).toBe(false);
    expect(metadata.remaining_candidates).toBeGreaterThan(0);
  });

  test('leaves out calls of what is declared inside of the shown function', async () => {
    const { context_items } = await texts({ query: 'count_parts, unfold' });
    expect(context_items[0]).toMatchObject({ name: 'count_parts', body: expect.stringContaining('def one') });
    expect(context_items[0]?.calls).toBeUndefined();
  });

  test('folds a long body around the lines that match', async () => {
    const { context_items } = await texts({
      query: 'parse body of message: close multipart at boundary',
      max_tokens: 900,
    });
    const item = context_items.find(({ name }) => name === 'parse_body_of_message');
    expect(item?.body).toContain('close_multipart');
    expect(item?.folds?.length).toBeGreaterThan(0);
  });
});
