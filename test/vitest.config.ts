import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

// Tests that stop servers, measure memory or time, or count open queries and snapshots on an engine.
const ALONE = [
  'test/integration/{submissions,clients}/**/*.test.ts',
  'test/integration/indexer/hostile-files.test.ts',
  'test/integration/assistant/stream.test.ts',
  'test/integration/http/{admission,export*,grants-csv,operation,probes}.test.ts',
]

export default defineConfig({
  root,
  test: {
    // Engines may use their whole stop timeout (guard.ts), and their folder is removed afterwards.
    teardownTimeout: 60_000,
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
      {
        root,
        test: {
          name: 'integration',
          include: ['test/{integration,relevance}/**/*.test.ts'],
          exclude: ALONE,
          isolate: false,
          globalSetup: ['test/integration/engines.setup.ts'],
          // Ten times the time to start and stop engines on one core.
          testTimeout: 180_000,
          hookTimeout: 600_000,
          // A file waits half of its time for OpenSearch and Postgres, which use the other core.
          maxWorkers: 2,
        },
      },
      {
        root,
        test: {
          name: 'integration-alone',
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
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/service.setup.ts'],
          // A page takes a second; a busy machine may need many times as long.
          testTimeout: 180_000,
          hookTimeout: 600_000,
          // No test measures time, so two browsers can share the service.
          maxWorkers: 2,
        },
      },
      {
        root,
        test: {
          name: 'slow',
          include: ['test/slow/**/*.test.ts'],
          globalSetup: ['test/integration/engines.setup.ts'],
          // Ten times the duration of the longest on two idle cores.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
