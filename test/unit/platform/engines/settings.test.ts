import { expect, test } from 'vitest'
import { buildOpenSearchSettings, LOG4J } from '#src/platform/engines/opensearch-server.ts'
import { asArguments, buildPostgresSettings } from '#src/platform/engines/postgres-server.ts'

const GIGABYTE = 1024 ** 3

test.each([
  [1, '128MB'],
  [8, '512MB'],
  [24, '1536MB'],
  [256, '2048MB'],
])('a machine of %d GiB gives Postgres %s', (gigabytes, shared) => {
  expect(buildPostgresSettings(1, gigabytes * GIGABYTE, true).shared_buffers).toBe(shared)
})

test('durable Postgres keeps every safeguard, and the faster mode turns fsync off', () => {
  const durable = buildPostgresSettings(5432, GIGABYTE, true)
  expect(durable).toMatchObject({ synchronous_commit: 'on', listen_addresses: '127.0.0.1' })
  expect(durable).not.toHaveProperty('fsync')
  const loose = buildPostgresSettings(5432, GIGABYTE, false)
  expect(loose).toMatchObject({ synchronous_commit: 'on', fsync: 'off', full_page_writes: 'off' })
  expect(asArguments({ a: '1', b: '2' })).toEqual(['-c', 'a=1', '-c', 'b=2'])
})

test('OpenSearch listens only on loopback and stops writing by amounts, not shares', () => {
  const folders = { data: '/d/data', logs: '/d/logs' }
  expect(buildOpenSearchSettings(folders, { http: 0, transport: 0 })).toMatchObject({
    ...{ 'network.host': '127.0.0.1', 'path.data': '/d/data', 'path.logs': '/d/logs' },
    ...{ 'http.port': 0, 'transport.port': 0, 'node.portsfile': true },
    'cluster.routing.allocation.disk.watermark.low': '1gb',
    'cluster.routing.allocation.disk.watermark.flood_stage': '500mb',
  })
})

test('the log of OpenSearch omits a line for every discovery', () => {
  const [, logger] = /^logger\.(\w+)\.name = \S+\.NormalizationProcessorFactory$/m.exec(LOG4J) ?? []
  expect(LOG4J).toContain(`logger.${logger}.level = warn`)
})
