import def, { named, other as alias, default as again } from './a.js';
import * as everything from './b.js';
import './side-effect.js';
import json from './data.json' with { type: 'json' };
export { named, x as y } from './c.js';
export { default } from './d.js';
export { default as Widget, z as default } from './e.js';
export * from './f.js';
export * as ns from './g.js';
const { lazy } = await import('./lazy.js');
import('./later.js').then((module) => module.run());

export const LIMIT = 10, SIZE = 20;
export let mutable;
export var old = 1;
export const { p, q: renamed, r = 1, ...s } = everything, [t, ...u] = named();
export const handler = async (event, ...rest) => {
  const local = 1;
  const nested = () => local;
  return nested?.(event)?.then?.(rest);
};
export function* generate() {}
export async function load() {}
const later = 1;
function alsoLater() {}
class Quiet {}
export { later, alsoLater as published, def };
export { Quiet as default };

/** A thing. */
@register({ name: 'thing' })
export class Thing extends mixin(Base, Other) {
  static count = 0;
  #secret = 1;
  handler = () => this.#hidden();
  'quoted-field' = 2;
  /** Bound. */
  @bound
  static async *method(a, { b }, [c] = []) {}
  constructor(x) {
    super(x);
    this.x = x;
    this.#secret = x;
    this.run = () => x;
    if (x) this.conditional = 1;
  }
  get value() { return super.value; }
  set value(v) { this.v = v; }
  #hidden() { return new this.constructor(1, 2); }
  static { initialise(); }
  [computed.key]() {}
  'quoted method'() {}
  async 42() {}
}
export const Mixed = class Named extends ns.Base {
  run() {}
};
const mixin = (Base) => class Mixin extends Base {
  mixed() {}
};
const Memo = memo(function Inner() { return tag`x${y()}`; });
let v = css.global`a`, w = new Foo, z = new ns.Bar(1, ...rest);
const {
  aRatherLongNameToBeTakenFromTheModule,
  anotherRatherLongName: shortName,
  yetAnotherOfThoseNamesThatFillsTheLine,
} = everything.that.has.so.many.names.that.one.line.cannot.hold;
