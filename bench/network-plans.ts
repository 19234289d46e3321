import type { Postgres } from '#src/clients/postgres.ts'
import type { NetworkScenario } from './network-requests.ts'
import type { Statement } from './recording.ts'
import { type Row, toRow } from './row.ts'

/** Tables that no answer may read from end to end. */
const BIG: ReadonlySet<string> = new Set([
  'money_edge',
  'network_edge',
  'filed_edge',
  'organization',
  'filing',
  'award',
  'subaward',
])

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }

/** How many of the statements of all scenarios read big tables by their indexes alone. */
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
  return toRow({ name: 'plans by indexes alone', value: good, unit: '', ...reference })
}

/** Each text with the parameters it was first sent with, and with those it was sent with last. */
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
  if (!row) throw new Error('A plan was not returned.')
  return row['QUERY PLAN'][0].Plan
}

function faultsOf(node: Node, isIndexOnly: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: plans = [] } = node
  const isWhole = type === 'Seq Scan' && BIG.has(table)
  const isVisited = isIndexOnly && table === 'money_edge' && type !== 'Index Only Scan'
  return [
    ...(isWhole || isVisited ? [`${type} on ${table}`] : []),
    ...plans.flatMap((inner) => faultsOf(inner, isIndexOnly)),
  ]
}
