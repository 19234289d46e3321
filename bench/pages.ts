import { join } from 'node:path'
import type { Benchmark, Scale } from './benchmark.ts'
import { environmentOf, withDataFolder, withFiles } from './folders.ts'
import { type Ask, type Bounds, sendRequest, timeInTurn } from './requests.ts'
import { percentile, type Row, toRow } from './row.ts'
import { startService } from './server.ts'

/** A page, and the operations of surface A with its content. */
type Scenario = { name: string; pages: Paired[] }
type Paired = { page: string; operations: string[] }

const CONNECTIONS = [1, 4]
const BOUNDS = {
  whole: { seconds: 12, asks: 1_500, warmUpSeconds: 3 },
  quick: { seconds: 1, asks: 50, warmUpSeconds: 0.5 },
} satisfies Record<string, Omit<Bounds, 'stop'>>

// Organizations of the demo with several years, grants, and awards.
const EINS = ['070000101', '080000102', '080000103', '290000118', '490000183', '700000131']
const WORDS = ['food banks in Ohio', 'Turkana Wels', 'youth mentoring', 'animal shelters']
// The sections on an organization's page.
const SECTIONS = ['MoneyFlow', 'Rating', 'Programs', 'Leadership', 'Governance', 'Checks']
const LISTS = ['funders', 'grantees', 'awards', 'subawards']

const SCENARIOS: Scenario[] = [
  {
    name: 'front',
    pages: [
      { page: '/', operations: ['/api/v2/stats', '/api/v2/search?Query=aid&Facets=true&Limit=1'] },
    ],
  },
  {
    name: 'search',
    pages: WORDS.flatMap((words) =>
      ['Identity', 'Discovery'].map((mode) => {
        const query = new URLSearchParams({ Query: words, Mode: mode })
        return { page: `/?${query}`, operations: [`/api/v2/search?${query}&Facets=true&Limit=10`] }
      }),
    ),
  },
  {
    // Read first, then requested; the page counts facets as well, unlike surface B.
    name: 'plain words',
    pages: WORDS.map((words) => ({
      page: `/?${new URLSearchParams({ Query: words })}`,
      operations: [`/api/v2/search?${new URLSearchParams({ q: words, limit: '10' })}`],
    })),
  },
  {
    name: 'organization',
    pages: EINS.map((ein) => ({ page: `/charity/${ein}`, operations: operationsOf(ein) })),
  },
  {
    name: 'section',
    pages: EINS.map((ein) => {
      const path = `/charity/${ein}/sections/FinancialStatements`
      return { page: path, operations: [`/api/v2${path}?Limit=50`] }
    }),
  },
  {
    name: 'compare',
    pages: [EINS.slice(0, 3), EINS.slice(3)].map((eins) => {
      const path = `/compare?EINs=${eins.join(',')}`
      return { page: path, operations: [`/api/v2${path}`] }
    }),
  },
]

function operationsOf(ein: string): string[] {
  const path = `/api/v2/charity/${ein}`
  return [
    `${path}/page`,
    ...SECTIONS.map((section) => `${path}/sections/${section}?Limit=50`),
    ...LISTS.map((list) => `${path}/${list}?Limit=5`),
    `${path}/filings?Limit=10`,
  ]
}

/** Measures pages against the operations with the same content, requested in sequence. */
export const pages: Benchmark = {
  name: 'pages',
  description: 'web pages with demo data, against the operations with the same content',
  run: (scale) =>
    withFiles((folder) =>
      withDataFolder(async (dataDir) => {
        // Lists of grants and awards need a key, so this benchmark skips them.
        const env = environmentOf(dataDir, { DEMO: 'on', ACCESS: 'open' })
        const service = await startService(env, join(folder, 'service.log'))
        try {
          return await timePages(service.address, scale)
        } finally {
          await service.close()
        }
      }),
    ),
}

async function timePages(address: string, { isQuick, say, stop }: Scale): Promise<Row[]> {
  const bounds = { ...BOUNDS[isQuick ? 'quick' : 'whole'], stop }
  const rows: Row[] = []
  for (const scenario of SCENARIOS) {
    const ours = scenario.pages.map(({ page }) => askAll(address, [page]))
    const theirs = scenario.pages.map(({ operations }) => askAll(address, operations))
    for (const connections of CONNECTIONS) {
      const times = await timeInTurn(ours, theirs, connections, bounds)
      rows.push(...toRows(`${scenario.name} ×${connections}`, times))
      say(`${scenario.name}, ${connections} at once, ${times.ours.length} responses`)
    }
  }
  return rows
}

/** Requests like a browser, with compression on both sides. */
const HEADERS = { accept: 'text/html, application/json', 'accept-encoding': 'br' }

const askAll =
  (address: string, paths: readonly string[]): Ask =>
  async (agent) => {
    for (const path of paths) await sendRequest(agent, `${address}${path}`, { headers: HEADERS })
  }

function toRows(name: string, { ours, theirs }: { ours: number[]; theirs: number[] }): Row[] {
  // A page also renders what its operations only serialize, so it may take longer: most of all at
  // p99.
  const shares: [label: string, share: number, atMost: number][] = [
    ['p50', 0.5, 1.5],
    ['p99', 0.99, 3],
  ]
  return shares.map(([label, share, atMost]) =>
    toRow({
      name: `${name}, ${label}`,
      value: percentile(ours, share),
      unit: 'ms',
      against: 'its JSON',
      reference: percentile(theirs, share),
      aim: { atMost },
    }),
  )
}
