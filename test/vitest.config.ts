import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// What kills servers, measures memory or time, or looks at all that is open on an engine.
const ALONE = [
  'test/integration/{capture,cli,clients,engines,kills}/**/*.test.ts',
  'test/integration/**/*kill.test.ts',
  'test/integration/indexer/hostile-files.test.ts',
  'test/integration/assistant/stream.test.ts',
  'test/integration/http/{admission,export*,grants-csv,operation,probes}.test.ts',
]

// As in src/cli/run-command.ts, for the threads that tests start.
const execArgv = ['--no-wasm-code-gc']

export default defineConfig({
  root,
  test: {
    // Engines may take their whole patience (guard.ts) to stop; their folder is removed after that.
    teardownTimeout: 60_000,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          execArgv,
          include: ['test/unit/**/*.test.ts'],
          // The longest takes three seconds; a busy machine may need many times as long.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'integration',
          execArgv,
          include: ['test/integration/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: ['test/integration/engines.setup.ts'],
          // Ten times what starting and stopping engines takes on one core.
          testTimeout: 180_000,
          hookTimeout: 600_000,
          // Each file has a database and indices of its own. Half of the time of one is waiting
          // for OpenSearch and Postgres; more than two would wait for the two cores of CI.
          maxWorkers: 2,
        },
      },
      {
        root,
        test: {
          name: 'integration-alone',
          execArgv,
          include: ALONE,
          globalSetup: ['test/integration/engines.setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          execArgv,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/service.setup.ts'],
          // A page takes a second; a busy machine may need many times as long.
          testTimeout: 180_000,
          hookTimeout: 600_000,
          // One service, and one browser at a time beside its engines.
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          name: 'relevance',
          execArgv,
          include: ['test/relevance/**/*.test.ts'],
          globalSetup: ['test/integration/engines.setup.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
