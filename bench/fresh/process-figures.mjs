/** What a server holds and uses, from `/proc` (Linux only; elsewhere zero). */
import { names, serverProcesses, text } from '../server-processes.mjs';

const ticksPerSecond = 100;

/** The number of inotify watches. */
export function watchesOf(pid) {
  return total(pid, (each) => {
    const folder = `/proc/${each}/fdinfo`;
    const watches = (name) => text(`${folder}/${name}`).match(/^inotify wd:/gm)?.length ?? 0;
    return names(folder).reduce((sum, name) => sum + watches(name), 0);
  });
}

/** The CPU time of the server and of its children that have ended. */
export function processorSecondsOf(pid) {
  return total(pid, (each) => {
    const fields = text(`/proc/${each}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  });
}

function total(pid, figure) {
  return serverProcesses(pid).reduce((sum, each) => sum + figure(each), 0);
}
