import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { withVector } from '#indexer/index/documents/cause-vector.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import type { OrganizationRow } from '#indexer/index/documents/organization-row.ts'
import { toCauseText } from '#indexer/index/documents/passages.ts'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import type { Embedder } from '#src/platform/embedding/embedder.ts'
import { REAL_DATA } from '#test/real/real-data.ts'

type Mission = Record<
  'EIN' | 'NAME' | 'TAXYR' | 'OBJECTID' | 'MISSION' | 'Nteecode' | 'State',
  string
>

/**
 * Returns the index's documents of real organizations that filed a 990, each with its mission and
 * its registered code, made by the indexer's own functions. Keeps one of equal missions, because
 * chapters would only find each other.
 */
export async function readMissionDocuments(embedder: Embedder): Promise<OrganizationDocument[]> {
  const text = await readFile(join(REAL_DATA, 'missions/mission_ntee_3446.csv'), 'utf8')
  const missions: Mission[] = parse(text, { columns: true, bom: true })
  const rows = missions.filter(({ Nteecode }) => /^[A-Y]\d/.test(Nteecode)).map(toRow)
  const distinct = [...new Map(rows.map((row) => [row.ein, row])).values()]
  const documents = distinct.map(toOrganizationDocument)
  const byText = new Map(
    documents.flatMap((document) => {
      const cause = toCauseText(document.display.passages)
      return cause === undefined ? [] : [[cause, document] as const]
    }),
  )
  const vectors = await embedder.embed([...byText.keys()])
  return [...byText.values()].flatMap((document, place) => {
    const vector = vectors[place]
    return vector ? [withVector(document, vector, [])] : []
  })
}

function toRow(mission: Mission): OrganizationRow {
  const ein = mission.EIN.padStart(9, '0')
  return {
    ...{ ein, name: mission.NAME, nameRef: `bmf:2026-04:${ein}:NAME`, names: null },
    ...{ city: null, state: mission.State, zip: null, country: 'US' },
    primaryForm: '990',
    forms: ['990'],
    entityType: 'OperatingOrOtherTaxExempt',
    role: 'Independent',
    ...{ familyId: null, isRevoked: false, nteeCode: mission.Nteecode },
    ...{ subsection: null, ruling: null, registryRevenue: null, registryAsOf: '2026-04' },
    ...{ foundation: null, objectId: mission.OBJECTID, taxYear: Number(mission.TAXYR) },
    ...{ periodEnd: null, facts: null, warnings: null, rating: null, capture: null },
    ...{ applications: null, registryPlace: null },
    narrative: {
      ...NO_NARRATIVE,
      mission: [{ text: mission.MISSION, path: '/IRS990/ActivityOrMissionDesc' }],
    },
  }
}
