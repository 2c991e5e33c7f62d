import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineAnswer } from './engine.ts';
import type { EngineChild } from './engine-child.ts';
import { IsolatedProjects, type RunCall } from './isolated-projects.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answer: EngineAnswer = { isError: false, text: 'answer' };
const ended: EngineAnswer = { isError: true, text: 'ended' };

function startedProjects() {
  let engines = 0;
  const engine = () => {
    engines++;
    return { isOver: false, isResting: false, rest: () => {}, close: async () => {}, kill: () => {} };
  };
  const projects = new IsolatedProjects(() => engine() as unknown as EngineChild);
  return { projects, engines: () => engines };
}

const quick: RunCall = async (engine) => {
  engine();
  return answer;
};

/** A call that lasts until it is ended. */
const endless: RunCall = (engine, signal, onReady) => {
  engine();
  onReady?.();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ended), { once: true }));
};

test('calls of other projects are repeated while isolated projects are kept busy', async () => {
  const { projects } = startedProjects();
  for (const root of ['/a', '/b']) {
    projects.add(root);
    void projects.run(root, endless, new AbortController().signal);
  }
  await vi.advanceTimersByTimeAsync(10);
  expect(await projects.repeat('/c', quick)).toBe(answer);
  expect(await projects.repeat('/d', quick)).toBe(answer);
});

test('repeated calls that take long make way for quick ones of other projects', async () => {
  const { projects } = startedProjects();
  const slow = ['/a', '/b', '/c'].map((root) => projects.repeat(root, endless, new AbortController().signal));
  const other = projects.repeat('/d', quick);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await other).toBe(answer);
  expect(await Promise.race([...slow, 'running'])).toBe('running');
});

test('a call leaves with its client, or after a minute, if there is no place for its project', async () => {
  const { projects, engines } = startedProjects();
  for (const root of ['/a', '/b', '/c']) projects.add(root);
  for (const root of ['/a', '/b']) void projects.run(root, endless, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10);
  const leaving = new AbortController();
  const left = projects.run('/c', quick, leaving.signal).catch((error) => error.name);
  leaving.abort();
  expect(await left).toBe('AbortError');
  const late = projects.run('/c', quick).catch((error) => error.code);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await late).toBe('server_busy');
  expect(engines()).toBe(2);
});
