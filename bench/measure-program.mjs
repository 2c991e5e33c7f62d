/** Runs a program and measures its wall time and the peak memory of its process tree. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
      if (stdout === '') reject(new Error(`${args.join(' ')} exited with ${exitCode}: ${stderr}`));
      else resolve({ stdout, ms: performance.now() - started, peakBytes });
    });
  });
}

/** Linux only; returns 0 on other systems. */
function residentBytes(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + residentBytes(child), own);
  } catch {
    // The process has exited.
    return 0;
  }
}
