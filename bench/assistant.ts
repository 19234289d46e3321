import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createKey } from '#src/access/keys.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { LoadPlan, LoadResult } from './assistant-load.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import { residentMiB } from './commands.ts'
import { environmentOf, withDataFolder, withEngines, withFiles } from './folders.ts'
import { percentile, type Row, toRow, toSkipped } from './row.ts'
import { type Service, startService } from './server.ts'

type Size = Pick<LoadPlan, 'seconds' | 'readsASecond' | 'streams'> & { markSeconds: number }

// The full size is the target for two cores; the quick one is a tenth.
const SIZES: Record<'whole' | 'quick', Size> = {
  whole: { seconds: 180, readsASecond: 500, streams: 200, markSeconds: 60 },
  quick: { seconds: 15, readsASecond: 50, streams: 20, markSeconds: 5 },
}
/** Streams per key: fewer than its limit (src/api/a/chat). */
const STREAMS_A_KEY = 10
/** Organizations used in requests: enough that no cache holds all responses. */
const ORGANIZATIONS = 100
/** People perceive a response slower than one second as slow. */
const PATIENCE_MS = 1_000
// Garbage collection lets a stable heap vary by some of its size.
const FLAT = 1.1

/** Runs chats and reads at once and expects no error except 429. */
export const assistant: Benchmark = {
  name: 'assistant',
  description: '200 simultaneous streamed chats and 500 reads a second, against their limits',
  run: (scale) =>
    withFiles((folder) =>
      withDataFolder((dataDir) =>
        withEngines(dataDir, async ({ databaseUrl }) => {
          const size = SIZES[scale.isQuick ? 'quick' : 'whole']
          const env = environmentOf(dataDir, { DEMO: 'on' })
          const service = await startService(env, join(folder, 'service.log'))
          const postgres = createPostgres({ url: databaseUrl, maxConnections: 1 })
          try {
            const plan = await makePlan(service, postgres, size)
            scale.say(`${plan.paths.length} different reads, ${plan.messages.length} questions`)
            return await measure(service, plan, size, scale)
          } finally {
            await postgres.close()
            await service.close()
          }
        }),
      ),
    ),
}

async function measure(
  service: Service,
  plan: LoadPlan,
  size: Size,
  { say, stop }: Scale,
): Promise<Row[]> {
  const marks: number[] = []
  const timer = setInterval(() => marks.push(residentMiB(service.pid).now), size.markSeconds * 1e3)
  try {
    const result = await runLoad(plan, stop)
    marks.push(residentMiB(service.pid).now)
    const { reads, streams } = result
    say(`reads ${JSON.stringify(reads.statuses)}, chats ${JSON.stringify(streams.statuses)}`)
    say(`memory at each mark: ${marks.map((mark) => mark.toFixed(0)).join(', ')} MiB`)
    return [...toCountRows(result, size), ...toTimeRows(result), toMemoryRow(marks)]
  } finally {
    clearInterval(timer)
  }
}

async function runLoad(plan: LoadPlan, stop: AbortSignal): Promise<LoadResult> {
  const child = spawn(process.execPath, [...TSX, join(import.meta.dirname, 'assistant-load.ts')], {
    signal: stop,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(plan))
  const [output, [code]] = await Promise.all([text(child.stdout), ended])
  if (code !== 0) throw new OperatorError('The load generator failed. See its output above.')
  return JSON.parse(output) as LoadResult
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

function toCountRows({ reads, streams }: LoadResult, size: Size): Row[] {
  const asked = sum(streams.statuses)
  const all = sum(reads.statuses) + asked
  const allowed = [reads, streams].map(
    ({ statuses }) => (statuses['200'] ?? 0) + (statuses['429'] ?? 0),
  )
  const answered = streams.statuses['200'] ?? 0
  return [
    toRow({
      name: 'chat load, reads',
      value: (reads.statuses['200'] ?? 0) / size.seconds,
      unit: 'reads/s',
      against: 'requested',
      reference: size.readsASecond,
      // The last ones end after the time is over; they count.
      aim: { atLeast: 0.95 },
    }),
    toRow({
      name: 'chat load, reads rejected with 429',
      value: reads.statuses['429'] ?? 0,
      unit: 'reads',
      against: 'requested',
      reference: sum(reads.statuses),
    }),
    toRow({
      name: 'chat load, errors other than 429',
      value: all - (allowed[0] ?? 0) - (allowed[1] ?? 0),
      unit: 'responses',
      against: 'all responses',
      reference: all,
      aim: { atMost: 0 },
    }),
    toRow({
      name: 'chats that end with [DONE]',
      value: streams.completed,
      unit: 'chats',
      against: 'started',
      reference: answered,
      aim: { atLeast: 1 },
    }),
    toRow({
      name: 'chats answered',
      value: answered,
      unit: 'chats',
      against: 'requested',
      reference: asked,
    }),
  ]
}

const toTimeRows = ({ reads, streams }: LoadResult): Row[] =>
  (
    [
      ['chat load, answered reads', reads.times],
      ['chats, first frame', streams.firstFrames],
    ] as const
  ).flatMap(([name, times]) =>
    [0.5, 0.99].map((share) =>
      toRow({
        name: `${name}, p${share * 100}`,
        value: percentile(times, share),
        unit: 'ms',
        against: 'one second',
        reference: PATIENCE_MS,
        aim: { atMost: 1 },
      }),
    ),
  )

/** From the first mark, when everything is warm, to the last. */
function toMemoryRow([first = 0, ...others]: readonly number[]): Row {
  const name = 'chat load, server memory at the end'
  if (first === 0) return toSkipped(name, 'available only on Linux (/proc)')
  return toRow({
    name,
    value: others.at(-1) ?? first,
    unit: 'MiB',
    against: 'first mark',
    reference: first,
    aim: { atMost: FLAT },
  })
}

async function makePlan(service: Service, postgres: Postgres, size: Size): Promise<LoadPlan> {
  const { address } = service
  const organizations = await postgres.query<{ ein: string; name: string }>(
    `select ein, name from organization o
     where exists (select from filing f where f.ein = o.ein and f.is_current)
     order by md5(ein) limit $1`,
    [ORGANIZATIONS],
  )
  const keys: string[] = []
  for (let made = 0; made < Math.ceil(size.streams / STREAMS_A_KEY); made += 1) {
    keys.push((await createKey(postgres, { tier: 'Internal', owner: 'Benchmark' })).key)
  }
  const [key = ''] = keys
  const paths: string[] = []
  for (const [at, { ein, name }] of organizations.entries()) {
    for (const path of readsOf(ein, name, at)) {
      if (await isAnswered(`${address}${path}`, key)) paths.push(path)
    }
  }
  return { address, ...size, keys, paths, messages: messagesOf(organizations) }
}

/**
 * Returns ten reads: three of pages and sections, two of a profile and filings, three searches, two
 * money lists.
 */
const readsOf = (ein: string, name: string, at: number): string[] => [
  `/api/v2/charity/${ein}/page`,
  `/api/v2/charity/${ein}/sections/Leadership`,
  `/api/v2/charity/${ein}/sections/FinancialStatements`,
  `/api/v2/charity/${ein}/profile`,
  `/api/v2/charity/${ein}/filings`,
  `/api/v2/search?Query=${encodeURIComponent(name)}`,
  `/api/v2/search?Mode=Discovery&Query=${encodeURIComponent(CAUSES[at % CAUSES.length] ?? '')}`,
  `/api/v2/search?Query=${encodeURIComponent(name.split(' ')[0] ?? name)}&Facets=true`,
  `/api/v2/charity/${ein}/funders`,
  `/api/v2/charity/${ein}/money-network`,
]

const CAUSES = ['food for families', 'after-school tutoring', 'animal shelters', 'land trusts']

const messagesOf = (organizations: readonly { name: string }[]): string[] =>
  organizations.flatMap(({ name }, at) => {
    const other = organizations[(at + 1) % organizations.length]?.name ?? name
    return [
      `What was the revenue of "${name}"?`,
      `Who funds "${name}"?`,
      `Why is "${name}" rated as it is?`,
      `Compare "${name}" and "${other}"`,
      'Find food banks in Ohio',
    ]
  })

// Small returns lack some sections; requests are checked before the load begins.
async function isAnswered(url: string, key: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { 'X-Service-API-Key': key } })
  await answer.arrayBuffer()
  return answer.ok
}
