/** What a server uses, with the process of its engine: from `/proc` (Linux only; elsewhere zero). */
import { readdirSync, readFileSync } from 'node:fs';

/** The process of a server, and of its engine. */
export function serverProcesses(pid) {
  const children = text(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.filter((child) => text(`/proc/${child}/cmdline`).includes('engine-process.js'))];
}

export function residentMbOf(pid, field = 'VmRSS') {
  const kilobytes = (each) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text(`/proc/${each}/status`))?.[1] ?? 0);
  return Math.round(sum(serverProcesses(pid), kilobytes) / 1_000);
}

/** The processor time that all threads have used. */
export function processorMsOf(pid) {
  const ns = (each) =>
    sum(names(`/proc/${each}/task`), (thread) => text(`/proc/${each}/task/${thread}/schedstat`).split(' ')[0]);
  return sum(serverProcesses(pid), ns) / 1e6;
}

function sum(list, value) {
  return list.reduce((total, each) => total + Number(value(each)), 0);
}

export function names(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file may be closed meanwhile. */
export function text(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
