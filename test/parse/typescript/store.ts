/** Sessions. */
import type { Session, User as Account } from './models.ts';
import fs, { type Stats, readFile } from 'node:fs';
import * as path from 'node:path';
import './polyfill.ts';
import legacy = require('legacy');
import Inner = Outer.Deep;
export type { Session };
export { type Stats as FileStats } from 'node:fs';
export * from './more.ts';

export const LIMIT: number = 10;
export const table = { a: 1 } as const;
let state: Map<string, Session> | undefined, other: typeof LIMIT = 1;
const { a, b: renamed } = table as Record<string, number>;

/** A callback. */
export type Callback<T = Session> = (value: T, rest: ns.Rest<T>) => void | Promise<T>;
export type Options = { readonly name: string; run?(x: Account): void } & Partial<Base>;
type Keys<T> = { [K in keyof T]: T[K] extends infer U ? U : never };

/** What stores must do. */
export interface Store<K extends Key = string> extends Base<K>, ns.Closable {
  readonly size: number;
  /** Finds one. */
  get(key: K): Session | undefined;
  get(key: K, fallback: Session): Session;
  handler?: (event: Event) => void;
  new (size: number): Store;
  (key: K): Session;
  [key: string]: unknown;
  'quoted-name': string;
  [Symbol.iterator](): Iterator<Session>;
}

@Injectable()
@Component({ selector: 'app', deps: [Clock] })
export abstract class MemoryStore<K extends Key> extends ns.Base<K> implements Store<K>, ns.Closable {
  static readonly instances = new Set<MemoryStore<any>>();
  #items: Map<K, Session> = new Map();
  protected readonly clock!: Clock;
  declare hidden: string;
  @Input() private label?: string;
  onClose = (event: CloseEvent): void => this.close(event);
  accessor count = 0;

  constructor(
    private readonly size: number,
    public name?: string,
    @Inject(TOKEN) readonly token: Token = defaultToken(),
    plain: Plain = {},
  ) {
    super(size);
    this.clock = new SystemClock<K>(plain);
  }

  /** Finds one. */
  get(key: K): Session | undefined;
  get(key: K, fallback: Session): Session;
  get(key: K, fallback?: Session): Session | undefined {
    return this.#items.get(key) ?? fallback!;
  }

  @HostListener('close', ['$event'])
  protected async close(event: CloseEvent, ...rest: unknown[]): Promise<void> {
    const result = await this.load<Session>(event);
    await request<Session>('/x', ...rest);
    legacy!(result satisfies Checked);
    (this as Opened).open?.();
  }

  abstract open(): void;
  private get total(): number { return 0; }
  private set total(value) {}
  override toString?(): string { return ''; }
  static #create<T>(this: Creator<T>): T { return new this(); }
  static { registerAll(); }
}

export function parse(text: string): Session;
export function parse(text: Buffer, strict: boolean): Session;
/** Parses. */
export function parse(text: string | Buffer, strict = false): Session {
  function inner<T>(x: T): asserts x is NonNullable<T> {}
  const check = (value: unknown): value is Session => value instanceof Session;
  class Local implements Base { field = 1; method() {} }
  interface Shape { side: number }
  enum Mode { On, Off }
  return inner(text);
}

export const generic = <T,>(x: T): T => x;
const enum Flags { None, Read = 1 << 0, 'other' = 4 }
export enum Level { Low = 'low', High = compute() }

export namespace Validation.Rules {
  const secret = 1;
  export const open = 2, second = 3;
  export function check(): void {}
  export interface Rule { test(): boolean }
}

export default class extends MemoryStore<string> {
  open() {}
}
let assertion = <Session>value, indexed: Store['get'], picture: `a${Level}`;
function decorate(@Param() param: Session, this_: Session): ReturnType<typeof helper.run> {}

let Lazy: unknown;
Lazy ??= class Named {
  size = 1;
  open() {}
};
Lazy ||= class {
  shut() {}
};
