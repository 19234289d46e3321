import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('the run has an OpenSearch with its plugins and a Postgres in UTF-8', async () => {
  const plugins = await fetch(`${inject('opensearchUrl')}/_cat/plugins?format=json&h=component`)
  const names = ((await plugins.json()) as { component: string }[]).map((row) => row.component)
  expect(names).toEqual(expect.arrayContaining(['opensearch-knn', 'opensearch-neural-search']))
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  const { rows } = await client.query('SHOW server_encoding')
  await client.end()
  expect(rows).toEqual([{ server_encoding: 'UTF8' }])
})
