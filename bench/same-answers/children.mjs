/** The builds as child processes. All of them are stopped before this program exits. */
import { spawn } from 'node:child_process';

export const callTimeoutMs = 120_000;
const running = new Set();

/** Runs a build to its end. `build` has its `side` and `program`. */
export function run({ side, program }, home, args, cwd, timeoutMs = callTimeoutMs) {
  return new Promise((done, failed) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...process.env, CODECOMPASS_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: [], stderr: [] };
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => said[stream].push(chunk));
    const closed = new Promise((resolved) => child.on('close', resolved));
    const entry = {
      pid: child.pid,
      end: () => {
        child.kill('SIGTERM');
        return closed;
      },
    };
    running.add(entry);
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`The build ${side} does not exit: ${args.join(' ')}`));
    }, timeoutMs);
    child.on('error', failed);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(entry);
      const [stdout, stderr] = [said.stdout, said.stderr].map((chunks) => Buffer.concat(chunks).toString());
      done({ code: code ?? signal, stdout, stderr, ms: performance.now() - startedAt });
    });
  });
}

/** Registers a child that `endChildren` and `killChildren` stop. It has a `pid` and a function `end`. */
export function addChild(child) {
  running.add(child);
}

export async function endChild(child) {
  await child.end();
  running.delete(child);
}

/** Ends the children; each of them also stops the jobs it started. */
export async function endChildren() {
  const all = Promise.allSettled([...running].map((child) => child.end()));
  await Promise.race([all, pause(10_000)]);
}

/** The last resort, also after a signal. */
export function killChildren() {
  for (const { pid } of running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}

export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
