import { resolveNetwork } from '#indexer/network/run.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { mintRelease } from '#indexer/store/releases.ts'
import { giverXml } from '#test/integration/network/made-givers.ts'
import { withFiles } from '#test/world/here.ts'
import { loadInto } from '#test/world/store.ts'
import { type MoneyWorld, withKey } from './money-world.ts'
import { openFiles, type ProfilesWorld } from './profiles-world.ts'

/** A grant of a made-up foundation, to an address of its own or in Akron, OH. */
export type MadeGrant = { name: string; amount?: number; city?: string; purpose?: string }

export type MadeFoundation = {
  ein: string
  name: string
  year?: number
  /** Day of May when the return was received; the later of two for one year counts. */
  day?: number
  grants: readonly MadeGrant[]
}

/** Forms 990-PF that list grants paid, by file name. */
const toFiles = (foundations: readonly MadeFoundation[]) =>
  Object.fromEntries(
    foundations.map(({ year = 2023, day = 12, grants, ...made }) => {
      const objectId = `${year + 1}1${120 + day}${made.ein}0`
      const paid = grants.map((grant) => ({ purpose: 'General support', ...grant }))
      const more = { objectId, year, received: `05-${day}`, grants: paid, approved: [] }
      return [`${objectId}_public.xml`, giverXml({ ...made, ...more })]
    }),
  )

export type NetworkWorld = MoneyWorld & {
  /** Loads further returns and resolves everything they change. */
  load(...foundations: MadeFoundation[]): Promise<void>
  /** Resolves what a test wrote directly into the store. */
  resolve(): Promise<void>
}

/** The application over made-up foundations, loaded by the real loader, with a key. */
export async function openNetwork(
  name: string,
  foundations: readonly MadeFoundation[],
): Promise<NetworkWorld> {
  const world = await withKey(await openFiles(name, toFiles(foundations)))
  const { store } = world
  return {
    ...world,
    load: async (...made) => {
      const { failed } = await withFiles(toFiles(made), (folder) => loadInto(store, [folder]))
      if (failed.length > 0) throw new Error('A further load did not finish.')
      await resolveDue(store.db)
    },
    resolve: async () => {
      await resolveNetwork(store.db)
    },
  }
}

/**
 * Writes funders "Made Giver <n>" with EINs from 17, each with a return of 2023 that names a
 * recipient by its EIN. Loading hundreds of returns would take long.
 */
export async function writeFunders(
  { postgres }: ProfilesWorld,
  count: number,
  recipient: { ein: string; name: string },
): Promise<void> {
  const release = await mintRelease(postgres, 'load')
  const each = `generate_series(1, ${count}) n`
  const ein = `'17' || lpad(n::text, 7, '0')`
  const objectId = `'20241200' || lpad(n::text, 10, '0')`
  await postgres.query(
    `insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
       schema_version, received_on, facts, source_archive, content_sha256, contents, row_facts)
     select ${objectId}, ${ein}, '990PF', '2023-01-01', '2023-12-31', 2023, '2023v4.0',
       '2024-04-29', '{}', 'made.zip', '\\x00', '{}', '{}' from ${each}`,
  )
  await postgres.query(
    `insert into organization (ein, name, name_ref, city, state, country, primary_form, forms,
       entity_type, latest_object_id, latest_tax_year, latest_period_end, role, changed_release)
     select ${ein}, 'Made Giver ' || n, 'made', 'Akron', 'OH', 'US', '990PF', '{990PF}',
       'PrivateFoundation', ${objectId}, 2023, '2023-12-31', 'Independent', $1 from ${each}`,
    [release],
  )
  await postgres.query(
    `insert into filed_edge (object_id, ordinal, category, path, name, name_key, ein, city,
       city_key, state, amount, purpose)
     select ${objectId}, 1, 'FoundationPaid',
       '/IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp[1]', $2, lower($2),
       $1, 'Akron', 'akron', 'OH', (n % 50) * 1000, 'General support' from ${each}`,
    [recipient.ein, recipient.name],
  )
  await postgres.query(`insert into due select 'network', ${ein} from ${each}`)
}
