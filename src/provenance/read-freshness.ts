import { knownFields } from '../domain/known-fields.ts'
import { releaseTime } from '../domain/release.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
import { FORMS, fictionalIn } from './filed.ts'
import type { Freshness, SourcesDeps } from './source.ts'

// As many returns as the IRS publishes in a few weeks, so that the lag is current; read by the
// index.
const LAG_OF = 10_000

const SQL = `
  with latest as (
    select received_on, age(received_on, tax_period_end) as lag from filing
    where form <> '990N' and received_on is not null
    order by received_on desc limit $1
  )
  select to_char(max(received_on), 'YYYY-MM-DD') as "newestReceived",
    (percentile_disc(0.5) within group (
      order by extract(year from lag) * 12 + extract(month from lag)))::int as "medianLagMonths",
    count(*)::int as "lagOf",
    (select max("newestPeriodEnd") from (${FORMS}) as filed where form <> '990N')
      as "newestTaxPeriodEnd",
    ${fictionalIn('organization')} as fictional
  from latest`

type Row = {
  newestReceived: string | null
  medianLagMonths: number | null
  lagOf: number
  newestTaxPeriodEnd: string | null
  fictional: 'All' | 'Some' | null
}

// Every page view reads it, and it changes only with the release.
const held = new WeakMap<Postgres, { release: string; freshness: Freshness }>()

/**
 * Reads how fresh the store's newest release is; empty before the first load. One small statement
 * while the release does not change. Throws ApiError StoreUnavailable.
 */
export async function readFreshness({ postgres }: SourcesDeps): Promise<Freshness> {
  const [newest] = await postgres.query<{ release: string | null }>(
    'select max(id) as release from release',
  )
  if (!newest?.release) return {}
  const { release } = newest
  const known = held.get(postgres)
  if (known?.release === release) return known.freshness
  const [row] = await postgres.query<Row>(SQL, [LAG_OF])
  const freshness = toFreshness(release, row)
  held.set(postgres, { release, freshness })
  return freshness
}

function toFreshness(release: string, row: Partial<Row> = {}): Freshness {
  const { medianLagMonths = null, lagOf, ...facts } = row
  const lag = medianLagMonths === null ? {} : { medianLagMonths, lagOf }
  return knownFields({ release, releasedAt: releaseTime(release), ...facts, ...lag })
}
