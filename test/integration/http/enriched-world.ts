import { inject } from 'vitest'
import { type EnrichResult, enrichOrganizations } from '#indexer/enrich/run.ts'
import { reindex } from '#indexer/index/build/reindex.ts'
import { VECTOR_DIMENSION } from '#mappings/organizations.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { openWebsites, readThrough, type Websites } from '#test/integration/indexer/websites.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { openDemo, type ProfilesWorld } from './profiles-world.ts'
import { keyed } from './sector-world.ts'
import { embed, MODEL } from './world.ts'

export type EnrichedWorld = ProfilesWorld & {
  web: Websites
  /** Headers with a key. */
  keyed: Record<string, string>
  /** Sets the website in the latest filing of an organization. */
  refile(ein: string, website: string): Promise<void>
  /** Reads websites on loopback as `npm run enrich` does. */
  enrich(ein: string): Promise<EnrichResult>
  /** Runs `npm run reindex`, with only the changes if there is an index. */
  reindex(): Promise<unknown>
}

/** The demo's organizations, with websites on loopback. */
export async function openEnriched(name: string): Promise<EnrichedWorld> {
  const world = await openDemo(name)
  const web = await openWebsites()
  const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  const prefix = `profiles-${name.replaceAll('_', '-')}-`
  // Every text has the same vector, as in the application of these tests.
  const embedder = {
    model: MODEL,
    dimension: VECTOR_DIMENSION,
    embed: (texts: string[]) => Promise.all(texts.map(() => embed())),
    close: async () => undefined,
  }
  const quiet = () => undefined
  const deps = {
    db: world.postgres,
    opensearch,
    embedder,
    prefix,
    onNote: quiet,
    onProgress: quiet,
  }
  return {
    ...world,
    web,
    keyed: await keyed(world.postgres),
    refile: async (ein, website) => {
      await world.postgres.query(
        `update filing f set facts = jsonb_set(facts, '{website,value}', to_jsonb($2::text))
         from organization o where o.ein = $1 and o.latest_object_id = f.object_id`,
        [ein, website],
      )
    },
    // A separate client, without the robots.txt files of an earlier run.
    enrich: (ein) =>
      enrichOrganizations(world.postgres, { ein, fetchWebsite: readThrough(web.site.port) }),
    reindex: () => reindex(deps, true),
    close: async () => {
      await deleteAll(opensearch, prefix)
      await Promise.all([web.close(), opensearch.close()])
      await world.close()
    },
  }
}
