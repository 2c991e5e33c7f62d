import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isAlive, ownHeartbeat, type StoredHolder, silenceMs } from './lease-holder.ts';

afterEach(() => vi.restoreAllMocks());

const hourMs = 3_600_000;
const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
let tokens = 0;

/** A holder as this process writes it, with other fields of its place. */
function holder(place: object = {}, fields: Partial<StoredHolder> = {}): StoredHolder {
  const { host, heartbeatMs } = ownHeartbeat();
  const token = `token ${++tokens}`;
  return { token, pid: process.pid, heartbeatMs, host: JSON.stringify({ ...JSON.parse(host), ...place }), ...fields };
}

function setClock(byMs: number): void {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + byMs);
}

function watchFor(ms: number): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + ms);
}

const isLinux = process.platform === 'linux';
const { boot, beatMs } = JSON.parse(ownHeartbeat().host);

describe.runIf(isLinux)('on one system', () => {
  test.each([-hourMs, -30_000, 0, 30_000, hourMs])('a living holder is alive if the clock is set by %i ms', (byMs) => {
    const living = holder();
    setClock(byMs);
    expect(isAlive(living)).toBe(true);
  });

  test.each([-hourMs, -30_000, 0, 30_000, hourMs])('a dead holder is dead if the clock is set by %i ms', (byMs) => {
    const dead = holder({ start: '1' }, { pid: deadPid });
    setClock(byMs);
    expect(isAlive(dead)).toBe(false);
  });

  test.each<[string, object, Partial<StoredHolder>, boolean]>([
    ['whose process id another process has now', { start: '1' }, {}, false],
    ['that was started before the system', { boot: 'another' }, {}, false],
    ['that is silent', { beatMs: beatMs - silenceMs - 1_000 }, {}, false],
    ['in another namespace of process ids', { pids: 'another', start: '1' }, { pid: deadPid }, true],
    ['in another namespace that is silent', { pids: 'another', beatMs: beatMs - silenceMs - 1_000 }, {}, false],
    ['in a container with another host name', { host: 'container', pids: 'another' }, { pid: deadPid }, true],
  ])('a holder %s', (_name, place, fields, expected) => {
    expect(boot).toMatch(/^[\da-f-]{36}$/);
    expect(isAlive(holder(place, fields))).toBe(expected);
  });
});

describe.each([
  ['another host', JSON.stringify({ host: 'elsewhere', boot: 'another' })],
  ['a system that tells nothing', JSON.stringify({ host: hostname() })],
  ['an older version', hostname()],
])('on %s', (_name, host) => {
  test('the wall clock decides at first sight', () => {
    expect(isAlive(holder({}, { host }))).toBe(true);
    expect(isAlive(holder({}, { host, heartbeatMs: Date.now() - silenceMs - 1 }))).toBe(false);
    expect(isAlive(holder({}, { host, heartbeatMs: Date.now() + silenceMs + 1_000 }))).toBe(false);
  });

  test('a heartbeat that stands still is dead, although the clock is set back again and again', () => {
    const still = holder({}, { host });
    expect(isAlive(still)).toBe(true);
    watchFor(silenceMs + 1);
    vi.spyOn(Date, 'now').mockReturnValue(still.heartbeatMs);
    expect(isAlive(still)).toBe(false);
  });

  test('a heartbeat that changes is alive, although the clock is set', () => {
    const first = holder({}, { host });
    isAlive(first);
    setClock(hourMs);
    expect(isAlive({ ...first, heartbeatMs: first.heartbeatMs + 1_000 })).toBe(true);
    expect(isAlive({ ...first, heartbeatMs: first.heartbeatMs + 1_000 })).toBe(true);
  });
});
