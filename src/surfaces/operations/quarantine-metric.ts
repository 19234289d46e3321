import type { FastifyInstance } from 'fastify'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { SearchDeps } from '../../search/search.ts'
import { probe } from '../probe.ts'

type Deps = Pick<SearchDeps, 'opensearch' | 'indexPrefix'>

/**
 * Shows on `/metrics` how many organizations the live index leaves out because their documents
 * were refused. The metric is absent while no index answers: 0 would be a claim.
 */
export function measureQuarantine(app: FastifyInstance, deps: Deps): void {
  const { client } = app.metrics
  new client.Gauge({
    name: 'quarantined_organizations',
    help: 'Organizations the live index leaves out because their documents were refused; npm run status lists them.',
    registers: [client.register],
    async collect() {
      this.remove()
      // A failure must not take the other metrics away, and /readyz reports it.
      const count = await probe(countQuarantined(deps), 'SearchUnavailable').catch(() => undefined)
      if (count !== undefined) this.set(count)
    },
  })
}

async function countQuarantined({ opensearch, indexPrefix }: Deps): Promise<number> {
  const index = organizationsAlias(indexPrefix)
  const filter_path = ['*.mappings._meta.index', '*.mappings._meta.quarantined.ein']
  const query = { index, local: true, filter_path }
  const found = await opensearch.run((own) => own.indices.getMapping(query))
  const quarantined: unknown = Object.values(found)[0]?.mappings._meta?.quarantined
  return Array.isArray(quarantined) ? quarantined.length : 0
}
