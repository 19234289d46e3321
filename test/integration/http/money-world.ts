import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import type { Funder } from '#src/api/a/counterparties.ts'
import { errorBody } from '#src/api/a/operation.ts'
import type { EdgeCategory, Uncounted } from '#src/domain/network.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { toRegistry, toReturnFiles, writeMonth } from '#test/integration/indexer/made-lists.ts'
import { openProfiles, type ProfilesWorld } from './profiles-world.ts'

export const GIVER = '079009201'
export const OTHER = '079009202'
export const HELPED = '079009203'
export const AIDED = '079009204'
/** An organization that only the registry has. */
export const LISTED = '079009205'
export const UNKNOWN = '979009299'

const place = { city: 'Akron', state: 'OH' }
const RETURNS = [
  { ein: GIVER, name: 'Alder Giving Circle', ...place, officers: [] },
  { ein: OTHER, name: 'Birch Legacy Fund', ...place, officers: [] },
  { ein: HELPED, name: 'Cedar Kitchen', ...place, officers: [] },
  { ein: AIDED, name: 'Dogwood Readers', ...place, officers: [] },
]

type Edge = [
  from: string,
  to: string | null,
  category: EdgeCategory,
  taxYear: number,
  amount: number | null,
  uncounted?: Uncounted,
]

const EDGES: readonly Edge[] = [
  [GIVER, HELPED, 'ScheduleI', 2022, 10_000],
  [GIVER, HELPED, 'ScheduleI', 2024, 5_000],
  [GIVER, HELPED, 'RelatedTransfer', 2023, 40_000],
  [GIVER, AIDED, 'ScheduleI', 2023, 15_000],
  [GIVER, LISTED, 'ScheduleI', 2024, null],
  [GIVER, null, 'ScheduleI', 2024, 99_000],
  [GIVER, OTHER, 'Contractor', 2024, 7_000],
  [GIVER, AIDED, 'RelatedTransfer', 2023, 15_000, 'ListedOnScheduleI'],
  [GIVER, OTHER, 'RelatedTransfer', 2023, 600_000, 'LoanOrGuarantee'],
  [OTHER, HELPED, 'FoundationPaid', 2024, 200_000],
  [OTHER, HELPED, 'FoundationApproved', 2024, 1_000_000],
  [OTHER, AIDED, 'FoundationApproved', 2024, 500_000],
  [HELPED, AIDED, 'ScheduleI', 2023, 300],
]

export type MoneyWorld = ProfilesWorld & {
  /** Returns the body of a response with a key, which must be 200. */
  read(url: string): Promise<unknown>
  /** Returns status and detail of a rejection. */
  refuse(url: string): Promise<{ status: number; detail: unknown }>
}

/** The application over four filers, one organization of the registry, and the edges above. */
export async function openMoney(name: string): Promise<MoneyWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'money-'))
  const row = { ein: LISTED, name: 'ELM FRIENDS', ...place }
  const files = { 'eo1.csv': toRegistry([row]), ...toReturnFiles(RETURNS) }
  const world = await openProfiles(name, [writeMonth(folder, '2026-04', files)])
  await insertEdges(world.postgres)
  return await withKey(world, () => rmSync(folder, { recursive: true }))
}

/** A world that sends requests with its own key. */
export async function withKey(
  world: ProfilesWorld,
  onClose: () => void = () => {},
): Promise<MoneyWorld> {
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'money' })
  const headers = { 'x-service-api-key': key }
  return {
    ...world,
    read: async (url) => {
      const { status, body } = await world.get(url, headers)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    refuse: async (url) => {
      const { status, body } = await world.get(url, headers)
      return { status, detail: errorBody.parse(body).detail }
    },
    close: async () => {
      await world.close()
      onClose()
    },
  }
}

const insertEdges = (db: Postgres) =>
  db.query(
    `insert into money_edge (funder_ein, recipient_ein, category, tax_year, amount, object_id,
       ordinal, match_method, match_confidence, is_counted)
     select edge ->> 0, edge ->> 1, (edge ->> 2)::edge_category, (edge ->> 3)::smallint,
       (edge ->> 4)::float8, 'made', place, 'FiledEIN', 'Authoritative',
       edge ->> 5 is null and edge ->> 2 <> 'FoundationApproved'
     from json_array_elements($1::json) with ordinality made (edge, place)`,
    [JSON.stringify(EDGES)],
  )

/** Returns EIN, dollars, and number of grants of each as text: `079009203 15000 2`. */
export const toLines = (funders: readonly Funder[]): string[] =>
  funders.map(({ EIN, Amount, GrantCount }) =>
    [String(EIN).padStart(9, '0'), Amount ?? '-', GrantCount].join(' '),
  )
