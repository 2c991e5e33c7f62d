import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  test: {
    // Much of the time goes into waiting for programs that were started.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Unit tests leave nothing behind, so those of one worker share its modules: half the time goes into loading them.
      { test: { ...shared, name: 'unit', include: ['src/**/*.test.ts'], isolate: false } },
      {
        test: {
          ...shared,
          name: 'whole',
          include: ['test/**/*.test.ts', 'bench/**/*.test.mjs', 'scripts/**/*.test.mjs'],
          // These tests run the built program, as users do; benchmarks run it too.
          globalSetup: ['scripts/build-before-tests.mjs'],
        },
      },
    ],
  },
});
