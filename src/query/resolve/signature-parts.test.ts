import { describe, expect, test } from 'vitest';
import { aliasedType, arity, functionParts, valueOrigin, writtenBases } from './signature-parts.ts';

describe('functionParts', () => {
  function check(language: string, signature: string, name: string, parameters: string, returns: string): void {
    test(signature, () => {
      const parts = functionParts(signature, name, language);
      const own = parts?.receiver === undefined ? [] : [`(${parts.receiver.name}${parts.receiver.origin})`];
      const rest = parts?.parameters.map(
        (each) => each.name + each.origin + (each.optional ? '?' : '') + (each.rest ? '…' : ''),
      );
      expect([...own, ...(rest ?? [])].join(' ')).toBe(parameters);
      expect(parts?.returns).toBe(returns);
    });
  }
  check(
    'go',
    'func (s *Store) Get(a, b string, opts ...Option) (*Item, error)',
    'Get',
    '(s:*Store) a:string b:string opts:[]Option…',
    '(*Item, error)',
  );
  check(
    'go',
    'func New[T any](ctx context.Context, f func(a int) error) *Store[T]',
    'New',
    'ctx:context.Context f:func(a int) error',
    '*Store[T]',
  );
  check('go', 'Get(string, int) error', 'Get', ':string :int', 'error');
  check('go', 'func (Store) Get()', 'Get', '', '');
  check('go', 'var run = func(s *Store) error', 'run', 's:*Store', 'error');
  check(
    'rust',
    'pub async fn get<K: Hash>(&mut self, key: &K, n: usize) -> Result<Item, Error> where K: Eq',
    'get',
    'self:Self key:&K n:usize',
    'Result<Item, Error>',
  );
  check('rust', 'fn run(f: impl Fn(u8) -> u8)', 'run', 'f:impl Fn(u8) -> u8', '');
  check(
    'python',
    'def get(self, key: "str", *args, default=None, store: Store = Store(), **kw) -> Optional[Item]',
    'get',
    'self key:"str" args… default? store:Store? kw…',
    'Optional[Item]',
  );
  check(
    'typescript',
    'export async function get<T extends X>(a: Map<string, T>, b?: number, ...rest: T[]): Promise<T>',
    'get',
    'a:Map<string, T> b:number? rest…',
    'Promise<T>',
  );
  check('typescript', 'private get(key = new Key()): void', 'get', 'key=new Key()?', 'void');
  check('typescript', 'export const run = async (x: Store): Promise<void>', 'run', 'x:Store', 'Promise<void>');
  check('typescript', 'const run = async x', 'run', 'x', '');
  check('typescript', 'function use({ a, b: c = 1 }: Options = {}, d: D)', 'use', 'a? c? d:D', '');
  check('javascript', 'run: function (a, b)', 'run', 'a b', '');
  check('javascript', 'app.use = function use(fn)', 'use', 'fn', '');
});

describe('valueOrigin', () => {
  function check(language: string, signature: string, name: string, origin: string): void {
    test(signature, () => {
      expect(valueOrigin(signature, name, language)).toBe(origin);
    });
  }
  check('go', 'store *Store `json:"store"`', 'store', ':*Store');
  check('go', 'a, b []Item', 'a', ':[]Item');
  check('go', '*pkg.Store', 'Store', ':*pkg.Store');
  check('go', 'Store', 'Store', ':Store');
  check('go', 'var shared = store.New("x")', 'shared', '=store.New()');
  check('go', 'var shared *Store = nil', 'shared', ':*Store');
  check('rust', 'pub(crate) store: Arc<Store>', 'store', ':Arc<Store>');
  check('rust', 'static STORE: Lazy<Store> = Lazy::new(|| x)', 'STORE', ':Lazy<Store>');
  check('python', 'self.store = Store(x, y)', 'store', '=Store()');
  check('python', 'self.store: Store = x', 'store', ':Store');
  check('typescript', 'private readonly store = new Store<K>()', 'store', '=new Store()');
  check('typescript', 'store?: Store | undefined', 'store', ':Store | undefined');
  check('typescript', 'export const store: Store = x', 'store', ':Store');
});

describe('writtenBases', () => {
  function check(language: string, signature: string, name: string, bases: string[]): void {
    test(signature, () => {
      expect(writtenBases(signature, name, language)).toEqual(bases);
    });
  }
  check('python', 'class Store(Base[K], mixins.Named, metaclass=Meta)', 'Store', ['Base[K]', 'mixins.Named']);
  check('python', 'class Store', 'Store', []);
  check('typescript', 'export class Store<T extends X> extends Base<T, K> implements A, b.B<T>', 'Store', [
    'Base<T, K>',
    'A',
    'b.B<T>',
  ]);
  check('typescript', 'interface Store extends A, B', 'Store', ['A', 'B']);
  check('rust', 'impl<T: Eq> fmt::Display for Store<T>', 'Store', ['fmt::Display']);
  check('rust', 'impl Store', 'Store', []);
  check('rust', 'pub trait Store: Base + Send', 'Store', ['Base', 'Send']);
});

test('aliasedType gives what an alias stands for', () => {
  expect(aliasedType('type Store = pkg.Store', 'Store', 'go')).toBe('pkg.Store');
  expect(aliasedType('export type Store<T> = Base<T>', 'Store', 'typescript')).toBe('Base<T>');
});

test('arity leaves the own object out', () => {
  const parts = functionParts('def get(self, a, b=1)', 'get', 'python');
  expect(parts && arity(parts, 'python')).toEqual({ min: 1, max: 2 });
});
