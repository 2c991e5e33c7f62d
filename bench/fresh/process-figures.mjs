/** What a process holds and uses, from `/proc` (Linux only; elsewhere zero). */
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The number of inotify watches of a process. */
export function watchesOf(pid) {
  const folder = `/proc/${pid}/fdinfo`;
  return names(folder).reduce((sum, name) => sum + (text(`${folder}/${name}`).match(/^inotify wd:/gm)?.length ?? 0), 0);
}

export function residentMbOf(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** The CPU time of a process and of its children that have ended. */
export function processorSecondsOf(pid) {
  const fields = text(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

function names(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A descriptor may be closed meanwhile. */
function text(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
