/**
 * The work of an engine: it answers the calls that its server passes on. It runs in a process of its own, because a call
 * on a hostile repository may get stuck or use up the memory; then the server ends the engine and starts another one.
 */
import { toCodedError } from '../../errors.ts';
import type { ActiveProject } from '../../project/active-project.ts';
import { prewarm } from '../../project/prewarm.ts';
import { Service } from '../../project/service.ts';
import type { AskRoots } from '../../project/workspaces.ts';
import { PausingCall } from '../../query/view/pausing-call.ts';
import { sentError } from '../../sent-error.ts';
import { unreachedMetadata } from '../tools/answer-metadata.ts';
import { callTool } from '../tools/call-tool.ts';
import { healthReport } from '../tools/health.ts';
import { listedTools } from '../tools/profile.ts';
import { progressListener } from '../tools/progress.ts';
import { toolNamed } from '../tools/tools.ts';
import type { ProgressAudience } from './engine.ts';
import type { EngineOptions, FromEngine, Question, ToEngine } from './messages.ts';

type Call = Extract<ToEngine, { type: 'call' }>;

const parent = Number(process.argv[2]);
const running = new Map<number, AbortController>();
const rootsAsked = new Map<number, (roots: readonly string[]) => void>();
let asked = 0;
let service: Service | undefined;
let warming: Promise<void> | undefined;
let isClosing = false;

process.on('message', (message: ToEngine) => void take(message));
process.once('disconnect', () => void close());

async function take(message: ToEngine): Promise<void> {
  switch (message.type) {
    case 'start':
      return start(message.options);
    case 'call':
      return answer(message);
    case 'cancel':
      return running.get(message.id)?.abort();
    case 'roots':
      return rootsAsked.get(message.id)?.(message.roots);
    case 'ask':
      return tell(message.id, message.about);
    case 'startJob':
      return service?.startJob(message.job);
    case 'ping':
      return send({ type: 'pong' });
    case 'noMoreCalls':
      return service?.noMoreCalls();
    case 'rest':
      return rest();
    case 'close':
      return close();
  }
}

async function start(options: EngineOptions): Promise<void> {
  const log = (line: string) => send({ type: 'log', line });
  try {
    const tools = listedTools(options.tools);
    const opened = await Service.open({
      ...options,
      parent,
      log,
      onEntered: (root) => send({ type: 'entered', root }),
      onJob: (job) => send({ type: 'job', job }),
      // The next engine goes on with what this one cancels because it ends.
      onJobEnd: (root) => isClosing || send({ type: 'jobEnded', root }),
      onWork: (root, isWorking) => send({ type: 'working', root, isWorking }),
      ...(options.isAside ? { onJobWanted: (job) => send({ type: 'jobWanted', job }) } : {}),
    });
    service = opened;
    if (isClosing) return;
    send({ type: 'ready', tools, unreachedMetadata: unreachedMetadata() });
    opened.resumeJobs(options.unfinished).catch((thrown: Error) => log(`jobs: ${thrown.message}`));
    // Not awaited here: the first calls must not wait for prewarming.
    warming = prewarm(opened, options.prewarm).catch((thrown: Error) => {
      opened.prewarmStatus = 'failed';
      log(`prewarm: ${thrown.message}`);
    });
  } catch (thrown) {
    send({ type: 'failed', error: sentError(toCodedError(thrown)) });
  }
}

async function answer({ id, tool, sent, audience, canAskRoots }: Call): Promise<void> {
  const ending = new AbortController();
  running.set(id, ending);
  const whole = PausingCall.of(ending.signal);
  try {
    const [opened, row] = [service, toolNamed(tool)];
    if (opened === undefined || row === undefined) throw new Error(`The engine cannot call ${tool}.`);
    const { isError, text } = await callTool(opened, row, sent, {
      signal: ending.signal,
      onProject: (root, workspace) => send({ type: 'inside', id, root, workspace }),
      ...(canAskRoots ? { askRoots: rootsOf(id) } : {}),
      ...(audience === undefined ? {} : { listen: listenerFor(audience) }),
    });
    send({ type: 'answer', id, isError, text, workMs: whole.workMs });
  } catch (thrown) {
    send({ type: 'refused', id, error: sentError(toCodedError(thrown)) });
  } finally {
    whole.end();
    running.delete(id);
  }
}

function listenerFor(audience: ProgressAudience) {
  const notify = (params: Record<string, unknown>) => send({ type: 'progress', listener: audience.listener, params });
  return (jobId: () => string | undefined, project: ActiveProject) =>
    progressListener(project.workspace.root, jobId, { ...audience, send: notify });
}

function rootsOf(call: number): AskRoots {
  return () =>
    new Promise((resolve) => {
      const id = ++asked;
      rootsAsked.set(id, (roots) => {
        rootsAsked.delete(id);
        resolve(roots);
      });
      send({ type: 'askRoots', id, call });
    });
}

async function tell(id: number, about: Question): Promise<void> {
  try {
    if (service === undefined) throw new Error('The engine has not started.');
    const value = about === 'health' ? await healthReport(service) : await rootsServed(service);
    send({ type: 'told', id, value });
  } catch (thrown) {
    send({ type: 'refused', id, error: sentError(toCodedError(thrown)) });
  }
}

async function rootsServed(opened: Service): Promise<readonly string[]> {
  return (await opened.served()).map(({ workspace }) => workspace.root);
}

/** A call that comes now is lost with this engine; the server repeats it with the next one. */
async function rest(): Promise<void> {
  if (service !== undefined && running.size === 0 && !service.jobs.areAny) await close();
}

/** Nobody waits for an answer any longer. */
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  service?.noMoreCalls();
  await warming;
  await service?.close().catch(() => {});
  // A normal exit would wait seconds for the optimization of unused grammars.
  process.kill(process.pid, 'SIGKILL');
}

function send(message: FromEngine): void {
  // If the server is gone, `disconnect` follows.
  if (process.connected) process.send?.(message, () => {});
}
