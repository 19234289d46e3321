import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { NetworkScenario } from './network-requests.ts'
import type { Statement } from './recording.ts'
import { type Row, toRow } from './row.ts'

/** Tables that no statement may scan. */
const BIG: ReadonlySet<string> = new Set([
  'money_edge',
  'network_edge',
  'filed_edge',
  'organization',
  'filing',
  'award',
  'subaward',
])

/** Tables whose rows come in the order of an index, as many as a page has. */
const ORDERED: ReadonlySet<string> = new Set(['money_edge', 'network_edge'])

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  Plans?: Node[]
}

/** Counts the statements of all scenarios that read large tables through indexes only. */
export async function checkPlans(
  db: Postgres,
  scenarios: readonly NetworkScenario[],
  say: (sentence: string) => void,
): Promise<Row> {
  let checked = 0
  let good = 0
  for (const { name, requests, isIndexOnly } of scenarios) {
    for (const statement of distinctOf(requests.flatMap(({ statements }) => statements))) {
      const faults = faultsOf(await explain(db, statement), isIndexOnly)
      checked += 1
      if (faults.length === 0) good += 1
      for (const fault of faults) say(`${name}: ${fault}`)
    }
  }
  const reference = { against: 'statements', reference: checked, aim: { atLeast: 1 } }
  return toRow({ name: 'plans that use only indexes', value: good, unit: '', ...reference })
}

/** Returns each text with its first and last parameters. */
function distinctOf(statements: readonly Statement[]): Statement[] {
  const first = new Map(statements.toReversed().map((one) => [one.text, one]))
  const last = new Map(statements.map((one) => [one.text, one]))
  return [...new Set([...first.values(), ...last.values()])]
}

async function explain(db: Postgres, { text, values }: Statement): Promise<Node> {
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (format json) ${text}`,
    values,
  )
  if (!row) throw new Error('Postgres returned no plan.')
  return row['QUERY PLAN'][0].Plan
}

/** What happens to a node's rows: sums over all of them may group by sorting. */
type Use = 'page' | 'sorted' | 'summed'

function faultsOf(node: Node, isIndexOnly: boolean, use: Use = 'page'): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: plans = [] } = node
  const isWhole = type === 'Seq Scan' && BIG.has(table)
  const isUnordered = ORDERED.has(table) && (use === 'sorted' || type === 'Bitmap Heap Scan')
  const isVisited = table === 'money_edge' && type !== 'Index Only Scan'
  const isFault = isWhole || (isIndexOnly ? isVisited : isUnordered)
  return [
    ...(isFault ? [`${type} on ${table}, ${use}`] : []),
    ...plans.flatMap((inner) => faultsOf(inner, isIndexOnly, useOf(inner, type, use))),
  ]
}

// A Sort merges at most pieces of a page, each with its own Limit.
function useOf(inner: Node, type: string, use: Use): Use {
  if (inner['Parent Relationship'] === 'InitPlan' || type === 'Limit') return 'page'
  if (type === 'Aggregate') return 'summed'
  return type === 'Sort' && use === 'page' ? 'sorted' : use
}
