import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, createPostgresBreaker } from '#src/platform/clients/postgres.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('metrics'))
const read = (file: string) => readFileSync(`docs/running/${file}`, 'utf8')

/** Exported only with settings of their own, or by the server that checks the index. */
const OPTIONAL = [
  ...['notifications_total', 'assistant_model_failures_total'],
  ...['search_invariants', 'search_invariants_checked_timestamp_seconds'],
]

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
type Panel = { title: string; targets?: { expr: string }[] }

/** Returns the names of metrics in an expression of PromQL. */
const metricsIn = (expr: string): string[] =>
  expr.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, '').match(/\b[a-z]\w*_\w+\b(?!\s*\()/g) ?? []

test('every metric of the alert rules and of the dashboard is exported', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/none'
  const breakers = { Postgres: createPostgresBreaker({ url }) }
  const engines = () => ({ postgres: true })
  const app = await buildApp({ ...world.deps, breakers, engines })
  await breakers.Postgres.guard(async () => undefined)
  const { groups } = parse(read('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
  const exprs = [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  const named = new Set(exprs.flatMap(metricsIn))
  expect(named.size).toBeGreaterThan(15)
  const scrape = async () => (await app.inject('/metrics')).body
  // Ages are read after the first scrape.
  await vi.waitFor(async () => expect(await scrape()).toMatch(/^reindex_due 0$/m), 10_000)
  const exported = (await scrape()).match(/(?<=^|^# TYPE )[a-z]\w+/gm)
  for (const name of named) if (!OPTIONAL.includes(name)) expect(exported).toContain(name)
  for (const { alert, annotations } of rules) {
    expect(annotations, alert).toEqual({ summary: expect.any(String), action: expect.any(String) })
  }
  expect(await scrape()).toMatch(/^source_loaded_timestamp_seconds\{source="EFile"\} \d+/m)
  await app.close()
})

test('/metrics responds, without ages, when no server does', async () => {
  const postgres = createPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const opensearch = createOpenSearch({ url: 'http://127.0.0.1:1' })
  const app = await buildApp({ ...world.deps, postgres, opensearch })
  await app.inject('/metrics')
  const { body, statusCode } = await app.inject('/metrics')
  expect([statusCode, body]).toEqual([200, expect.not.stringMatching(/^index_built\w+ /m)])
  const page = await app.inject('/status')
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('not available')])
  await app.close()
})
