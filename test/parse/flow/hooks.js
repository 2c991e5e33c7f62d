/**
 * Hooks, with types.
 *
 * @flow strict
 */
import type {Fiber, Lane} from './types';
import typeof * as Config from './config';
import {type Hook, schedule} from './schedule';

export opaque type Token: string = string;
export type Update<S, +A: Object> = {|
  +lane: Lane,
  -next?: ?Update<S, A>,
  callback: (?S => mixed) | null,
  ...
|};
type Inexact = {
  ...Base,
  +[key: string]: ?number,
  run: Fiber => void,
  ...
};

let current: ?Hook = null;

export function useState<S>(initial: (() => S) | S, update: ?Update<S, any>): [S, (S) => void] {
  const hook: Hook = mountHook((initial: any));
  const value = ((hook.memo: any): S);
  function inner(x: ?string): boolean %checks { return x != null; }
  return [value, schedule(hook, (update: any).lane)];
}

export default component Panel(title: string, ...rest: Props) {
  return <Box title={title} />;
}

class Store<T: Object> extends Base<T> {
  +items: Map<string, T>;
  props: {onChange: boolean => void, ...};
  handle: (event: Event) => void = event => this.emit(event);
  static of(value: T): Store<T> { return new Store(value); }
}
