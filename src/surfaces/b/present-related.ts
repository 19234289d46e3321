import { normalizeName } from '../../domain/names.ts'
import type { Organization } from '../../profiles/organization.ts'
import type { RelatedEvidence, Relationship } from '../../profiles/related.ts'
import type { RelatedPage } from '../../profiles/related-page.ts'
import { tableOf } from '../../profiles/table-rows.ts'
import { attribute } from './attribute.ts'
import { presentAbout, presentFiling } from './filing-schema.ts'
import { presentPaging } from './paging.ts'
import { presentGraph } from './present-related-graph.ts'
import type { RelatedData } from './related-schema.ts'
import { presentCells, rowRef } from './rows.ts'

type Node = RelatedData['nodes'][number]
type Edge = RelatedData['edges'][number]

/** Schedule R as a graph. Throws ApiError InvalidParameters for a page beyond the last. */
export function presentRelated(found: RelatedPage, page: number): RelatedData {
  const { organization, filing, relationships, total, graph } = found
  const { nodes, idOf } = collectNodes(organization, relationships)
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    ...presentPaging(total, page),
    nodes,
    edges: relationships.flatMap((one) => toEdges(one, organization.ein, idOf(one))),
    ...(graph && { graph: presentGraph(graph) }),
  }
  return attribute(data, filing)
}

/** Each organization once: by EIN, else by its name and place. */
function collectNodes(self: Organization, relationships: readonly Relationship[]) {
  const nodes: Node[] = [{ id: self.ein, self: true, ein: self.ein, name: self.name }]
  const ids = new Map<string, string>([[self.ein, self.ein]])
  for (const { organization } of relationships) {
    const key = keyOf(organization)
    if (ids.has(key)) continue
    const id = organization.ein ?? `n${nodes.length}`
    ids.set(key, id)
    nodes.push({ id, self: false, ...organization })
  }
  const idOf = ({ organization }: Relationship) => ids.get(keyOf(organization)) ?? self.ein
  return { nodes, idOf }
}

const keyOf = ({ ein, name = '', city = '', state = '' }: Relationship['organization']): string =>
  ein ?? [name, city, state].map(normalizeName).join('|')

function toEdges(relationship: Relationship, self: string, other: string): Edge[] {
  const { roles, type, confidences, evidence } = relationship
  return roles.flatMap((role): Edge[] => {
    const isSource = role === 'Source'
    const rows = evidence.filter(({ ein }) => (ein === self) === isSource)
    if (rows.length === 0) return []
    const isSure = confidences.includes('Authoritative')
    return [
      {
        from: isSource ? self : other,
        to: isSource ? other : self,
        role: isSource ? 'source' : 'target',
        type,
        confidence: isSure ? 'authoritative' : 'strong',
        rows: rows.map(presentRow),
      },
    ]
  })
}

const presentRow = (found: RelatedEvidence): Edge['rows'][number] => ({
  filer: found.ein,
  form: found.filing.form,
  tax_year: found.filing.taxYear,
  object_id: found.filing.objectId,
  table: tableOf(found.table).label,
  ref: rowRef(found.filing, found),
  values: presentCells(found.filing, found),
})
