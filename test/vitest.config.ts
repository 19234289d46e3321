import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// Tests that stop servers, measure memory or time, or count open queries and snapshots on an engine.
const ALONE = [
  'test/deep/{cli,clients,submissions}/**/*.test.ts',
  'test/deep/indexer/hostile-files.test.ts',
  'test/deep/assistant/stream.test.ts',
  'test/deep/http/{admission,export,grants-csv,operation}.test.ts',
]

const BROWSER = ['test/world/engines.setup.ts', 'test/browser/chromium.setup.ts']

/** A project whose tests use the engines of the run. */
const withEngines = (name: string, test: object) => ({
  root,
  test: {
    name,
    globalSetup: ['test/world/engines.setup.ts'],
    setupFiles: ['test/world/clock.setup.ts'],
    isolate: false,
    // Ten times the time to start and stop engines on one core.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    // A file waits half of its time for OpenSearch and Postgres, which use the other core.
    maxWorkers: 2,
    ...test,
  },
})

export default defineConfig({
  root,
  test: {
    // Engines may use their whole stop timeout (process.ts), and their folder is removed afterwards.
    teardownTimeout: 60_000,
    // A new recorded text fails until somebody has read it and recorded it with `-u`.
    update: 'none',
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Test files share the imported modules, which takes a third off the time.
          isolate: false,
          maxWorkers: 2,
          // The longest takes three seconds; a busy machine may need many times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      withEngines('integration', { include: ['test/integration/**/*.test.ts'] }),
      withEngines('smoke', {
        include: ['test/browser/{stories,appearance}.test.ts'],
        globalSetup: BROWSER,
        provide: { isSmoke: true },
      }),
      withEngines('browser', {
        include: ['test/browser/**/*.test.ts'],
        globalSetup: BROWSER,
        provide: { isSmoke: false },
      }),
      withEngines('deep', { include: ['test/deep/**/*.test.ts'], exclude: ALONE }),
      withEngines('deep-alone', {
        include: ALONE,
        // Their processes have the machine's clock.
        setupFiles: [],
        isolate: true,
        fileParallelism: false,
      }),
      withEngines('slow', {
        include: ['test/slow/**/*.test.ts'],
        setupFiles: [],
        isolate: true,
        // Ten times the duration of the longest on two idle cores.
        testTimeout: 600_000,
        fileParallelism: false,
      }),
      withEngines('real', { include: ['test/real/**/*.test.ts'], testTimeout: 600_000 }),
    ],
  },
})
