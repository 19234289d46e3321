import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  test: {
    projects: [
      { root, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        root,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/integration/engines.setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          // Two cores: one file at a time beside OpenSearch and Postgres.
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          name: 'relevance',
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
