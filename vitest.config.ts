import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const shared = { pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000 } as const;
/** For tests that run the built program, as users do; benchmarks run it too. */
const built = { globalSetup: ['scripts/build-before-tests.mjs'] };
const queryTests = ['test/query/**/*.test.ts'];

export default defineConfig({
  test: {
    // Much of the time goes into waiting for programs that were started.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Unit tests leave nothing behind, so those of one worker share its modules: half the time goes into loading them.
      { test: { ...shared, name: 'unit', include: ['src/**/*.test.ts'], isolate: false } },
      // Nor do those of queries, which index a few files in their own process: they share its parse workers as well.
      { test: { ...shared, ...built, name: 'query', include: queryTests, isolate: false } },
      {
        test: {
          ...shared,
          ...built,
          name: 'whole',
          include: ['test/**/*.test.ts', 'bench/**/*.test.mjs', 'scripts/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, ...queryTests],
        },
      },
    ],
  },
});
