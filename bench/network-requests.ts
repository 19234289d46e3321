import { createRandom } from '#indexer/demo/random.ts'
import { createKey } from '#src/access/keys.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { pickAwarded } from './award-copies.ts'
import { countFunders, einAt, type NetworkSize } from './network-copies.ts'
import { openRecorder, type ProfileScenario, recordAll, recordWalk } from './profile-requests.ts'

/** Requests of one kind; sums must use only the index. */
export type NetworkScenario = ProfileScenario & { isIndexOnly: boolean }

/** Returns the headers of a key without limits. */
export async function makeKey(db: Postgres): Promise<Record<string, string>> {
  const { key } = await createKey(db, { tier: 'Internal', owner: 'bench' })
  return { 'X-Service-API-Key': key }
}

type Sketch = { name: string; paths: string[]; isWalk?: true; isIndexOnly?: true }

/** Sends every request once to an application over the store and records its statements. */
export async function recordNetwork(
  db: Postgres,
  databaseUrl: string,
  headers: Record<string, string>,
  size: NetworkSize,
  organizations: number,
): Promise<NetworkScenario[]> {
  const recorder = await openRecorder(databaseUrl, headers)
  try {
    const scenarios: NetworkScenario[] = []
    for (const sketch of await sketchRequests(db, size, organizations)) {
      const { name, paths, isWalk = false, isIndexOnly = false } = sketch
      const [first = ''] = paths
      const requests = isWalk ? await recordWalk(recorder, first) : await recordAll(recorder, paths)
      if (requests.length < paths.length) throw new Error(`Requests for ${name} returned 404.`)
      scenarios.push({ name, requests, isIndexOnly })
    }
    return scenarios
  } finally {
    await recorder.close()
  }
}

async function sketchRequests(
  db: Postgres,
  size: NetworkSize,
  organizations: number,
): Promise<Sketch[]> {
  const random = createRandom('network')
  const funders = countFunders(size)
  const { middle } = size.recipients
  const some = (from: number, among: number): string[] =>
    Array.from({ length: organizations }, () => einAt(random.int(from, from + among - 1)))
  const givers = some(0, funders)
  const receivers = some(funders + size.recipients.large, middle)
  const largest = await largestFunder(db)
  const large = Array.from({ length: size.recipients.large }, (_, at) => einAt(funders + at))
  const awarded = await pickAwarded(db, organizations)
  const of = (eins: readonly string[], rest: string) =>
    eins.map((ein) => `/api/v2/charity/${ein}/${rest}`)
  return [
    { name: 'network', paths: of([...givers, ...receivers], 'money-network') },
    { name: 'network, incoming', paths: of(receivers, 'money-network?Direction=Incoming') },
    {
      name: 'network, largest',
      paths: of([largest], 'money-network?Direction=Outgoing&Limit=200'),
      isWalk: true,
    },
    { name: 'grants', paths: of([...givers, ...receivers], 'grants') },
    { name: 'grants, largest', paths: of([largest], 'grants?Limit=200'), isWalk: true },
    { name: 'grantees', paths: of(givers, 'grantees'), isIndexOnly: true },
    { name: 'grantees, largest', paths: of([largest], 'grantees'), isIndexOnly: true },
    { name: 'funders', paths: of(receivers, 'funders'), isIndexOnly: true },
    { name: 'funders, large', paths: of(large, 'funders'), isIndexOnly: true },
    { name: COHORT, paths: cohortsOf(large), isIndexOnly: true },
    { name: 'awards', paths: of(awarded, 'awards') },
    { name: 'subawards', paths: of(awarded, 'subawards') },
  ]
}

/** The scenario with its own limit. */
export const COHORT = 'cohort, 25 large'

// Windows over a ring of the large recipients, so that each cohort differs.
const cohortsOf = (large: readonly string[]): string[] =>
  large.map((_, at) => {
    const eins = Array.from({ length: 25 }, (_, n) => large[(at + n) % large.length])
    return `/api/v2/funders/for-cohort?EINs=${eins.join(',')}`
  })

async function largestFunder(db: Postgres): Promise<string> {
  const [row] = await db.query<{ place: number }>(
    'select place from bench_funder order by rows desc, place limit 1',
  )
  if (!row) throw new Error('The store has no funders.')
  return einAt(row.place)
}
