import type { FilingContents } from '#src/domain/filing-contents.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { readContents } from '../store/read-contents.ts'

export type BlockEntry = {
  block: string
  ordinal: number
  /** Its size as JSON, long repeats included. */
  bytes: number
  /** Rows of the catalogue's tables in it; absent where its name occurs several times. */
  rows?: number
}
export type BlockManifest = { filing: FilingSummary; blocks: BlockEntry[] }[]

/**
 * The parts of every filing of an organization, newest first, superseded filings too. Two
 * statements at once. Throws ApiError ProfileNotFound for an organization without filings,
 * StoreUnavailable.
 */
export async function readBlockManifest(
  deps: ProfileDeps,
  ein: string,
): Promise<{ organization: Organization; manifest: BlockManifest }> {
  const [organization, contents] = await Promise.all([
    openFiler(deps, ein),
    readContents(deps.postgres, ein),
  ])
  const manifest = organization.filings.flatMap((filing) => {
    const held = contents.get(filing.objectId)
    return held ? [{ filing, blocks: listBlocks(held.contents) }] : []
  })
  return { organization, manifest }
}

function listBlocks({ blocks, rows }: FilingContents): BlockEntry[] {
  return blocks.map(({ block, ordinal, bytes }) => {
    const isOnly = blocks.filter((one) => one.block === block).length === 1
    const counts = Object.entries(rows).filter(([path]) => path.split('/')[1] === block)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return { block, ordinal, bytes, ...(isOnly && total > 0 && { rows: total }) }
  })
}
