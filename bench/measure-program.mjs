/** Runs a program and tells how long it took and how much memory it and its children held at most, together. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const betweenSamplesMs = 50;

export function measureProgram(command, args, options) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let peakBytes = 0;
    const sampler = setInterval(() => {
      peakBytes = Math.max(peakBytes, residentBytes(child.pid));
    }, betweenSamplesMs);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearInterval(sampler);
      if (stdout === '') reject(new Error(`${args.join(' ')} ended with ${exitCode}: ${stderr}`));
      else resolve({ stdout, ms: performance.now() - started, peakBytes });
    });
  });
}

/** Linux only; elsewhere the memory is reported as 0 rather than guessed. */
function residentBytes(root) {
  try {
    const children = new Map();
    const resident = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
        children.set(parent, [...(children.get(parent) ?? []), name]);
        resident.set(name, 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      } catch {
        // It has ended meanwhile.
      }
    }
    const total = (pid) =>
      (resident.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), 0);
    return total(String(root));
  } catch {
    return 0;
  }
}
