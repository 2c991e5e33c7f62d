/**
 * Runs a few actors in every order of their steps. An actor is a function that waits for its turn before each step;
 * one actor runs at a time, from one turn to the next. Every order is a run of its own, from the start.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Actor {
  readonly name: string;
  /** The name of an equal actor that takes its first step earlier. Without it, every order would run twice. */
  readonly startsAfter?: string;
  run(): Promise<void>;
}

export interface Exploration {
  /** Creates the actors of one run. They are set in motion in every possible order. */
  begin(): Promise<readonly Actor[]>;
  /** Called after each step, while all actors wait, with the steps so far. */
  afterStep(steps: readonly string[]): Promise<void>;
  /** Called when all actors have ended. */
  end(steps: readonly string[]): Promise<void>;
}

interface RunningActor {
  readonly name: string;
  readonly startsAfter: string | undefined;
  hasStarted: boolean;
  /** Set while the actor waits for its turn. */
  waiting: { readonly step: string; readonly resume: () => void } | undefined;
  failure: unknown;
  onIdle: () => void;
}

const running = new AsyncLocalStorage<RunningActor>();

/** Waits until it is the turn of the calling actor. Returns at once if there is no actor. */
export function turn(step: string): Promise<void> {
  const actor = running.getStore();
  if (actor === undefined) return Promise.resolve();
  return new Promise((resume) => {
    actor.waiting = { step, resume };
    actor.onIdle();
  });
}

/** Returns the number of orders. */
export async function explore(exploration: Exploration): Promise<number> {
  let orders = 0;
  let choices: Choice[] = [];
  do {
    choices = await runOnce(exploration, choices);
    orders++;
    while ((choices.at(-1)?.chosen ?? 0) + 1 === choices.at(-1)?.options) choices.pop();
    const last = choices.pop();
    if (last !== undefined) choices.push({ ...last, chosen: last.chosen + 1 });
  } while (choices.length > 0);
  return orders;
}

type Choice = { readonly chosen: number; readonly options: number };

/** Repeats the given choices, then always takes the first option. Returns all choices. */
async function runOnce(exploration: Exploration, given: readonly Choice[]): Promise<Choice[]> {
  const actors: RunningActor[] = [];
  for (const actor of await exploration.begin()) actors.push(await start(actor));
  const isOption = (actor: RunningActor) =>
    actor.waiting !== undefined &&
    actors.every((other) => other.name !== actor.startsAfter || other.hasStarted || actor.hasStarted);
  const made: Choice[] = [];
  const steps: string[] = [];
  for (;;) {
    const options = actors.filter(isOption);
    if (options.length === 0) break;
    const chosen = given[made.length]?.chosen ?? 0;
    made.push({ chosen, options: options.length });
    const actor = options[chosen] as RunningActor;
    steps.push(`${actor.name}: ${actor.waiting?.step}`);
    await proceed(actor);
    if (actor.failure !== undefined) throw new Error(`Failed after ${steps.join(', ')}`, { cause: actor.failure });
    await exploration.afterStep(steps);
  }
  await exploration.end(steps);
  return made;
}

/** Starts an actor, which runs to its first turn. */
async function start({ name, startsAfter, run }: Actor): Promise<RunningActor> {
  const actor: RunningActor = {
    name,
    startsAfter,
    hasStarted: false,
    waiting: undefined,
    failure: undefined,
    onIdle: () => {},
  };
  const idle = untilIdle(actor);
  running.run(actor, run).then(
    () => actor.onIdle(),
    (thrown) => {
      actor.failure = thrown;
      actor.onIdle();
    },
  );
  await idle;
  return actor;
}

async function proceed(actor: RunningActor): Promise<void> {
  const { waiting } = actor;
  const idle = untilIdle(actor);
  actor.waiting = undefined;
  actor.hasStarted = true;
  waiting?.resume();
  await idle;
}

function untilIdle(actor: RunningActor): Promise<void> {
  return new Promise((resolve) => {
    actor.onIdle = resolve;
  });
}
