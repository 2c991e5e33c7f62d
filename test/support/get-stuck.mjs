/**
 * Loaded into processes under test (`stuckEnvironment` in leftover-processes.ts): makes one of their threads loop
 * forever. `CODECOMPASS_TEST_STUCK` says which: the main thread of a job when it reports a stage (`job parsing`), its
 * parse workers at their first task (`worker`), a server once the file in `CODECOMPASS_TEST_STUCK_FILE` exists, or its
 * engine at a call that asks for `getStuck` (`engine`), which uses up the memory if it asks for `useMemory`, or in its
 * work of its own on a project that has a file `get-stuck` (`engine` too).
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

const [role, stage] = (process.env.CODECOMPASS_TEST_STUCK ?? '').split(' ');
const file = process.env.CODECOMPASS_TEST_STUCK_FILE;
const isEngine = /engine-process\.js$/.test(process.argv[1] ?? '');
const isJob = /job-process\.js$/.test(process.argv[1] ?? '');

function getStuck() {
  // Renamed, so that nobody reads half an id.
  writeFileSync(`${file}.${process.pid}`, String(process.pid));
  renameSync(`${file}.${process.pid}`, `${file}.reached`);
  for (;;);
}

if (isMainThread && isJob && role === 'job') {
  const send = process.send.bind(process);
  process.send = (message, ...rest) => {
    const isReached = message.progress?.stage === stage;
    return isReached ? getStuck() : send(message, ...rest);
  };
} else if (isMainThread && process.argv[2] === 'serve-mcp' && role === 'server') {
  setInterval(() => existsSync(file) && getStuck(), 20).unref();
} else if (isMainThread && isEngine && role === 'engine') {
  const emit = process.emit;
  // A listener of its own would take the messages that come before the engine listens.
  process.emit = function (event, message, ...rest) {
    const text = event === 'message' && message.type === 'call' ? JSON.stringify(message.sent) : '';
    if (text.includes('getStuck')) getStuck();
    if (text.includes('useMemory')) for (const all = []; ; ) all.push(new Array(1e6).fill(all));
    return emit.call(this, event, message, ...rest);
  };
  const send = process.send.bind(process);
  process.send = (message, ...rest) => {
    const sent = send(message, ...rest);
    // The message is on its way as soon as it is written.
    const isStuck = message.type === 'working' && message.isWorking && existsSync(join(message.root, 'get-stuck'));
    return isStuck ? getStuck() : sent;
  };
} else if (!isMainThread && role === 'worker' && workerData?.maxParserBytes !== undefined) {
  parentPort.on('message', getStuck);
}
