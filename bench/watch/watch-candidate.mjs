/**
 * One way to watch a tree, in a process of its own, for `watch-bench.mjs`. Receives commands from its parent and answers
 * with figures. Arguments: the candidate, the root, and a folder with the modules that are compared.
 */
import { readdirSync, readFileSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { openRepository } from '../../build/scan/git/repository.js';
import { watchTree } from '../../build/scan/watch/watch-tree.js';

const [candidate, root, modules] = process.argv.slice(2);

/** Each starts to watch, calls `onPath` for every reported path, and resolves when the whole tree is watched. */
const candidates = {
  async codecompass(onPath) {
    const tree = watchTree(await openRepository(root), { exclude: [] });
    await tree.ready;
    if (tree.state !== 'watching') throw new Error(tree.reason);
    const take = () => {
      const { names, isLost } = tree.take();
      for (const { path } of names) onPath(path);
      if (isLost) onPath('(lost)');
    };
    take();
    tree.onChange = take;
  },
  async 'fs.watch, recursive'(onPath) {
    watch(root, { recursive: true }, (_, path) => onPath(path));
  },
  async chokidar(onPath) {
    const { watch: start } = await import(pathToFileURL(moduleOf('chokidar')));
    const options = { ignoreInitial: true, ignored: (path) => /\/(node_modules|\.git)(\/|$)/.test(path) };
    const watcher = start(root, options).on('all', (_, path) => onPath(relative(root, path)));
    await new Promise((resolve) => watcher.once('ready', resolve));
  },
  async '@parcel/watcher'(onPath) {
    const { default: parcel } = await import(pathToFileURL(moduleOf('@parcel/watcher')));
    const onEvents = (error, events) => {
      if (error) throw error;
      for (const { path } of events) onPath(relative(root, path));
    };
    await parcel.subscribe(root, onEvents, { ignore: ['**/node_modules', '**/.git'] });
  },
};

let paths = 0;
let waitingFor;
function onPath(path) {
  paths++;
  if (path !== waitingFor) return;
  waitingFor = undefined;
  process.send({ seenAt: Number(process.hrtime.bigint()) });
}

let cpu;
const commands = {
  async start() {
    // Warm up what every candidate needs, so that only watching is measured.
    globalThis.gc();
    const memoryBefore = memory();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    await candidates[candidate](onPath);
    const ms = performance.now() - began;
    // A set-up that blocks the event loop is only seen by the timer after it.
    await new Promise((resolve) => setTimeout(resolve, 20));
    delay.disable();
    await new Promise((resolve) => setTimeout(resolve, 500));
    globalThis.gc();
    return { ms, blockedMs: delay.max / 1e6, kilobytes: memory() - memoryBefore, watches: inotifyWatches() };
  },
  expect({ path }) {
    waitingFor = path;
    return {};
  },
  startCount() {
    paths = 0;
    cpu = process.cpuUsage();
    return {};
  },
  count() {
    const { user, system } = process.cpuUsage(cpu);
    return { paths, cpuMs: (user + system) / 1_000, watches: inotifyWatches() };
  },
};

process.on('message', async (message) => process.send(await commands[message.command](message)));
process.on('disconnect', () => process.exit());

function moduleOf(name) {
  return createRequire(join(modules, 'package.json')).resolve(name);
}

/** Memory of the process that is its own, in kilobytes. */
function memory() {
  return Number(/^Pss_Anon:\s+(\d+)/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]);
}

function inotifyWatches() {
  const texts = readdirSync('/proc/self/fdinfo').map((descriptor) => {
    try {
      return readFileSync(join('/proc/self/fdinfo', descriptor), 'utf8');
    } catch {
      return '';
    }
  });
  return texts.join('\n').match(/^inotify /gm)?.length ?? 0;
}
