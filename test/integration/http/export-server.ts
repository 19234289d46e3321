import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'

/**
 * Serves the application until its parent disconnects, and reports its current and peak memory. No
 * model embeds queries, because an export by name or filters needs none.
 */
const [opensearchUrl = '', databaseUrl = '', indexPrefix = ''] = process.argv.slice(2)

const app = await buildApp({
  config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
  opensearch: createOpenSearch({ url: opensearchUrl }),
  postgres: createPostgres({ url: databaseUrl }),
  indexPrefix,
  embeddingModel: 'none',
  embed: () => Promise.reject(new Error('Nothing is embedded here.')),
})
await app.listen({ port: 0, host: '127.0.0.1' })

// On Linux, `maxRSS` starts at the size of the process that forked this one.
const peakKib = (): number =>
  existsSync('/proc/self/status')
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
    : process.resourceUsage().maxRSS

process.on('message', () => {
  process.send?.({
    nowMb: process.memoryUsage.rss() / 1024 / 1024,
    peakMb: peakKib() / 1024,
  })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: (app.server.address() as AddressInfo).port })
